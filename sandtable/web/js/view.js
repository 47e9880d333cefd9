/** The view library, and the few things every page does with it. */
export {
  Component, html, render, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState,
} from "../vendor/htm-preact.js";

/**
 * Class names, leaving out what is false.
 * @param {...(string | false | null | undefined)} names
 */
export function classes(...names) {
  return names.filter(Boolean).join(" ");
}

/**
 * @template T
 * @typedef {import("../vendor/htm-preact.js").Ref<T>} Ref
 */
