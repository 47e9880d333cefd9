/** Texts for times, lists, seats and options. */

const AGO = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
/** @type {[number, Intl.RelativeTimeFormatUnit][]} */
const UNITS = [[31536000, "year"], [2592000, "month"], [86400, "day"], [3600, "hour"], [60, "minute"]];

/**
 * A time in milliseconds: the server may send text or seconds.
 * @param {string | number | undefined | null} at
 */
function milliseconds(at) {
  if (at === undefined || at === null || at === "") return NaN;
  if (typeof at === "number") return at < 1e11 ? at * 1000 : at;
  return Date.parse(at);
}

/**
 * `3 hours ago`.
 * @param {string | number | undefined | null} at
 */
export function ago(at) {
  const then = milliseconds(at);
  if (Number.isNaN(then)) return "";
  const seconds = Math.round((then - Date.now()) / 1000);
  for (const [size, unit] of UNITS) {
    if (Math.abs(seconds) >= size) return AGO.format(Math.round(seconds / size), unit);
  }
  return "just now";
}

/**
 * When something began: the time of day, with the day if that was another one.
 * @param {string | number | undefined | null} at
 */
export function since(at) {
  const then = new Date(milliseconds(at));
  if (Number.isNaN(then.getTime())) return "";
  const today = then.toDateString() === new Date().toDateString();
  return then.toLocaleString([], today ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
}

/**
 * A time of day, for chat.
 * @param {string | number | undefined | null} at
 */
export function clock(at) {
  const then = milliseconds(at);
  if (Number.isNaN(then)) return "";
  return new Date(then).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

/**
 * `a, b and c`.
 * @param {string[]} things
 */
export function listed(things) {
  if (things.length < 2) return things.join("");
  return `${things.slice(0, -1).join(", ")} and ${things[things.length - 1]}`;
}

/**
 * Who sits there: `Axis (you)`, `Allies (greedy bot)`.
 * @param {import("./types").Seat} seat
 */
export function sitter(seat) {
  if (seat.kind === "bot") return `${worded(seat.bot || "")} bot`.trim();
  if (seat.kind === "hotseat") return "at this screen";
  if (seat.mine) return "you";
  if (seat.player) return seat.player;
  if (seat.kind === "open") return "open seat";
  if (seat.kind === "invite") return "invited";
  return "nobody";
}

/**
 * A value of an option in words.
 * @param {import("./types").OptionValue} value
 */
export function worded(value) {
  if (value === true) return "yes";
  if (value === false) return "no";
  return String(value).replaceAll("_", " ");
}
