/** Requests to the server. A refusal becomes a Refused with the server's own sentence. */

let csrf = "";
/** @type {Promise<import("./types").Me> | null} */
let known = null;

/** A refusal: a sentence a player can act on, and the rule if there is one. */
export class Refused extends Error {
  /**
   * @param {string} text
   * @param {string} rule
   * @param {number} status
   */
  constructor(text, rule, status) {
    super(text);
    this.rule = rule;
    this.status = status;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function send(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET") headers["X-Sandtable-CSRF"] = csrf;
  let answer;
  try {
    const text = body === undefined ? undefined : JSON.stringify(body);
    answer = await fetch(path, { method, headers, body: text, credentials: "same-origin" });
  } catch {
    throw new Refused("The server cannot be reached; try again in a moment.", "", 0);
  }
  const raw = await answer.text();
  let data = null;
  try {
    data = raw ? JSON.parse(raw) : null;
  } catch {
    data = null;
  }
  if (!answer.ok) {
    const text = data?.text ?? data?.detail ?? `The server answered with an error (${answer.status}).`;
    throw new Refused(String(text), String(data?.rule ?? ""), answer.status);
  }
  return data;
}

/** @param {string} path */
export const get = (path) => send("GET", path);

/**
 * A request that changes something; the visitor's token is fetched first, and again if it went stale.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function change(method, path, body) {
  await me();
  try {
    return await send(method, path, body);
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 403) throw error;
    const before = csrf;
    await me(true);
    if (csrf === before) throw error;
    return send(method, path, body);
  }
}

/** @type {(path: string, body?: unknown) => Promise<any>} */
export const post = (path, body) => change("POST", path, body ?? {});

/** @type {(path: string, body?: unknown) => Promise<any>} */
export const put = (path, body) => change("PUT", path, body ?? {});

/**
 * The visitor; remembered, unless `again` asks the server once more.
 * @param {boolean} [again]
 * @returns {Promise<import("./types").Me>}
 */
export function me(again = false) {
  if (again || !known) {
    known = get("/api/me").then(
      (found) => {
        csrf = found.csrf ?? "";
        return found;
      },
      (error) => {
        known = null;
        throw error;
      },
    );
  }
  return known;
}

/**
 * A list that comes bare or as the only entry of an object.
 * @param {any} data
 * @param {string} name
 * @returns {any[]}
 */
function list(data, name) {
  return Array.isArray(data) ? data : (data?.[name] ?? []);
}

/** @type {Promise<import("./types").GameInfo[]> | null} */
let shelf = null;

/**
 * All games; remembered.
 * @returns {Promise<import("./types").GameInfo[]>}
 */
export function games() {
  shelf ??= get("/api/games").then(
    (found) => list(found, "games"),
    (error) => {
      shelf = null;
      throw error;
    },
  );
  return shelf;
}

/**
 * @param {"mine" | "listed"} of
 * @returns {Promise<import("./types").MatchSummary[]>}
 */
export const matches = async (of) => list(await get(`/api/matches?of=${of}`), "matches");

/**
 * @param {string} slug
 * @returns {Promise<import("./types").Rule[]>}
 */
export const rules = async (slug) => list(await get(`/api/games/${encodeURIComponent(slug)}/rules`), "rules");

/** @type {Map<string, Promise<import("./types").Rule>>} */
const readRules = new Map();

/**
 * One rule, remembered.
 * @param {string} slug
 * @param {string} id
 * @returns {Promise<import("./types").Rule>}
 */
export function rule(slug, id) {
  const path = `/api/games/${encodeURIComponent(slug)}/rules/${encodeURIComponent(id)}`;
  let found = readRules.get(path);
  if (!found) {
    found = get(path);
    readRules.set(path, found);
    found.catch(() => readRules.delete(path));
  }
  return found;
}

/**
 * The state of a match, now or after `at` events.
 * @param {string} id
 * @param {number} [at]
 * @returns {Promise<import("./types").State>}
 */
export const state = (id, at) => get(`/api/matches/${encodeURIComponent(id)}/state${at === undefined ? "" : `?at=${at}`}`);

/**
 * Bring a file to the visitor's own disk; a refusal is thrown instead.
 * @param {string} path
 * @param {string} name
 */
export async function download(path, name) {
  const answer = await fetch(path, { credentials: "same-origin" });
  if (!answer.ok) {
    const data = await answer.json().catch(() => null);
    throw new Refused(String(data?.text ?? "The file could not be made."), "", answer.status);
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** @type {(path: string) => Promise<any>} */
export const remove = (path) => change("DELETE", path);
