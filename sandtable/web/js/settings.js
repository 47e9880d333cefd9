/** The visitor's settings, kept in this browser. */
import { useEffect, useState } from "./preact.js";

const NAME = "sandtable";
const DEFAULTS = {
  theme: "auto", motion: "auto", notify: false, tray: true, hatches: false, curtain: true, keys: true, odds: true,
  /** Which panels and piles are folded away, or unfolded: by game and title. */
  folds: /** @type {Record<string, boolean>} */ ({}),
};

/** @typedef {typeof DEFAULTS} Settings */

/** @returns {Settings} */
function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(NAME) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

let now = read();
/** @type {Set<() => void>} */
const listeners = new Set();

export const settings = () => now;

/** @param {Partial<Settings>} change */
export function set(change) {
  now = { ...now, ...change };
  try {
    localStorage.setItem(NAME, JSON.stringify(now));
  } catch {
    // A browser that keeps nothing: the setting lasts as long as the page.
  }
  apply();
  for (const listener of listeners) listener();
}

/** Apply the settings to the page. */
export function apply() {
  const root = document.documentElement;
  if (now.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = now.theme;
  root.dataset.motion = moves() ? "on" : "off";
}

/** Whether things may move. */
export function moves() {
  if (now.motion !== "auto") return now.motion === "on";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The settings, as a hook. */
export function useSettings() {
  const [, again] = useState(0);
  useEffect(() => {
    const listener = () => again((n) => n + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return now;
}

/** What players have seen of their matches is kept for the latest of them. */
const SEEN = "sandtable-seen";
const MATCHES = 40;

/** @returns {[string, number][]} */
function seen() {
  try {
    return JSON.parse(localStorage.getItem(SEEN) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * After how many events the player last chose in a match; null if this browser does not know.
 * @param {string} id
 */
export const lastChosen = (id) => seen().find(([match]) => match === id)?.[1] ?? null;

/**
 * @param {string} id
 * @param {number} events
 */
export function keepChosen(id, events) {
  try {
    localStorage.setItem(SEEN, JSON.stringify([[id, events], ...seen().filter(([match]) => match !== id)].slice(0, MATCHES)));
  } catch {
    // Then nothing is marked as new after a reload.
  }
}
