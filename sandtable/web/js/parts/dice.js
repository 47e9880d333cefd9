/** Dice in a sentence, drawn as dice: `roll 2 5 6`, `die 4`; dice of other faces: `rolls [plane]`, `red hit`, `blue blank`. */
import { classes, html } from "../preact.js";

const ROLLS = /\b((?:die|dice|rolls?|rolled)(?:(?: \d+)+|(?:,? \[[^\]]+\])+))(?!\w)/;
/** Where the dots of a die are, in a square of three by three. */
const DOTS = ["", "4", "08", "048", "0268", "02468", "023568"];
const NAMED = /\b((?:red|blue|green|yellow|black|white|grey|brown|orange) (?:hit|tank|plane|card|blank|miss|star))\b/;
const COLOURS = new Set(["red", "blue", "green", "yellow", "black", "white", "grey", "brown", "orange"]);

/**
 * A die of six sides with its dots; other numbers as a number.
 * @param {number} n
 */
function die(n) {
  const dots = DOTS[n];
  if (!dots) return html` <span class="die">${n}</span>`;
  return html` <svg class="die" viewBox="0 0 20 20" role="img" aria-label=${String(n)}>
    <rect x="1" y="1" width="18" height="18" rx="4" />
    ${[...dots].map((at) => html`<circle cx=${5 + 5 * (Number(at) % 3)} cy=${5 + 5 * Math.floor(Number(at) / 3)} r="1.9" />`)}
  </svg>`;
}

/**
 * A die whose face has a name, perhaps after the die's colour.
 * @param {string} words
 */
function face(words) {
  const [first = "", ...rest] = words.split(" ");
  const colour = COLOURS.has(first) && rest.length ? first : "";
  return html`<span class=${classes("die named", colour && `of-${colour}`)} title=${words}>${colour ? html`<span class="hidden">${colour} </span>${rest.join(" ")}` : words}</span>`;
}

/**
 * @param {string} text
 * @returns {unknown}
 */
export function withDice(text) {
  const parts = text.split(ROLLS);
  return parts.map((part, i) => {
    if (i % 2 === 0) return part.split(NAMED).map((words, n) => (n % 2 ? face(words) : words));
    const [word = ""] = part.split(" ");
    const named = [...part.matchAll(/\[([^\]]+)\]/g)].map((found) => [" ", face(found[1] ?? "")]);
    return [word, ...(named.length ? named : part.split(" ").slice(1).map((n) => die(Number(n))))];
  });
}
