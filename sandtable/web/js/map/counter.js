/** A counter: colour of the nation, military symbol, ratings, how many, what it has done. */
import { html } from "../preact.js";
import { Body } from "./shapes.js";

/** @typedef {import("../types").Piece} Piece */

/** @type {Record<string, string>} */
const STATUS = { moved: "m", attacks: "a", supports: "s", landed: "l" };

/**
 * What can be read on a colour.
 * @param {string} colour
 */
export function inkOn(colour) {
  const part = (/** @type {number} */ i) => ((parseInt(colour.slice(i, i + 2), 16) || 0) / 255) ** 2.2;
  const light = 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
  // In between, only full black stands out enough.
  return light > 0.24 ? "#1f1e1a" : light > 0.18 ? "#000000" : "#ffffff";
}

/**
 * A counter in words: `2 × German infantry 5-3, reduced, moved`.
 * @param {Piece} piece
 * @param {Record<string, string>} names
 */
export function describe(piece, names) {
  const face = piece.full ? (names.full ?? "") : (names.reduced ?? "reduced");
  const many = piece.number > 1 ? `${piece.number} × ` : "";
  return [`${many}${piece.name} ${piece.strength}`.trim(), face, piece.status].filter(Boolean).join(", ");
}

/**
 * The face of a counter in a square of 26 units.
 * @param {{ piece: Piece, colours: Record<string, string>, letters: Record<string, string> }} props
 */
export function Face({ piece, colours, letters }) {
  const colour = colours[piece.nation] ?? colours[piece.side] ?? "#cfcab8";
  const ink = inkOn(colour);
  const back = Math.min(piece.number - 1, 2);
  const bare = !piece.strength;
  if (piece.shape) {
    return html`<${Body} piece=${piece} colour=${colour} ink=${ink} letter=${letters[piece.side] ?? ""} /><${Told} piece=${piece} />`;
  }
  return html`
    ${Array.from({ length: back }, (_, i) => back - i).map(
      (n) => html`<rect class="under" x=${1.9 * n} y=${-1.9 * n} width="26" height="26" rx="2.6" fill=${colour} />`,
    )}
    <rect class="face" width="26" height="26" rx="2.6" fill=${colour} />
    ${!piece.full && html`<path class="stripe" d="M.6 14L14 .6h8L.6 22z" />`}
    <use
      class=${bare ? "sign bare" : "sign"}
      href=${`#sign-${piece.symbol}`}
      x=${bare ? 3 : 5}
      y=${bare ? 1.6 : 3}
      width=${bare ? 20 : 16}
      height=${bare ? 20 : 16}
      color=${ink}
    />
    ${!bare && html`<text class="top" x=${piece.status ? 16 : 13} y="5.3" fill=${ink}>${piece.label || "××××"}</text>`}
    ${!bare && html`<${Strength} piece=${piece} ink=${ink} />`}
    ${letters[piece.side] && bare && html`<text class="top" x="13" y="24" fill=${ink}>${letters[piece.side]}</text>`}
    <${Told} piece=${piece} />
  `;
}

/**
 * How many there are, and what they have done: within the counter's width, for others stand beside it.
 * @param {{ piece: Piece }} props
 */
function Told({ piece }) {
  const wide = piece.number > 9 ? 16 : 11.6;
  return html`
    ${piece.number > 1 &&
    html`<g class="many"><rect x=${27.8 - wide} y="-4.4" width=${wide} height="9.6" rx="4.8" /><text x=${27.8 - wide / 2} y="2.9">×${piece.number}</text></g>`}
    ${piece.status &&
    html`<g class="status"><circle cx="3.5" cy="1.5" r="4.6" /><text x="3.5" y="4.2">${STATUS[piece.status] ?? piece.status[0]}</text></g>`}
  `;
}

/**
 * The strengths of both faces, the current one in large type; or the ratings.
 * @param {{ piece: Piece, ink: string }} props
 */
function Strength({ piece, ink }) {
  const faces = piece.strength.split("-");
  if (faces.length !== 2) {
    const long = piece.strength.length > 4;
    return html`<text class=${long ? "rating long" : "rating"} x="13" y="24" textLength=${long ? Math.min(24, piece.strength.length * 4.4) : undefined} lengthAdjust="spacingAndGlyphs" fill=${ink}>${piece.strength}</text>`;
  }
  const up = piece.full ? 0 : 1;
  return html`<text class="rating" x="13" y="24.2" fill=${ink}>
    ${faces.map((face, i) => html`${i > 0 && html`<tspan class="down">-</tspan>`}<tspan class=${i === up ? "up" : "down"}>${face}</tspan>`)}
  </text>`;
}
