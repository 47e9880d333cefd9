/** Pieces other than counters, in a square of 26 units: cubes, disks, heads, pawns and tags. */
import { html } from "../preact.js";

/** @typedef {import("../types").Piece} Piece */

/**
 * The body of a piece; its number and status are drawn by whoever calls.
 * @param {{ piece: Piece, colour: string, ink: string, letter: string }} props
 */
export function Body({ piece, colour, ink, letter }) {
  if (piece.shape === "cube") {
    return html`
      <path class="edge top" d="M0 5L5 0H26L21 5Z" fill=${colour} />
      <path class="edge right" d="M21 5L26 0V21L21 26Z" fill=${colour} />
      <rect class="edge" y="5" width="21" height="21" fill=${colour} />
      ${!piece.full && html`<path class="stripe" d="M.6 17.6L12.6 5.6h6L.6 23.6z" />`}
      ${piece.symbol &&
      html`<use href=${`#sign-${piece.symbol}`} x="2.6" y=${piece.label ? 5.2 : 7} width="15.8" height="15.8" color=${ink} />`}
      <${Word} text=${piece.label} x=${10.5} y=${piece.symbol ? 24.8 : 20} size=${piece.symbol ? 6.4 : 11} room=${19} ink=${ink} />
    `;
  }
  if (piece.shape === "disk") {
    return html`
      <circle class="ringed dark" cx="13" cy="13" r="10.8" />
      <circle class="ringed" cx="13" cy="13" r="10.8" stroke=${colour} />
      <circle class="edge" cx="21" cy="5" r="5.2" fill=${colour} />
      <${Word} text=${letter} x=${21} y=${7.6} size=${7.4} room=${9} ink=${ink} />
    `;
  }
  if (piece.shape === "head") {
    return html`
      <rect class="edge" width="26" height="26" rx="3" fill="#f7f4ec" />
      <circle class="edge" cx="13" cy="7" r="4.4" fill=${colour} />
      <path class="edge" d="M4.5 18q.5-6 8.5-6t8.5 6z" fill=${colour} />
      <${Word} text=${piece.strength} x=${22.4} y=${7.4} size=${7} room=${7} ink="#1f1e1a" />
      <${Word} text=${piece.label} x=${13} y=${24.2} size=${6.4} room=${24.6} ink="#1f1e1a" />
    `;
  }
  if (piece.shape === "pawn") {
    return html`
      <path class="edge" d="M5 25h16q.5-6-4.5-8q-1.5-3-1.5-6h-4q0 3-1.5 6q-5 2-4.5 8z" fill=${colour} />
      <circle class="edge" cx="13" cy="6.6" r="5.2" fill=${colour} />
      <${Word} text=${piece.label || letter} x=${13} y=${23.6} size=${7.4} room=${14} ink=${ink} />
    `;
  }
  const tall = piece.symbol ? 26 : 15;
  return html`
    <rect class="edge dashed" y=${(26 - tall) / 2} width="26" height=${tall} rx="3" fill=${colour} />
    ${piece.symbol && html`<use href=${`#sign-${piece.symbol}`} x="5" y="0.6" width="16" height="16" color=${ink} />`}
    <${Word} text=${piece.label || piece.strength} x=${13} y=${piece.symbol ? 23.4 : 16} size=${8.4} room=${23.4} ink=${ink} />
  `;
}

/**
 * A word around a point, small enough for its room.
 * @param {{ text: string, x: number, y: number, size: number, room: number, ink: string }} props
 */
function Word({ text, x, y, size, room, ink }) {
  if (!text) return null;
  const fits = Math.min(size, room / (0.62 * text.length));
  return html`<text class="word" x=${x} y=${y} font-size=${fits.toFixed(2)} fill=${ink}>${text}</text>`;
}
