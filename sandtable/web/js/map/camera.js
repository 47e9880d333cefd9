/** Pan and zoom: a place on the screen is its place on the map times `k`, plus `x`, `y`. */

/** @typedef {{ x: number, y: number, k: number }} View */
/** @typedef {{ x: number, y: number, w: number, h: number }} Box */

const CLOSEST = 6;
const MARGIN = 0.25; // of the window that stays covered by the map at least
const DRAG = 5; // pixels that make a drag out of a click

/** Moves a group inside an SVG element by mouse, touch and keys. */
export class Camera {
  /**
   * @param {SVGSVGElement} svg
   * @param {SVGGElement} group
   * @param {Box} box  the map's own extent
   * @param {(view: View, at: { x: number, y: number, all: boolean }) => void} moved  told with the middle of the
   *   window, and whether about all of the map is in it
   */
  constructor(svg, group, box, moved) {
    this.svg = svg;
    this.group = group;
    this.box = box;
    this.moved = moved;
    /** @type {View} */
    this.view = { x: 0, y: 0, k: 1 };
    this.touched = false; // whether the player has moved the map
    /** @type {Map<number, { x: number, y: number }>} */
    this.pointers = new Map();
    this.start = { x: 0, y: 0 };
    this.dragging = false;
    this.justDragged = false;
    this.observer = new ResizeObserver(() => (this.touched ? this.settle() : this.fit()));
    this.observer.observe(svg);
    svg.addEventListener("wheel", this.wheel, { passive: false });
    svg.addEventListener("pointerdown", this.down);
    svg.addEventListener("pointermove", this.move);
    // A finger may leave the map, or what it touched, before it is lifted.
    window.addEventListener("pointerup", this.up);
    window.addEventListener("pointercancel", this.up);
    this.fit();
  }

  stop() {
    this.observer.disconnect();
    this.svg.removeEventListener("wheel", this.wheel);
    this.svg.removeEventListener("pointerdown", this.down);
    this.svg.removeEventListener("pointermove", this.move);
    window.removeEventListener("pointerup", this.up);
    window.removeEventListener("pointercancel", this.up);
  }

  size() {
    const rect = this.svg.getBoundingClientRect();
    return { w: rect.width || 1, h: rect.height || 1, left: rect.left, top: rect.top };
  }

  least() {
    const { w, h } = this.size();
    return Math.min(w / this.box.w, h / this.box.h) * 0.98;
  }

  /** The whole map. On a small screen as much of it as can be read, around its middle. */
  fit() {
    const { w, h } = this.size();
    const k = this.least();
    this.go({ k, x: (w - this.box.w * k) / 2 - this.box.x * k, y: (h - this.box.h * k) / 2 - this.box.y * k });
  }

  /**
   * Bring a box of the map into sight, no nearer than `nearest`.
   * @param {Box} part
   * @param {number} [nearest]
   * @param {number} [share]  of the window that it fills
   */
  show(part, nearest = 1.6, share = 0.85) {
    const { w, h } = this.size();
    const k = Math.max(this.least(), Math.min(nearest, share * Math.min(w / (part.w || 1), h / (part.h || 1))));
    this.go({ k, x: w / 2 - (part.x + part.w / 2) * k, y: h / 2 - (part.y + part.h / 2) * k });
  }

  /**
   * Move by as little as brings a box into sight; nothing if it is there already.
   * @param {Box} part
   */
  reveal(part) {
    const { w, h } = this.size();
    const { x, y, k } = this.view;
    const edge = 24;
    const left = part.x * k + x, top = part.y * k + y;
    const right = left + part.w * k, bottom = top + part.h * k;
    let dx = 0, dy = 0;
    if (left < edge) dx = edge - left;
    else if (right > w - edge) dx = w - edge - right;
    if (top < edge) dy = edge - top;
    else if (bottom > h - edge) dy = h - edge - bottom;
    if (dx || dy) this.go({ k, x: x + dx, y: y + dy });
  }

  /**
   * Whether any of these points is in sight.
   * @param {{ x: number, y: number }[]} points
   */
  sees(points) {
    const { w, h } = this.size();
    const { x, y, k } = this.view;
    return points.some((p) => p.x * k + x > 0 && p.x * k + x < w && p.y * k + y > 0 && p.y * k + y < h);
  }

  /** @param {View} view */
  go(view) {
    this.view = view;
    this.settle();
  }

  /** Keep the map in the window and draw. */
  settle() {
    const { w, h } = this.size();
    const view = this.view;
    view.k = Math.min(CLOSEST, Math.max(this.least(), view.k));
    view.x = hold(view.x, this.box.x * view.k, this.box.w * view.k, w);
    view.y = hold(view.y, this.box.y * view.k, this.box.h * view.k, h);
    // At once, not with the next frame: what is lit must not slip away under a finger that is coming down.
    const { x, y, k } = view;
    this.group.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${k.toFixed(4)})`);
    this.moved(view, { x: (w / 2 - x) / k, y: (h / 2 - y) / k, all: k < 1.2 * this.least() });
  }

  /**
   * Zoom around a point of the window (its middle if none is given).
   * @param {number} factor
   * @param {{ x: number, y: number }} [at]
   */
  zoom(factor, at) {
    const { w, h } = this.size();
    const point = at ?? { x: w / 2, y: h / 2 };
    const { x, y, k } = this.view;
    const next = Math.min(CLOSEST, Math.max(this.least(), k * factor));
    this.touched = true;
    this.go({ k: next, x: point.x - ((point.x - x) / k) * next, y: point.y - ((point.y - y) / k) * next });
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.touched = true;
    this.go({ ...this.view, x: this.view.x + dx, y: this.view.y + dy });
  }

  /** @param {WheelEvent} event */
  wheel = (event) => {
    event.preventDefault();
    const { left, top } = this.size();
    const lines = event.deltaMode === 1 ? 24 : 1;
    const by = Math.max(-160, Math.min(160, event.deltaY * lines));
    this.zoom(Math.exp(-by * (event.ctrlKey ? 0.01 : 0.0022)), { x: event.clientX - left, y: event.clientY - top });
  };

  /** @param {PointerEvent} event */
  down = (event) => {
    if (event.pointerType === "mouse" && event.button > 1) return;
    if (event.isPrimary) this.pointers.clear();
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) {
      this.start = { x: event.clientX, y: event.clientY };
      this.dragging = false;
      this.justDragged = false;
    }
  };

  /** @param {PointerEvent} event */
  move = (event) => {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.pointers.size === 1) {
      if (!this.dragging && Math.hypot(now.x - this.start.x, now.y - this.start.y) < DRAG) return;
      if (!this.dragging) this.svg.setPointerCapture(event.pointerId);
      this.dragging = this.justDragged = true;
      this.pan(now.x - before.x, now.y - before.y);
    } else if (this.pointers.size === 2) {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1] ?? before;
      const wide = Math.hypot(before.x - other.x, before.y - other.y) || 1;
      const { left, top } = this.size();
      this.dragging = this.justDragged = true;
      const middle = { x: (now.x + other.x) / 2 - left, y: (now.y + other.y) / 2 - top };
      this.zoom(Math.hypot(now.x - other.x, now.y - other.y) / wide, middle);
      this.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    }
    this.pointers.set(event.pointerId, now);
  };

  /** @param {PointerEvent} event */
  up = (event) => {
    this.pointers.delete(event.pointerId);
    if (this.pointers.size === 0) this.dragging = false;
  };
}

/**
 * Keep a stretch of the map over the window: inside when it is larger, in the middle when it is smaller.
 * @param {number} shift
 * @param {number} from
 * @param {number} length
 * @param {number} room
 */
function hold(shift, from, length, room) {
  if (length <= room) return (room - length) / 2 - from;
  const slack = room * MARGIN;
  return Math.min(slack - from, Math.max(room - slack - length - from, shift));
}
