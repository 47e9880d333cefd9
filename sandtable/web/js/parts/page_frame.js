/** What every page has: the bar at the top, settings, the dialog of rules. */
import * as api from "../api.js";
import { want } from "../notify.js";
import { html, useEffect, useRef, useState } from "../preact.js";
import { set, useSettings } from "../settings.js";
import { RuleDialog, outside } from "./rule_dialog.js";

/** Who I am; null until it is known. */
export function useMe() {
  const [me, setMe] = useState(/** @type {import("../types").Player | null} */ (null));
  useEffect(() => {
    api.me().then((found) => setMe(found.player), () => setMe(null));
  }, []);
  return me;
}

/**
 * A page with its bar.
 * @param {{ children?: unknown, here?: string, title?: string, bare?: boolean, middle?: unknown, end?: unknown }} props
 */
export function PageFrame({ children, here = "", title = "", bare = false, middle = null, end = null }) {
  const me = useMe();
  useEffect(() => {
    if (title) document.title = `${title} – Sandtable`;
  }, [title]);
  const link = (/** @type {string} */ path, /** @type {string} */ name) =>
    html`<a href=${path} aria-current=${here === path ? "page" : undefined}>${name}</a>`;
  return html`
    <a class="skip" href="#main">To the content</a>
    <header class=${bare ? "bar slim" : "bar"}>
      <a class="brand" href="/" aria-label="Sandtable, first page"><img src="/web/icon.svg" alt="" width="22" height="22" /><span>Sandtable</span></a>
      ${middle}
      <nav aria-label="Site">
        ${link("/games", "My games")} ${!bare && link("/rules", "Rules")}
        ${link("/sign-in", me && !me.guest ? me.name : "Sign in")}
        ${end}<${Settings} />
      </nav>
    </header>
    ${children}
    <${RuleDialog} />
  `;
}

/** Settings of this browser. */
function Settings() {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const now = useSettings();
  const choice = (/** @type {"theme" | "motion"} */ name, /** @type {string} */ title, /** @type {[string, string][]} */ values) =>
    html`<fieldset>
      <legend>${title}</legend>
      ${values.map(
        ([value, words]) =>
          html`<label><input type="radio" name=${name} checked=${now[name] === value} onChange=${() => set({ [name]: value })} /> ${words}</label>`,
      )}
    </fieldset>`;
  return html`
    <button type="button" class="plain" aria-label="Settings" title="Settings" onClick=${() => dialog.current?.showModal()}>⚙</button>
    <dialog ref=${dialog} class="settings" aria-labelledby="settings-title" onClick=${outside}>
      <article>
        <h2 id="settings-title">Settings</h2>
        ${choice("theme", "Colours", [["auto", "as the system"], ["light", "light"], ["dark", "dark"]])}
        ${choice("motion", "Animations", [["auto", "as the system"], ["on", "on"], ["off", "off"]])}
        <fieldset>
          <legend>Map</legend>
          <label><input type="checkbox" checked=${now.hatches} onChange=${() => set({ hatches: !now.hatches })} /> hatch areas by side, for telling sides without colour</label>
        </fieldset>
        <fieldset>
          <legend>My turn</legend>
          <label><input type="checkbox" checked=${now.notify} onChange=${(/** @type {Event} */ e) => want(/** @type {HTMLInputElement} */ (e.target).checked)} /> notify me in the browser</label>
        </fieldset>
        <fieldset>
          <legend>Keyboard</legend>
          <label><input type="checkbox" checked=${now.keys} onChange=${() => set({ keys: !now.keys })} /> keys of one letter at the table (? lists them)</label>
        </fieldset>
        <fieldset>
          <legend>Several players at this screen</legend>
          <label><input type="checkbox" checked=${now.curtain} onChange=${() => set({ curtain: !now.curtain })} /> hide the table until the next player sits down</label>
        </fieldset>
        <p class="row"><button type="button" class="main" onClick=${() => dialog.current?.close()}>Close</button></p>
      </article>
    </dialog>
  `;
}

/**
 * A sentence about something that went wrong.
 * @param {{ error: unknown }} props
 */
export function ErrorMessage({ error }) {
  if (!error) return null;
  const text = error instanceof Error ? error.message : String(error);
  return html`<p class="wrong" role="alert">${text}</p>`;
}
