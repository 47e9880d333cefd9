/** Preact, with the few helpers that every page uses. */
export {
  Component, html, render, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState,
} from "../vendor/htm-preact.js";

/**
 * Class names without those that are false.
 * @param {...(string | false | null | undefined)} names
 */
export function classes(...names) {
  return names.filter(Boolean).join(" ");
}

/**
 * @template T
 * @typedef {import("../vendor/htm-preact.js").Ref<T>} Ref
 */
