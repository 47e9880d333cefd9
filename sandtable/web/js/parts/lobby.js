/** A table that has not begun: who sits where, free seats, invitations. */
import * as api from "../api.js";
import { html, useState } from "../view.js";
import { sitter } from "../words.js";
import { Wrong } from "./frame.js";

/**
 * @param {{ state: import("../types").State }} props
 */
export function Lobby({ state }) {
  const [wrong, setWrong] = useState(/** @type {unknown} */ (null));
  const [told, setTold] = useState("");
  const id = encodeURIComponent(state.match.id);
  const done = (/** @type {Promise<unknown>} */ asked) => asked.then(() => location.reload(), setWrong);
  const links = invitations(state.match.id);
  const copy = (/** @type {string} */ link) =>
    void navigator.clipboard?.writeText(link).then(() => setTold("Link copied."), () => setTold("Select the link and copy it."));
  return html`<section class="ask lobby" aria-label="Waiting for players">
    <p><strong>Waiting for players.</strong> The game begins when every seat is taken.</p>
    <ul class="seats">
      ${state.seats.map((s) => {
        const link = links[s.seat];
        return html`<li>
          <b>${s.name}</b> <span>${sitter(s)}</span>
          ${s.kind === "open" && !s.player && html`<button type="button" onClick=${() => done(api.post(`/api/matches/${id}/join`, { seat: s.seat }))}>Sit here</button>`}
          ${s.kind === "invite" &&
          link &&
          html`<span class="row"><input readonly aria-label=${`Invitation for ${s.name}`} value=${link} onFocus=${(/** @type {Event} */ e) => /** @type {HTMLInputElement} */ (e.target).select()} /><button type="button" onClick=${() => copy(link)}>Copy</button></span>`}
        </li>`;
      })}
    </ul>
    <p class="row">
      <button type="button" class="main" onClick=${() => done(api.post(`/api/matches/${id}/start`, { fill: "greedy" }))}>Begin now</button>
      <span class="quiet" role="status">${told}</span>
    </p>
    <p class="quiet">Bots take the seats that are still free when you begin.</p>
    <${Wrong} error=${wrong} />
  </section>`;
}

/**
 * The invitations of a match I made; the server tells them once and keeps only their hashes.
 * @param {string} id
 * @returns {Record<number, string>}
 */
function invitations(id) {
  try {
    return JSON.parse(localStorage.getItem(`sandtable-invites-${id}`) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * Keep them in this browser.
 * @param {string} id
 * @param {Record<number, string>} links
 */
export function keepInvitations(id, links) {
  try {
    localStorage.setItem(`sandtable-invites-${id}`, JSON.stringify(links));
  } catch {
    // Nothing can be kept here; they are shown on this page only.
  }
}
