/** Keys of one letter at the table, and the list of all keys. */
import { html, useEffect, useRef, useState } from "../preact.js";
import { settings } from "../settings.js";
import { outside } from "./rule_dialog.js";

/** What is done everywhere; the table adds its own. */
const ALWAYS = [
  ["Tab", "to the next thing that may be chosen"],
  ["Enter Space", "choose it"],
  ["Arrows", "on the map: from thing to thing, or move the map"],
  ["Shift Arrows", "on the map: also to what is not lit, for reading it"],
  ["+ − 0", "on the map: nearer, farther, all of it"],
];

/** @typedef {[key: string, words: string, does: () => void]} Key */

/**
 * Listen for keys; where something is written, they are letters.
 * @param {Key[]} keys
 */
function useKeys(keys) {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      const at = event.target;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (at instanceof Element && at.closest("input, textarea, select, dialog")) return;
      if (!settings().keys && event.key !== "Escape") return;
      const found = now.current.find(([key]) => key === event.key);
      if (!found) return;
      event.preventDefault();
      found[2]();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

/**
 * The button that lists the keys, and the keys themselves.
 * @param {{ keys: Key[] }} props
 */
export function Keys({ keys }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [shown, setShown] = useState(false);
  const show = () => {
    setShown(true);
    dialog.current?.showModal();
  };
  useKeys([...keys, ["?", "this list", show]]);
  return html`<button type="button" class="plain keys" aria-label="Keys" title="Keys (?)" onClick=${show}>?</button>
    <dialog ref=${dialog} class="keylist" aria-labelledby="keys-title" onClick=${outside} onClose=${() => setShown(false)}>
      ${shown &&
      html`<article>
        <h2 id="keys-title">Keys</h2>
        <table>
          <tbody>
            ${[...ALWAYS, ...keys].map(([key, words]) => html`<tr><th scope="row">${(key ?? "").split(" ").map((k) => html`<kbd>${k === "Escape" ? "Esc" : k}</kbd> `)}</th><td>${words}</td></tr>`)}
          </tbody>
        </table>
        <p class="row"><button type="button" class="main" onClick=${() => dialog.current?.close()}>Close</button></p>
      </article>`}
    </dialog>`;
}
