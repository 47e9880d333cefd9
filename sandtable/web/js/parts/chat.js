/** Chat, private notes, and what can be done with the match. */
import * as api from "../api.js";
import { clock } from "../format.js";
import { html, useEffect, useRef, useState } from "../preact.js";
import { ErrorMessage } from "./page_frame.js";

/** @typedef {import("../types").State} State */

/**
 * @param {{ said: import("../types").Said[], say: (text: string) => boolean }} props
 */
export function Chat({ said, say }) {
  const [text, setText] = useState("");
  const list = useRef(/** @type {HTMLUListElement | null} */ (null));
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [said]);
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    if (text.trim() && say(text.trim())) setText("");
  };
  return html`<section class="chat" aria-label="Chat">
    <h2>Chat</h2>
    <ul ref=${list} aria-live="polite">
      ${said.map((line) => html`<li><span class="quiet">${clock(line.at)}</span> <b>${line.name}</b> ${line.text}</li>`)}
      ${!said.length && html`<li class="quiet">Nothing said yet.</li>`}
    </ul>
    <form class="row" onSubmit=${send}>
      <input aria-label="Say something to the table" maxlength="500" autocomplete="off" value=${text} onInput=${(/** @type {Event} */ e) => setText(/** @type {HTMLInputElement} */ (e.target).value)} />
      <button type="submit">Say</button>
    </form>
  </section>`;
}

/**
 * Notes only I see; kept by the server a moment after the last key.
 * @param {{ id: string }} props
 */
export function Notes({ id }) {
  const [text, setText] = useState("");
  const [told, setTold] = useState("");
  const timer = useRef(0);
  const path = `/api/matches/${encodeURIComponent(id)}/note`;
  useEffect(() => {
    api.get(path).then((found) => setText(found?.text ?? ""), () => setTold("Notes are for players of this match."));
    return () => window.clearTimeout(timer.current);
  }, [id]);
  /** @param {Event} event */
  const write = (event) => {
    const value = /** @type {HTMLTextAreaElement} */ (event.target).value;
    setText(value);
    setTold("…");
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      api.put(path, { text: value }).then(() => setTold("Kept."), (error) => setTold(error.message));
    }, 700);
  };
  return html`<section class="notes" aria-label="Private notes">
    <h2>Private notes <span class="quiet" role="status">${told}</span></h2>
    <textarea aria-label="Private notes; only you see them" rows="4" maxlength="20000" value=${text} onInput=${write}></textarea>
  </section>`;
}

/**
 * Pictures, saves, leaving.
 * @param {{ state: State }} props
 */
export function MatchActions({ state }) {
  const [wrong, setWrong] = useState(/** @type {unknown} */ (null));
  const id = encodeURIComponent(state.match.id);
  const playing = state.seats.some((s) => s.mine);
  const leave = () => {
    if (!window.confirm("Leave this table? Your seat becomes free.")) return;
    api.post(`/api/matches/${id}/leave`).then(() => location.assign("/games"), setWrong);
  };
  const save = () => api.download(`/api/matches/${id}/save`, `${state.match.game}-${state.match.id}.json`).catch(setWrong);
  return html`<section aria-label="This match">
    <h2>This match</h2>
    <p class="row wrap">
      <a class="button" href=${`/replay/${id}`}>Replay</a>
      <a class="button" href=${`/api/matches/${id}/picture.svg`} target="_blank" rel="noopener">Picture</a>
      <button type="button" onClick=${save}>Save to a file</button>
      ${playing && state.match.status !== "finished" && html`<button type="button" onClick=${leave}>Leave</button>`}
    </p>
    ${playing && state.match.status === "playing" && html`<p class="quiet">A save reveals the future dice rolls. Once you take one, only bots can take free seats of this match.</p>`}
    <${ErrorMessage} error=${wrong} />
  </section>`;
}
