/** Who sits where, and what can be done about it: sit down, invite, give a seat to a bot. */
import * as api from "../api.js";
import { since, sitter } from "../format.js";
import { classes, html, useEffect, useState } from "../preact.js";
import { ErrorMessage } from "./page_frame.js";

/** @typedef {import("../types").State} State */

/**
 * @param {{ state: State, at?: number | null, why?: (seat: import("../types").Seat) => void }} props  `why`: asks why a bot chose
 */
export function Seats({ state, at = null, why }) {
  const [line, setLine] = useState(/** @type {import("../types").MatchSummary | null} */ (null));
  const [links, setLinks] = useState(() => invitations(state.match.id));
  const [wrong, setWrong] = useState(/** @type {unknown} */ (null));
  const [told, setTold] = useState("");
  const path = `/api/matches/${encodeURIComponent(state.match.id)}`;
  const key = `${state.seats.map((s) => `${s.kind}${s.player}`).join()} ${state.waiting.join()}`;
  useEffect(() => {
    api.get(path).then(setLine, () => setLine(null));
  }, [key]);
  // Why a bot chose is a secret of many a game while it lasts: nobody is offered what would be refused.
  const [reasons, setReasons] = useState(/** @type {number[]} */ ([]));
  useEffect(() => {
    if (why) api.get(`${path}/reasons${at === null ? "" : `?at=${at}`}`).then((found) => setReasons(found.seats), () => setReasons([]));
  }, [state.seq, at]);
  const over = state.match.status === "finished";
  const sitting = state.seats.some((s) => s.mine);

  const join = (/** @type {number} */ seat) => api.post(`${path}/join`, { seat }).then(() => location.reload(), setWrong);
  const fill = (/** @type {number} */ seat, /** @type {"bot" | "invite"} */ kind) =>
    api.put(`${path}/seats/${seat}`, { kind }).then((made) => {
      const next = { ...links, ...invitationsOf(made) };
      keepInvitations(state.match.id, next);
      setLinks(next);
      setLine(made);
    }, setWrong);
  const copy = (/** @type {string} */ link) =>
    void navigator.clipboard?.writeText(link).then(() => setTold("Link copied."), () => setTold("Select the link and copy it."));

  return html`<section class="people" aria-label="Seats">
    <ul class="seats">
      ${state.seats.map((s) => {
        const asked = state.waiting.includes(s.seat);
        const free = !over && (line?.seats.find((l) => l.seat === s.seat)?.free ?? false);
        const link = free && s.kind === "invite" ? links[s.seat] : undefined;
        return html`<li key=${s.seat} class=${classes(asked && "asked", s.mine && "mine")}>
          <b>${s.name}</b> <span>${sitter(s)}</span>
          ${s.kind !== "bot" && !free && html`<span class=${s.online ? "dot on" : "dot"} title=${s.online ? "at the table" : "away"}><span class="hidden">${s.online ? "at the table" : "away"}</span></span>`}
          ${why && s.kind === "bot" && reasons.includes(s.seat) && html`<button type="button" class="link why" aria-label=${`Why ${s.name} chose as it last did`} title="Why it chose as it last did" onClick=${() => why(s)}>Why?</button>`}
          ${asked && html`<span class="marker">to choose${line?.waiting.includes(s.seat) && line.since !== undefined && s.kind !== "bot" && !s.mine ? ` since ${since(line.since)}` : ""}</span>`}
          ${!free && line?.overdue?.includes(s.seat) && (sitting || line.owner) && html`<span class="row"><span class="quiet">Keeps the table waiting.</span><button type="button" onClick=${() => fill(s.seat, "bot")}>Give the seat to a bot</button></span>`}
          ${free && s.kind === "open" && !sitting && html`<button type="button" onClick=${() => join(s.seat)}>Sit here</button>`}
          ${link &&
          html`<span class="row invite"><input readonly aria-label=${`Invitation for ${s.name}`} value=${link} onFocus=${(/** @type {Event} */ e) => /** @type {HTMLInputElement} */ (e.target).select()} /><button type="button" onClick=${() => copy(link)}>Copy</button></span>`}
          ${free &&
          line?.owner &&
          html`<span class="row">
            ${!link && html`<button type="button" onClick=${() => fill(s.seat, "invite")}>Invitation link</button>`}
            <button type="button" onClick=${() => fill(s.seat, "bot")}>Give it to a bot</button>
          </span>`}
        </li>`;
      })}
    </ul>
    ${(state.spectators ?? 0) > 0 && html`<p class="quiet">${state.spectators} looking on.</p>`}
    <p class="quiet" role="status">${told}</p>
    <${ErrorMessage} error=${wrong} />
  </section>`;
}

/**
 * A table that has not begun.
 * @param {{ state: State }} props
 */
export function Lobby({ state }) {
  const [wrong, setWrong] = useState(/** @type {unknown} */ (null));
  const [owner, setOwner] = useState(false);
  const path = `/api/matches/${encodeURIComponent(state.match.id)}`;
  useEffect(() => {
    api.get(path).then((line) => setOwner(Boolean(line.owner)), () => setOwner(false));
  }, []);
  const start = () => api.post(`${path}/start`, { fill: "greedy" }).then(() => location.reload(), setWrong);
  return html`<section class="ask lobby" aria-label="Waiting for players">
    <p><strong>Waiting for players.</strong> The game begins when every seat is taken.${" "}
      ${owner && state.seats.some((s) => s.kind === "invite" && !s.player) && "Send each invitation link to one player; the seat is theirs once they have taken it."}</p>
    <${Seats} state=${state} />
    ${owner && html`<p class="row"><button type="button" class="main" onClick=${start}>Begin now</button> <span class="quiet">with bots on free seats</span></p>`}
    <${ErrorMessage} error=${wrong} />
  </section>`;
}

/**
 * Links of seats by invitation; the server tells them once and keeps only their hashes.
 * @param {any} made
 * @returns {Record<number, string>}
 */
export function invitationsOf(made) {
  /** @type {Record<number, string>} */
  const links = {};
  for (const invite of made.invites ?? []) links[invite.seat] = new URL(invite.link, location.href).href;
  return links;
}

/**
 * The invitations of a match I made, as this browser has kept them.
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
 * @param {string} id
 * @param {Record<number, string>} links
 */
export function keepInvitations(id, links) {
  if (!Object.keys(links).length) return;
  try {
    localStorage.setItem(`sandtable-invites-${id}`, JSON.stringify(links));
  } catch {
    // Nothing can be kept here; they are shown on this page only.
  }
}
