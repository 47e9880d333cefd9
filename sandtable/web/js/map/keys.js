/** Keys on the map: arrows go from thing to thing or move the map, plus and minus zoom. */

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Whether a key was for the map.
 * @param {KeyboardEvent} event
 * @param {SVGSVGElement} svg
 * @param {import("./camera.js").Camera} camera
 */
export function arrows(event, svg, camera) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === "+" || event.key === "=") camera.zoom(1.3);
  else if (event.key === "-") camera.zoom(1 / 1.3);
  else if (event.key === "0") {
    camera.touched = false;
    camera.fit();
  } else {
    const way = WAYS[event.key];
    if (!way) return false;
    const at = document.activeElement;
    const inside = at instanceof Element && at !== svg && svg.contains(at);
    const next = inside ? nearest(svg, at, way, event.shiftKey) : event.shiftKey ? nearest(svg, svg, way, true) : null;
    if (next) focus(next, camera);
    else if (!inside) camera.pan(-80 * way[0], -80 * way[1]);
  }
  return true;
}

/**
 * The nearest thing in a direction; without Shift only what may be chosen.
 * @param {SVGSVGElement} svg
 * @param {Element} from
 * @param {[number, number]} way
 * @param {boolean} all
 */
function nearest(svg, from, [wx, wy], all) {
  const here = middle(from);
  const things = svg.querySelectorAll(all ? ".hit" : ".lit > .hit, .lit > g > .hit");
  let best = null;
  let cost = Infinity;
  for (const thing of things) {
    if (thing === from) continue;
    const there = middle(thing);
    const along = (there.x - here.x) * wx + (there.y - here.y) * wy;
    const aside = Math.abs((there.x - here.x) * wy) + Math.abs((there.y - here.y) * wx);
    if (along <= 1 || aside > along * 1.5) continue;
    const far = along + 2 * aside;
    if (far < cost) {
      cost = far;
      best = thing;
    }
  }
  return best;
}

/** @param {Element} thing */
function middle(thing) {
  const rect = thing.getBoundingClientRect();
  return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
}

/**
 * @param {Element} thing
 * @param {import("./camera.js").Camera} camera
 */
function focus(thing, camera) {
  if (!(thing instanceof SVGElement)) return;
  thing.focus({ preventScroll: true });
  const { left, top } = camera.size();
  const rect = thing.getBoundingClientRect();
  const { x, y, k } = camera.view;
  camera.reveal({ x: (rect.left - left - x) / k, y: (rect.top - top - y) / k, w: rect.width / k, h: rect.height / k });
}
