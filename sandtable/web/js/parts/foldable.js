/** Something with a title that folds away; the browser remembers which. */
import { html } from "../preact.js";
import { set, useSettings } from "../settings.js";

/**
 * @param {object} props
 * @param {string} props.name  what it is remembered by
 * @param {unknown} props.title
 * @param {boolean} [props.open]  until the player folds or opens it
 * @param {boolean} [props.forced]  open now, whatever the player chose before
 * @param {unknown} [props.children]
 */
export function Foldable({ name, title, open = true, forced = false, children }) {
  const { folds } = useSettings();
  const shown = forced || (folds[name] ?? open);
  /** @param {Event} event */
  const turn = (event) => {
    event.preventDefault();
    if (!forced) set({ folds: { ...folds, [name]: !shown } });
  };
  return html`<details class="fold-part" open=${shown}>
    <summary onClick=${turn}><h2>${title}</h2></summary>
    ${shown && children}
  </details>`;
}
