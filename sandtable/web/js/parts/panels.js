/** Tracks, pools and boards as tables; a cell that names something to choose is a button. */
import { html } from "../view.js";

/** @typedef {import("../types").Panel} Panel */

/**
 * @param {object} props
 * @param {import("../types").State} props.state
 * @param {import("../lit").Lit} props.lit
 * @param {boolean} props.busy
 * @param {(choice: import("../types").Choice) => void} props.choose
 */
export function Panels({ state, lit, busy, choose }) {
  const known = new Set(state.cards.map((c) => (c.value === null ? c.name : `${c.name} (${c.value})`)));
  const offered = new Map(lit.others.flatMap((o) => o.choices).map((c) => [c.label, c]));
  // What lies as cards on the table need not be told again as a table.
  const panels = state.scene.panels.filter((p) => !p.rows.length || !p.rows.every((row) => known.has(row[0] ?? "")));
  return html`<div class="panels">
    ${panels.map(
      (panel) =>
        html`<table key=${panel.title}>
          <caption>${panel.title}</caption>
          ${panel.heads.length > 0 &&
          html`<thead><tr>${panel.heads.map((head) => (head ? html`<th scope="col">${head}</th>` : html`<td></td>`))}</tr></thead>`}
          <tbody>
            ${panel.rows.map((row) => html`<tr class=${row[0]?.startsWith("» ") ? "now" : ""}>${row.map((cell, n) => (n === 0 ? html`<th scope="row">${named(cell, offered, busy, choose)}</th>` : html`<td>${cell}</td>`))}</tr>`)}
          </tbody>
        </table>`,
    )}
  </div>`;
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
