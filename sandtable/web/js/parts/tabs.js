/** Tabs: one panel at a time, arrow keys between them. */
import { html } from "../preact.js";

/** @typedef {{ id: string, name: string, sign?: string, panel: () => unknown }} Tab */

/**
 * @param {{ tabs: Tab[], now: string, turn: (id: string) => void, label: string }} props
 */
export function Tabs({ tabs, now, turn, label }) {
  const shown = tabs.find((t) => t.id === now) ?? tabs[0];
  if (!shown) return null;
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(shown) + by + tabs.length) % tabs.length];
    if (!next) return;
    turn(next.id);
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} onKeyDown=${key}>
      ${tabs.map(
        (t) =>
          html`<button type="button" role="tab" id=${`tab-${t.id}`} key=${t.id} aria-selected=${t === shown ? "true" : "false"} aria-controls="tab-panel" tabindex=${t === shown ? 0 : -1} onClick=${() => turn(t.id)}>${t.name}${t.sign && html` <span class="sign">${t.sign}</span>`}</button>`,
      )}
    </div>
    <div class=${`tab-panel of-${shown.id}`} role="tabpanel" id="tab-panel" tabindex="0" aria-labelledby=${`tab-${shown.id}`}>${shown.panel()}</div>`;
}
