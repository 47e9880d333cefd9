/** A small picture for each game: some of its counters. */
import { html } from "../view.js";

/**
 * Colour and symbol of each counter, then the words on it.
 * @type {Record<string, [string, string, string][]>}
 */
const COUNTERS = {
  downfall: [["#8f9b98", "armor", "6-4"], ["#9db4d6", "foot", "3-2"], ["#b5654a", "foot", "3-2"]],
  on_to_berlin: [["#8c9691", "foot", "3-1-2"], ["#c9b07c", "air", "0-1-2"], ["#d0654d", "armor", "4-2-3"]],
  total_domination: [["#6f7675", "foot", "G"], ["#efece4", "ship", "J"], ["#7d9a5e", "air", "U"], ["#b8503f", "foot", "S"]],
};

/** @type {Record<string, string>} */
const SIGNS = {
  foot: "M6 9h18v11H6zM6 9l18 11M24 9L6 20",
  armor: "M6 9h18v11H6zM11 11.5h8a3 3 0 0 1 0 6h-8a3 3 0 0 1 0-6",
  air: "M6 9h18v11H6zM15 14.5c-6-6-6 6 0 0c6 6 6-6 0 0",
  ship: "M6 16h3v-3h3v-4h4v4h4v3h4l-3 5H9z",
};

/** @param {{ slug: string }} props */
export function Emblem({ slug }) {
  const counters = COUNTERS[slug] ?? [];
  return html`<svg class="emblem" viewBox=${`0 0 ${counters.length * 34 + 4} 34`} aria-hidden="true">
    ${counters.map(
      ([colour, sign, words], n) =>
        html`<g transform=${`translate(${n * 34 + 2} ${n % 2 ? 3 : 1}) rotate(${n % 2 ? 2 : -2} 15 15)`}>
          <rect width="30" height="30" rx="3" fill=${colour} />
          <path class="sign" d=${SIGNS[sign]} />
          <text x="15" y="28">${words}</text>
        </g>`,
    )}
  </svg>`;
}
