/** Where the counters of a place stand. */

/** @typedef {import("../types").Piece} Piece */
/** @typedef {import("../types").Box} Box */
/** @typedef {{ piece: Piece, x: number, y: number, size: number, free: boolean }} Spot  free: no other counter above it */
/** @typedef {{ spots: Spot[], tight: boolean }} Stack */

const SCALES = [1.45, 1.2, 1, 0.86, 0.74, 0.62];
const GAP = 0.12; // of a counter, between two of them
const ROW = 1.62; // of a counter: from one row of an opened stack to the next, so that arrows find room between them
const OVER = 1.3; // how far beyond its stand a row may reach before counters get small

/**
 * Lay counters into their stand: in rows, smaller when there are many, one over the other when all else fails.
 * @param {Piece[]} pieces
 * @param {Box} stand
 * @param {number} size  of a counter with room
 * @returns {Stack}
 */
export function lay(pieces, stand, size) {
  const count = pieces.length;
  if (!count) return { spots: [], tight: false };
  for (const scale of SCALES) {
    const side = size * scale;
    if (side > size && side > stand.h * 0.8) continue;
    const step = side * (1 + GAP);
    const wide = scale < 1 ? stand.w * OVER : stand.w;
    const columns = Math.max(1, Math.floor((wide + side * GAP) / step));
    const rows = Math.max(1, Math.floor((stand.h + side * GAP) / step));
    if (columns * rows >= count) return { spots: grid(pieces, stand, side, step, columns), tight: scale < 0.7 };
  }
  // A second row above the stand hides less than counters over counters do.
  const half = Math.ceil(count / 2);
  const small = size * 0.74;
  if (half * small * (1 + GAP) <= stand.w * 1.25 && stand.h < 2 * small) {
    const taller = { x: stand.x, y: stand.y + stand.h - small * (2 + GAP), w: stand.w, h: small * (2 + GAP) };
    return { spots: grid(pieces, taller, small, small * (1 + GAP), half), tight: false };
  }
  const side = small;
  const step = count > 1 ? Math.min(side * (1 + GAP), Math.max(side * 0.3, (stand.w * 1.15 - side) / (count - 1))) : 0;
  const left = stand.x + stand.w / 2 - (side + step * (count - 1)) / 2;
  const top = stand.y + stand.h / 2 - side / 2;
  return { spots: pieces.map((piece, i) => ({ piece, x: left + i * step, y: top, size: side, free: true })), tight: true };
}

/**
 * Rows, each in the middle.
 * @param {Piece[]} pieces
 * @param {Box} stand
 * @param {number} side
 * @param {number} step
 * @param {number} columns
 * @returns {Spot[]}
 */
function grid(pieces, stand, side, step, columns) {
  const rows = Math.ceil(pieces.length / columns);
  const even = Math.ceil(pieces.length / rows);
  const top = stand.y + (stand.h - (rows * step - side * GAP)) / 2;
  return pieces.map((piece, i) => {
    const row = Math.floor(i / even);
    const here = Math.min(even, pieces.length - row * even);
    const left = stand.x + (stand.w - (here * step - side * GAP)) / 2;
    return { piece, x: left + (i % even) * step, y: top + row * step, size: side, free: row === 0 };
  });
}

/**
 * A stack fanned out around a point: all counters apart, large enough to touch.
 * @param {Piece[]} pieces
 * @param {{ x: number, y: number }} middle
 * @param {number} side
 * @param {Box} within
 * @returns {{ spots: Spot[], box: Box }}
 */
export function fan(pieces, middle, side, within) {
  const step = side * 1.3;
  const down = side * ROW;
  const columns = Math.max(1, Math.min(pieces.length, Math.ceil(Math.sqrt(pieces.length * 1.8))));
  const rows = Math.ceil(pieces.length / columns);
  const edge = side * 0.35;
  const w = columns * step - side * 0.3 + 2 * edge;
  const h = rows * down - side * (ROW - 1) + 2 * edge + side * (ROW - 1.3);
  const x = clamp(middle.x - w / 2, within.x, within.x + within.w - w);
  const y = clamp(middle.y - h / 2, within.y, within.y + within.h - h);
  const spots = pieces.map((piece, i) => ({
    piece,
    x: x + edge + (i % columns) * step,
    y: y + h - edge - side - (rows - 1 - Math.floor(i / columns)) * down,
    size: side,
    free: true,
  }));
  return { spots, box: { x, y, w, h } };
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
function clamp(value, least, most) {
  return most < least ? (least + most) / 2 : Math.min(most, Math.max(least, value));
}

/**
 * The counters of every place, those of one side together.
 * @param {Piece[]} pieces
 * @returns {Map<string, Piece[]>}
 */
export function byPlace(pieces) {
  /** @type {Map<string, Piece[]>} */
  const found = new Map();
  for (const piece of pieces) {
    const there = found.get(piece.place);
    if (there) there.push(piece);
    else found.set(piece.place, [piece]);
  }
  for (const there of found.values()) {
    const order = [...new Set(there.map((p) => p.side))];
    there.sort((a, b) => order.indexOf(a.side) - order.indexOf(b.side));
  }
  return found;
}
