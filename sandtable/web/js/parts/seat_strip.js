/** The seats in the bar: colour and letter of each, its player, and which of them the table waits for. */
import { sitter } from "../format.js";
import { inkOn } from "../map/counter.js";
import { classes, html } from "../preact.js";

/** @typedef {import("../types").DrawnMap} DrawnMap */

/**
 * The sides a seat plays: it is called as they are.
 * @param {string} name
 * @param {DrawnMap | null} drawing
 */
function sides(name, drawing) {
  if (!drawing) return [];
  const ids = Object.keys(drawing.letters).filter((id) => id !== "neutral" && drawing.names[id]);
  const same = ids.filter((id) => drawing.names[id] === name);
  return same.length ? same : ids.filter((id) => name.includes(drawing.names[id] ?? " "));
}

/**
 * The round signs of a seat's sides.
 * @param {{ name: string, drawing: DrawnMap | null }} props
 */
export function Badge({ name, drawing }) {
  const found = sides(name, drawing);
  // Seats without a side of their own: players together, or a player who leads several sides.
  if (!found.length) return sign("#d8d2bf", /\d+$/.exec(name)?.[0] ?? name.charAt(0));
  return found.map((id) => sign(drawing?.colours[id] ?? "#d8d2bf", drawing?.letters[id] ?? ""));
}

/**
 * @param {string} colour
 * @param {string} letter
 */
function sign(colour, letter) {
  return html`<svg class="badge" viewBox="0 0 18 18" aria-hidden="true">
    <circle cx="9" cy="9" r="8" fill=${colour} />
    <text x="9" y="13" fill=${inkOn(colour)}>${letter}</text>
  </svg>`;
}

/**
 * @param {{ state: import("../types").State, drawing: DrawnMap | null }} props
 */
export function SeatStrip({ state, drawing }) {
  const going = state.match.status !== "open" && !state.result;
  return html`<ul class=${classes("strip", state.seats.length > 3 && "many", state.seats.length > 5 && "crowd")} aria-label="Players and seats">
    ${state.seats.map((s) => {
      const asked = going && state.waiting.includes(s.seat);
      const away = s.kind !== "bot" && !s.mine && !s.online;
      const words = `${s.name}: ${sitter(s)}${away ? ", away" : ""}${asked ? ", to choose" : ""}`;
      return html`<li key=${s.seat} class=${classes(asked && "asked", s.mine && "mine", away && "away")} title=${words}>
        <span class="hidden">${words}</span>
        <span class="sign" aria-hidden="true">${asked && html`<span class="arrow">▶</span>`}<${Badge} name=${s.name} drawing=${drawing} /></span>
        <span class="name" aria-hidden="true">${s.name} <small>${sitter(s)}</small></span>
      </li>`;
    })}
  </ul>`;
}
