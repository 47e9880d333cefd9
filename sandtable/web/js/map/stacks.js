/** Where the counters of a place stand. */

/** @typedef {import("../types").Piece} Piece */
/** @typedef {import("../types").Box} Box */
/** @typedef {{ piece: Piece, x: number, y: number, size: number, free: boolean }} Spot  free: no other counter above it */
/** @typedef {{ spots: Spot[], tight: boolean }} Stack */

const SCALES = [1.45, 1.2, 1, 0.86, 0.74, 0.62];
const GAP = 0.12; // of a counter, between two of them
const ROW = 1.62; // of a counter: from one row of an opened stack to the next, so that arrows find room between them
const REACH = 120; // around a stand, where others may be hidden
const SMALLER = [1, 0.86, 0.74, 0.62, 0.54];
const ASIDE = [0, -0.25, 0.25, -0.5, 0.5, -0.8, 0.8, -1.2, 1.2]; // of a counter
const LETTER = 0.6; // how wide a letter of a caption is, of its height
const HIDES = 3; // the price of hiding one unit of area
const SHRINKS = 500; // of making counters smaller
const AWAY = 16; // of putting them aside by a counter
const TALL = 12; // of another row
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
 * The stacks of all places. Where areas lie side by side a row of counters may reach over the names and counters of
 * neighbours: then the arrangement is taken that hides least.
 * @param {Map<string, Piece[]>} stands
 * @param {import("../types").DrawnMap} drawing
 * @returns {Map<string, Stack>}
 */
export function settle(stands, drawing) {
  const size = drawing.sizes.counter ?? 29;
  /** @type {Map<string, Stack>} */
  const found = new Map();
  /** @type {[string, Piece[]][]} */
  const placed = [];
  for (const [place, pieces] of stands) {
    const spot = drawing.places[place];
    if (!spot) continue;
    found.set(place, lay(pieces, spot.stand, size));
    placed.push([place, pieces]);
  }
  const names = namesOf(drawing);
  if (!drawing.polar && !drawing.boxed) {
    const covers = new Map([...found].map(([id, stack]) => [id, stack.spots.map(shape)]));
    placed.sort(([, a], [, b]) => b.length - a.length);
    for (const [place, pieces] of placed) {
      const stand = drawing.places[place]?.stand;
      const own = covers.get(place) ?? [];
      if (!stand) continue;
      const reach = { x: stand.x - REACH, y: stand.y - REACH, w: stand.w + 2 * REACH, h: stand.h + 2 * REACH };
      const others = [...names, ...[...covers].flatMap(([id, boxes]) => boxes.map((box) => /** @type {[string, Box]} */ ([id, box])))];
      const near = others.flatMap(([id, box]) => (id !== place && shared(box, reach) > 0 ? [box] : []));
      if (!hidden(own, near)) continue;
      const better = makeRoom(pieces, stand, size, near, found.get(place));
      found.set(place, better);
      covers.set(place, better.spots.map(shape));
    }
  }
  for (const { spots } of found.values()) {
    for (const spot of spots) spot.free = spot.free && !names.some(([, name]) => shared(name, arrow(spot)) > 0);
  }
  return found;
}

/**
 * What can be read on a map, each with its place: plates, names without one, captions of straits.
 * @param {import("../types").DrawnMap} drawing
 * @returns {[string, Box][]}
 */
export function namesOf(drawing) {
  /** @type {(line: import("../types").MapText, size: number) => Box} */
  const line = ({ text, x, y, anchor, w }, size) => {
    const wide = w || text.length * size * LETTER;
    return { x: anchor === "middle" ? x - wide / 2 : x, y: y - size, w: wide, h: size * 1.2 };
  };
  /** @type {[string, Box][]} */
  const found = (drawing.captions ?? []).map((caption) => ["", line(caption, drawing.sizes.chip ?? 0)]);
  for (const [id, { plate }] of Object.entries(drawing.places)) {
    if (plate?.disc) found.push([id, plate]);
    else for (const text of plate?.lines ?? []) found.push([id, line(text, plate?.size ?? 0)]);
  }
  return found;
}

/**
 * The arrangement of a crowded stand that hides least of what is near: fewer in a row, smaller, or a little aside.
 * @param {Piece[]} pieces
 * @param {Box} stand
 * @param {number} size
 * @param {Box[]} near
 * @param {Stack} [usual]
 * @returns {Stack}
 */
function makeRoom(pieces, stand, size, near, usual) {
  let best = usual ?? lay(pieces, stand, size);
  let cost = HIDES * hidden(best.spots.map(shape), near);
  for (const scale of SMALLER) {
    const side = size * scale;
    const step = side * (1 + GAP);
    for (let columns = Math.min(pieces.length, 6); columns >= 1; columns -= 1) {
      const rows = Math.ceil(pieces.length / columns);
      const high = rows * step - side * GAP;
      for (const aside of ASIDE) {
        // The lowest row stays where it is, above the name.
        const room = { x: stand.x + aside * size, y: stand.y + stand.h - high, w: stand.w, h: high };
        let price = SHRINKS * (1 - scale) + AWAY * Math.abs(aside) + TALL * (rows - 1);
        if (price >= cost) continue;
        const spots = grid(pieces, room, side, step, columns);
        price += HIDES * hidden(spots.map(shape), near);
        if (price < cost) {
          cost = price;
          best = { spots, tight: scale < 0.7 };
        }
      }
    }
  }
  return best;
}

/**
 * How much of some boxes lies under others.
 * @param {Box[]} boxes
 * @param {Box[]} others
 */
function hidden(boxes, others) {
  let sum = 0;
  for (const box of boxes) for (const other of others) sum += shared(box, other);
  return sum;
}

/**
 * The area that two boxes share.
 * @param {Box} a
 * @param {Box} b
 */
function shared(a, b) {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}

/**
 * What a counter covers, with the ring of one that may be chosen, the counters behind it and how many they are.
 * @param {Spot} spot
 * @returns {Box}
 */
function shape({ piece, x, y, size }) {
  const ring = size * 0.1;
  const more = piece.number > 1 ? size * 0.17 : ring;
  return { x: x - ring, y: y - more, w: size + ring + more, h: size + ring + more };
}

/**
 * Where the arrow stands above a counter that may be chosen.
 * @param {Spot} spot
 * @returns {Box}
 */
function arrow({ x, y, size }) {
  return { x: x + size * 0.3, y: y - size * 0.5, w: size * 0.4, h: size * 0.3 };
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
