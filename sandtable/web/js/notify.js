/** Tells players that it is their turn: tab title and browser notification. */
import { set, settings } from "./settings.js";

let last = "";

/**
 * Set the tab's title, and notify when a turn begins while nobody looks.
 * @param {boolean} mine
 * @param {string} title
 * @param {string} text
 * @param {string} key  changes when the question does
 */
export function tell(mine, title, text, key) {
  document.title = mine ? `● Your turn – ${title}` : `${title} – Sandtable`;
  const fresh = mine && key !== last;
  last = mine ? key : "";
  if (!fresh || !document.hidden || !settings().notify || !allowed()) return;
  try {
    const note = new Notification(`Your turn: ${title}`, { body: text, tag: `sandtable-${title}` });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Some phones know notifications only from background scripts; the title has to do.
  }
}

/** Whether the browser lets us. */
export function allowed() {
  return "Notification" in window && Notification.permission === "granted";
}

/**
 * Turn notifications on or off; asks the browser when needed.
 * @param {boolean} on
 */
export async function want(on) {
  if (on && "Notification" in window && Notification.permission !== "granted") {
    await Notification.requestPermission();
  }
  set({ notify: on && allowed() });
}
