/** Something with a title that folds away; the browser remembers which. */
import { set, useSettings } from "../settings.js";
import { html } from "../view.js";

/**
 * @param {object} props
 * @param {string} props.name  what it is remembered by
 * @param {unknown} props.title
 * @param {boolean} [props.open]  as long as the player has not said otherwise
 * @param {boolean} [props.forced]  open now, whatever he has said
 * @param {unknown} [props.children]
 */
export function Fold({ name, title, open = true, forced = false, children }) {
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
