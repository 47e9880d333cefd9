/** The first page: pick a game, press play; or set everything. Also reached as /play/<game>. */
import * as api from "../api.js";
import { MatchList } from "../parts/matches.js";
import { ErrorMessage, PageFrame } from "../parts/page_frame.js";
import { Setup } from "../parts/setup.js";
import { classes, html, useEffect, useState } from "../preact.js";

/** @param {{ slug: string }} props */
export function HomePage({ slug }) {
  const [games, setGames] = useState(/** @type {import("../types").GameInfo[]} */ ([]));
  const [picked, setPicked] = useState(slug);
  const [wrong, setWrong] = useState(/** @type {unknown} */ (null));
  const [mine, setMine] = useState(/** @type {import("../types").MatchSummary[]} */ ([]));
  const [listed, setListed] = useState(/** @type {import("../types").MatchSummary[]} */ ([]));
  useEffect(() => {
    api.games().then(setGames, setWrong);
    // The lists need the visitor's session, which the first request creates.
    void api.me().catch(() => null).then(() => {
      api.matches("mine").then(setMine, () => setMine([]));
      api.matches("listed").then(setListed, () => setListed([]));
    });
  }, []);
  const game = games.find((g) => g.slug === picked) ?? null;
  const waiting = mine.filter((m) => m.my_turn);
  const free = listed.filter((m) => m.status === "open" && !m.seats.some((s) => s.mine));
  return html`<${PageFrame} here="/" title="Play">
    <main id="main" class="page">
      <header class="hero">
        <h1 class="lead">Wargames of the Second World War, <span>every rule enforced.</span></h1>
        <p>Click what lights up. A click that is not allowed says why, with the rule. Play bots, friends by link, or both at one screen.</p>
      </header>
      ${waiting.length > 0 && html`<section aria-labelledby="waiting"><h2 id="waiting">Waiting for you</h2><${MatchList} matches=${waiting} /></section>`}
      <section aria-labelledby="pick">
        <h2 id="pick">Pick a game</h2>
        <${ErrorMessage} error=${wrong} />
        ${!games.length && !wrong && html`<p class="loading">…</p>`}
        <ul class="games">
          ${games.map(
            (g) =>
              html`<li key=${g.slug}>
                <button type="button" class=${classes("game", `of-${g.slug}`, g.slug === picked && "picked")} aria-pressed=${g.slug === picked ? "true" : "false"} onClick=${() => setPicked(g.slug)}>
                  <span class="picture" aria-hidden="true"><${Picture} slug=${g.slug} /></span>
                  <span class="title">${g.title}</span>
                  <span class="line">${g.about}</span>
                </button>
              </li>`,
          )}
        </ul>
        ${game && html`<${Setup} key=${game.slug} game=${game} />`}
      </section>
      ${free.length > 0 && html`<section aria-labelledby="free"><h2 id="free">Tables with a free seat</h2><${MatchList} matches=${free} /></section>`}
    </main>
  <//>`;
}

/**
 * A look at the game's map; nothing where there is no picture of it yet.
 * @param {{ slug: string }} props
 */
function Picture({ slug }) {
  const [missing, setMissing] = useState(false);
  const place = new URL(`../../pictures/${encodeURIComponent(slug)}.webp`, import.meta.url).href;
  return missing ? null : html`<img src=${place} alt="" width="480" height="270" onError=${() => setMissing(true)} />`;
}
