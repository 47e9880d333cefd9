/** My games: those that wait for me first, then those going on, then the finished ones; saves come in here. */
import * as api from "../api.js";
import { MatchList } from "../parts/matches.js";
import { ErrorMessage, PageFrame } from "../parts/page_frame.js";
import { html, useEffect, useState } from "../preact.js";

export function MyGamesPage() {
  const [mine, setMine] = useState(/** @type {import("../types").MatchSummary[] | null} */ (null));
  const [wrong, setWrong] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    const read = () => api.me().then(() => api.matches("mine")).then(setMine, setWrong);
    void read();
    const timer = window.setInterval(() => document.hidden || void read(), 20000);
    return () => window.clearInterval(timer);
  }, []);

  /** @param {Event} event */
  const bring = async (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    if (!file) return;
    try {
      const made = await api.post("/api/saves", { save: await file.text() });
      location.assign(`/match/${made.id}`);
    } catch (error) {
      setWrong(error);
    }
  };

  /** @param {import("../types").MatchSummary} match */
  const remove = (match) => {
    if (!window.confirm(`Remove ${match.name || match.title} for everybody? It cannot be brought back.`)) return;
    api.remove(`/api/matches/${encodeURIComponent(match.id)}`).then(() => setMine((old) => (old ?? []).filter((m) => m.id !== match.id)), setWrong);
  };

  const all = mine ?? [];
  const going = all.filter((m) => m.status !== "finished");
  /** @type {[string, import("../types").MatchSummary[]][]} */
  const parts = [
    ["Waiting for you", going.filter((m) => m.my_turn)],
    ["Going on", going.filter((m) => !m.my_turn)],
    ["Finished", all.filter((m) => m.status === "finished")],
  ];
  const waiting = parts[0]?.[1].length ?? 0;
  return html`<${PageFrame} here="/games" title=${waiting ? `(${waiting}) My games` : "My games"}>
    <main id="main" class="page">
      <h1>My games</h1>
      <${ErrorMessage} error=${wrong} />
      ${mine && !mine.length && html`<p>No games yet. <a class="button main" href="/">Start one</a></p>`}
      ${parts.map(([title, list]) => list.length > 0 && html`<section aria-label=${title}><h2>${title} <span class="quiet">${list.length}</span></h2><${MatchList} matches=${list} remove=${remove} /></section>`)}
      <section aria-label="Saves">
        <h2>A saved game</h2>
        <p class="quiet">A file that was saved at a table or by <code>sandtable play</code>. You go on in its first seat, bots take the others.</p>
        <label class="button">Bring in a save <input class="hidden-file" type="file" onChange=${bring} /></label>
      </section>
    </main>
  <//>`;
}
