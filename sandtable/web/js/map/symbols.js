/** Markup of symbols and glyphs from the server, made into nodes: only drawing elements, only drawing attributes. */

const SPACE = "http://www.w3.org/2000/svg";
const ELEMENTS = new Set(
  "g path rect circle ellipse line polyline polygon text tspan clipPath mask pattern use".split(" "),
);
const ATTRIBUTES = new Set(
  ("d x y x1 y1 x2 y2 cx cy r rx ry width height points transform class fill fill-opacity fill-rule stroke " +
    "stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-dasharray font-size font-weight " +
    "text-anchor opacity id clip-rule clipPathUnits maskUnits patternUnits patternTransform viewBox href").split(" "),
);

/**
 * The nodes of a piece of markup.
 * @param {string} markup
 * @returns {Node[]}
 */
export function nodes(markup) {
  const read = new DOMParser().parseFromString(`<svg xmlns="${SPACE}">${markup}</svg>`, "image/svg+xml");
  if (read.querySelector("parsererror")) return [];
  return [...read.documentElement.childNodes].flatMap((node) => copy(node));
}

/**
 * @param {Node} node
 * @returns {Node[]}
 */
function copy(node) {
  if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.textContent ?? "")];
  if (!(node instanceof Element) || !ELEMENTS.has(node.localName)) return [];
  const made = document.createElementNS(SPACE, node.localName);
  for (const { name, value } of node.attributes) {
    // A reference may only point into the drawing itself.
    if (ATTRIBUTES.has(name) && (name !== "href" || value.startsWith("#"))) made.setAttribute(name, value);
  }
  made.append(...[...node.childNodes].flatMap((child) => copy(child)));
  return [made];
}

/**
 * Fill the definitions of a map: clip paths, patterns, symbols of counters, glyphs of marks.
 * @param {SVGDefsElement} defs
 * @param {import("../types").DrawnMap} drawing
 */
export function define(defs, drawing) {
  defs.replaceChildren(...nodes(drawing.defs));
  const all = [
    ...Object.entries(drawing.symbols).map(([id, markup]) => [`sign-${id}`, markup]),
    ...Object.entries(drawing.marks).map(([id, markup]) => [`mark-${id}`, markup]),
  ];
  for (const [id, markup] of all) {
    const made = document.createElementNS(SPACE, "symbol");
    made.setAttribute("id", id);
    made.setAttribute("viewBox", "0 0 100 100");
    made.append(...nodes(markup));
    defs.append(made);
  }
  const [width, height] = drawing.view;
  const size = `width="${width}" height="${height}"`;
  const frame = `<rect ${size}`;
  const sheets = drawing.sheets?.length ? drawing.sheets : [{ x: 0, y: 0, w: width, h: height }];
  defs.append(
    ...nodes(`<clipPath id="map-all">${frame}/></clipPath>`),
    ...nodes(`<clipPath id="map-view">${sheets.map((s) => `<rect x="${s.x}" y="${s.y}" width="${s.w}" height="${s.h}"/>`).join("")}</clipPath>`),
    ...nodes(`<mask id="map-water" maskUnits="userSpaceOnUse" x="0" y="0" ${size}>${frame} fill="#fff"/><use href="#map-coast" fill="#000"/></mask>`),
  );
  Object.keys(drawing.letters).forEach((side, n) => defs.append(hatch(side, n)));
}

/** Hatches that tell sides apart without colour: lines at angles of their own, then dots. */
const HATCHES = ["M0 4h8", "M4 0v8", "M0 8L8 0", "M0 0L8 8", "M0 4h8M4 0v8", "M4 3v2", "M0 8L8 0M0 0L8 8", "M2 2v1M6 6v1"];

/**
 * @param {string} side
 * @param {number} n
 */
function hatch(side, n) {
  const made = document.createElementNS(SPACE, "pattern");
  made.setAttribute("id", `side-${side}`);
  made.setAttribute("width", "8");
  made.setAttribute("height", "8");
  made.setAttribute("patternUnits", "userSpaceOnUse");
  made.setAttribute("class", "hatch");
  const path = document.createElementNS(SPACE, "path");
  path.setAttribute("d", side === "neutral" ? "" : (HATCHES[n % HATCHES.length] ?? ""));
  made.append(path);
  return made;
}
