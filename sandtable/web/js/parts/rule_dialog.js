/** Rules: chips that open them, and the dialog that shows them. */
import { Refused, rule as fetchRule } from "../api.js";
import { html, useEffect, useRef, useState } from "../preact.js";

/** @typedef {{ game: string, id: string }} Which */

/** @type {((which: Which) => void) | null} */
let open = null;

/**
 * The number of a rule; opens it in our words.
 * @param {{ game: string, rule: string, small?: boolean }} props
 */
export function RuleChip({ game, rule, small = false }) {
  if (!rule) return null;
  /** @param {Event} event */
  const show = (event) => {
    event.preventDefault();
    event.stopPropagation();
    open?.({ game, id: rule });
  };
  return html`<button type="button" class=${small ? "chip small" : "chip"} aria-label=${`Rule ${rule}`} onClick=${show}>${small ? "" : "Rule "}${rule}</button>`;
}

/** The dialog; once on a page. */
export function RuleDialog() {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [which, setWhich] = useState(/** @type {Which | null} */ (null));
  const [found, setFound] = useState(/** @type {import("../types").Rule | null} */ (null));
  const [wrong, setWrong] = useState("");

  useEffect(() => {
    open = (wanted) => {
      setWhich(wanted);
      setFound(null);
      setWrong("");
      if (!dialog.current?.open) dialog.current?.showModal();
      fetchRule(wanted.game, wanted.id).then(setFound, (error) =>
        setWrong(error instanceof Refused ? error.message : "This rule could not be read."),
      );
    };
    return () => {
      open = null;
    };
  }, []);

  const above = which ? parents(which.id) : [];
  return html`<dialog class="rule" ref=${dialog} aria-labelledby="rule-title" onClick=${outside}>
    ${which &&
    html`<article>
      <h2 id="rule-title"><span class="chip">${which.id}</span> ${found?.title ?? ""}</h2>
      <p class="words" aria-live="polite">${found?.text ?? (wrong || "…")}</p>
      ${found?.scope && found.scope !== "core" && html`<p class="quiet">${found.scope}</p>`}
      <nav class="row" aria-label="More rules">
        ${above.map((id) => html`<${RuleChip} game=${which.game} rule=${id} />`)}
        <a href=${`/rules/${which.game}#${encodeURIComponent(which.id)}`} target="_blank" rel="noopener">All rules</a>
        <button type="button" class="main" onClick=${() => dialog.current?.close()}>Close</button>
      </nav>
    </article>`}
  </dialog>`;
}

/**
 * The rules a rule is part of: of `8.1.2b` these are `8.1.2`, `8.1` and `8`.
 * @param {string} id
 */
function parents(id) {
  const found = [];
  let rest = id;
  for (;;) {
    const shorter = /[a-z]$/.test(rest) ? rest.slice(0, -1) : rest.includes(".") ? rest.slice(0, rest.lastIndexOf(".")) : "";
    if (!shorter || shorter === rest) return found.slice(0, 2);
    found.push(shorter);
    rest = shorter;
  }
}

/**
 * A click beside a dialog closes it.
 * @param {MouseEvent} event
 */
export function outside(event) {
  if (event.target instanceof HTMLDialogElement) event.target.close();
}
