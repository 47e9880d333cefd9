/** Tracks, pools and boards as tables; a cell that names something to choose is a button. */
import { html } from "../preact.js";
import { Foldable } from "./foldable.js";

/** @typedef {import("../types").Panel} Panel */

const BOXES = 24; // of a track that is drawn box by box

/**
 * @param {object} props
 * @param {import("../types").State} props.state
 * @param {import("../choices").Offers} props.offers
 * @param {boolean} props.busy
 * @param {(choice: import("../types").Choice) => void} props.choose
 */
export function Panels({ state, offers, busy, choose }) {
  const known = new Set(state.cards.map((c) => (c.value === null ? c.name : `${c.name} (${c.value})`)));
  const offered = new Map(offers.others.flatMap((o) => o.choices).map((c) => [c.label, c]));
  // Cards that lie on the table are not listed a second time.
  const panels = state.scene.panels.filter((p) => p.rows.length && !p.rows.every((row) => known.has(row[0] ?? "")));
  return html`<div class="panels">
    ${panels.map(
      (panel) =>
        html`<${Foldable} key=${panel.title} name=${`${state.match.game}: ${panel.title}`} title=${panel.title}>
          <div class="wide"><table aria-label=${panel.title} class=${panel.rows.every((row) => row.length <= 2) ? "pairs" : ""}>
            ${panel.heads.length > 0 &&
            html`<thead><tr>${panel.heads.map((head) => (head ? html`<th scope="col">${head}</th>` : html`<td></td>`))}</tr></thead>`}
            <tbody>
              ${panel.rows.map((row) => {
                const now = row[0]?.startsWith("» ") ?? false;
                return html`<tr class=${now ? "now" : ""} aria-current=${now ? "true" : undefined}>
                  ${row.map((cell, n) => (n === 0 ? html`<th scope="row">${named(now ? cell.slice(2) : cell, offered, busy, choose)}</th>` : html`<td>${tracked(cell)}</td>`))}
                </tr>`;
              })}
            </tbody>
          </table></div>
        <//>`,
    )}
  </div>`;
}

/**
 * A cell that says how far something has come, as `14 of 29 VP` does, with its track.
 * @param {string} cell
 */
function tracked(cell) {
  const found = /\b(\d+) of (?:the )?(\d+)\b/.exec(cell);
  const at = Number(found?.[1]), end = Number(found?.[2]);
  if (!found || end < 2 || end > 999 || at > end * 2) return cell;
  return html`${cell}<${Track} at=${at} end=${end} />`;
}

/**
 * A row of boxes with a marker, or a bar where there would be too many.
 * @param {{ at: number, end: number }} props
 */
export function Track({ at, end }) {
  if (end > BOXES) {
    return html`<svg class="track" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="box" width="100" height="6" /><rect class="full" width=${Math.min(100, (100 * at) / end)} height="6" />
    </svg>`;
  }
  return html`<svg class="track" viewBox=${`0 0 ${end * 10} 9`} preserveAspectRatio="xMinYMid" aria-hidden="true">
    ${Array.from({ length: end }, (_, n) => html`<rect class=${n + 1 < at ? "full" : n + 1 === at ? "here" : "box"} x=${n * 10 + 0.5} y="0.5" width="9" height="8" rx="1.5" />`)}
  </svg>`;
}

/**
 * @param {string} cell
 * @param {Map<string, import("../types").Choice>} offered
 * @param {boolean} busy
 * @param {(choice: import("../types").Choice) => void} choose
 */
function named(cell, offered, busy, choose) {
  const choice = offered.get(cell);
  if (!choice) return cell;
  return html`<button type="button" class="answer" disabled=${busy} onClick=${() => choose(choice)}>${cell}</button>`;
}
