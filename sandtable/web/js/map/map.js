/** The map: drawn ground, areas in their holders' tints, counters, what may be clicked, what the log mentions. */
import { setApart } from "../choices.js";
import { classes, html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../preact.js";
import { moves, useSettings } from "../settings.js";
import { Camera } from "./camera.js";
import { Face, describe } from "./counter.js";
import { arrows } from "./keys.js";
import { Chips, Plates, Still, Tints, control } from "./layers.js";
import { byPlace, fan, settle } from "./stacks.js";
import { define } from "./symbols.js";

/** @typedef {import("../types").DrawnMap} DrawnMap */
/** @typedef {import("../types").Piece} Piece */
/** @typedef {import("../types").Scene} Scene */
/** @typedef {import("../choices").Offers} Offers */

const HEAD = 34; // above each of several maps, with its title
const READ = 0.8; // the scale at which several maps together can be played on
const FAR = 0.48; // names cannot be read from so far away
const EASY = { mouse: 13, touch: 30 }; // pixels across a counter that can be hit without fanning out

/**
 * @typedef {object} Pick
 * @property {number} choice  of the thing clicked
 * @property {string} name
 * @property {boolean} offered
 */

/**
 * @param {object} props
 * @param {DrawnMap} props.drawing
 * @param {Scene} props.scene
 * @param {Offers} props.offers
 * @param {Set<number>} props.marked
 * @param {Set<number>} props.picked  chosen just now
 * @param {boolean} props.follow  whether what is marked is brought into sight
 * @param {boolean} props.busy
 * @param {(pick: Pick) => void} props.pick
 */
export function MapView({ drawing, scene, offers, marked, picked, follow, busy, pick }) {
  /** @type {import("../preact.js").Ref<SVGSVGElement | null>} */
  const svg = useRef(/** @type {any} */ (null));
  const group = useRef(/** @type {SVGGElement | null} */ (null));
  const defs = useRef(/** @type {SVGDefsElement | null} */ (null));
  const camera = useRef(/** @type {Camera | null} */ (null));
  const [scale, setScale] = useState(1);
  const [fanned, setFanned] = useState("");
  const sheets = drawing.sheets ?? [];
  const [sheet, setSheet] = useState(-1); // which of several maps fills the window
  const { hatches } = useSettings();
  const [width, height] = drawing.view;

  useLayoutEffect(() => {
    if (!svg.current || !group.current || !defs.current) return undefined;
    define(defs.current, drawing);
    const box = { x: 0, y: 0, w: width, h: height };
    // What depends on the zoom is drawn again only when the zoom has changed noticeably.
    const made = new Camera(svg.current, group.current, box, (view, at) => {
      setScale((old) => (Math.abs(Math.log(view.k / old)) > 0.12 ? view.k : old));
      setSheet(at.all ? -1 : sheets.findIndex((s) => on(s, at)));
    });
    camera.current = made;
    return () => made.stop();
  }, [drawing]);

  const stands = useMemo(() => byPlace(scene.pieces), [scene]);
  const stacks = useMemo(() => settle(stands, drawing), [stands, drawing]);

  // A fan stays open while there is something in it to choose.
  useEffect(() => {
    if (fanned && !stands.get(fanned)?.some((p) => offers.pieces.has(p.choice))) setFanned("");
  }, [scene, offers]);

  useMoves(svg, scene, stacks);
  useSight(camera, drawing, scene, offers);
  useEffect(() => {
    const eye = camera.current;
    const points = follow && eye?.touched ? markedPoints(drawing, scene, marked) : [];
    if (points.length && !eye?.sees(points)) eye?.reveal(around(points));
  }, [marked]);

  const within = useMemo(() => ({ x: 0, y: 0, w: width, h: height }), [drawing]);
  const open = fanned ? stands.get(fanned) : undefined;
  const spot = fanned ? drawing.places[fanned] : undefined;
  const spread = open && spot ? fan(open, { x: spot.x, y: spot.y }, Math.max(drawing.sizes.counter ?? 29, 42 / scale), within) : null;

  /** @param {string} id  of a place, perhaps on another map */
  const goTo = (id) => {
    const there = drawing.places[id];
    if (!there || !camera.current) return;
    camera.current.touched = true;
    camera.current.show(around([there]), Math.max(camera.current.view.k, 1));
  };

  /** @param {string} id  of a place */
  const place = (id) => scene.places.find((p) => p.id === id);

  /**
   * @param {Element} target
   * @param {string} pointer
   */
  const hit = (target, pointer) => {
    const away = target.closest("[data-goto]");
    if (away instanceof SVGElement) return goTo(away.dataset.goto ?? "");
    const thing = target.closest("[data-piece], [data-place]");
    if (!(thing instanceof SVGElement)) {
      setFanned("");
      return;
    }
    const { piece, place: here = "", fan: inFan } = thing.dataset;
    if (piece !== undefined) {
      const found = scene.pieces.find((p) => p.choice === Number(piece) && p.place === here);
      if (!found) return;
      if (found.choice < 0) return choosePlace(here, pointer); // a marker cannot be chosen
      const stack = stacks.get(here);
      const across = (stack?.spots[0]?.size ?? 29) * (camera.current?.view.k ?? 1);
      const small = across < (pointer === "touch" ? EASY.touch : EASY.mouse);
      const crowd = (stack?.spots.length ?? 0) > 1;
      const whole = place(here);
      if (!offers.pieces.has(found.choice) && whole && meansPlace(found, whole, scene, offers)) choosePlace(whole.id, pointer);
      else if (!inFan && pointer !== "key" && crowd && (small || stack?.tight)) setFanned(here);
      else pick({ choice: found.choice, name: found.name, offered: offers.pieces.has(found.choice) });
      return;
    }
    choosePlace(here, pointer);
  };

  /**
   * @param {string} id
   * @param {string} pointer
   */
  const choosePlace = (id, pointer) => {
    const whole = place(id);
    const drawn = drawing.places[id];
    if (!whole || !drawn) return;
    if (whole.choice < 0 && drawn.inside) return choosePlace(drawn.inside, pointer);
    const chosen = offers.places.has(whole.choice);
    const inside = stands.get(id) ?? [];
    const [alone] = inside;
    if (!chosen && alone && inside.length === 1 && offers.pieces.has(alone.choice)) {
      // Its name stands for the only counter there.
      pick({ choice: alone.choice, name: alone.name, offered: true });
    } else if (!chosen && pointer !== "key" && inside.some((p) => offers.pieces.has(p.choice)) && fanned !== id) setFanned(id);
    else if (whole.choice >= 0) {
      setFanned("");
      pick({ choice: whole.choice, name: drawn.name, offered: chosen });
    }
  };

  /** @param {MouseEvent} event */
  const click = (event) => {
    if (camera.current?.justDragged) return;
    const kind = event instanceof PointerEvent && event.pointerType ? event.pointerType : "mouse";
    if (event.target instanceof Element) hit(event.target, kind);
  };

  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const target = event.target;
    if (!camera.current || !svg.current || !(target instanceof Element)) return;
    if (event.key === "Escape" && fanned) setFanned("");
    else if ((event.key === "Enter" || event.key === " ") && target !== svg.current) hit(target, "key");
    else if (!arrows(event, svg.current, camera.current)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const count = offers.places.size + offers.pieces.size;
  const label = `Map. ${count ? `${count} things on it may be chosen.` : ""} Arrow keys move the map, plus and minus zoom, Tab goes to what may be chosen.`;
  return html`
    <div class=${classes("mapbox", busy && "busy", hatches && "hatched", scale < FAR && "far")}>
      <svg class="map" ref=${svg} role="group" aria-label=${label} tabindex="0" onClick=${click} onKeyDown=${key}>
        <defs ref=${defs}></defs>
        <g ref=${group}>
          <g clip-path="url(#map-view)">
            <${Still} of=${drawing} part="water" />
            <${Tints} drawing=${drawing} scene=${scene} sea=${true} />
            <${Still} of=${drawing} part="ground" />
            <${Tints} drawing=${drawing} scene=${scene} sea=${false} />
          </g>
          <g clip-path="url(#map-all)"><${Still} of=${drawing} part="lines" /></g>
          <rect class="night" x="-4000" y="-4000" width=${width + 8000} height=${height + 8000} />
          <${Chips} drawing=${drawing} />
          <${Plates} drawing=${drawing} scene=${scene} offers=${offers} marked=${marked} picked=${picked} />
          <g class="counters">
            ${[...stacks].map(([id, stack]) =>
              stack.spots.map((s) => counter(s, id, drawing, offers, marked, picked, false)),
            )}
          </g>
          ${spread &&
          html`<g class="fan">
            <rect class="fanbox" x=${spread.box.x} y=${spread.box.y} width=${spread.box.w} height=${spread.box.h} rx="6" />
            ${spread.spots.map((s) => counter(s, fanned, drawing, offers, marked, picked, true))}
          </g>`}
        </g>
      </svg>
      ${sheets.length > 1 &&
      html`<div class="sheets" role="group" aria-label="Which map">
        ${sheets.map((s, n) => {
          const here = offeredPoints(drawing, scene, offers).filter((p) => on(s, p)).length;
          return html`<button type="button" aria-pressed=${n === sheet} onClick=${() => showSheet(camera.current, s)}>
            ${s.title}${here > 0 && html`<span class="count" title="may be chosen there">${here}</span>`}
          </button>`;
        })}
      </div>`}
      <div class="zoom" role="group" aria-label="Zoom">
        <button type="button" aria-label="Zoom in" onClick=${() => camera.current?.zoom(1.4)}>+</button>
        <button type="button" aria-label="Zoom out" onClick=${() => camera.current?.zoom(1 / 1.4)}>−</button>
        <button type="button" aria-label="Show the whole map" onClick=${() => whole(camera.current)}>⤢</button>
        ${count > 0 &&
        html`<button type="button" aria-label="Show what may be chosen" onClick=${() => showOffers(camera.current, drawing, scene, offers)}>◎</button>`}
      </div>
    </div>
  `;
}

/**
 * Bring one of several maps into sight.
 * @param {Camera | null} camera
 * @param {import("../types").MapSheet} sheet
 */
function showSheet(camera, sheet) {
  if (!camera) return;
  camera.touched = true;
  camera.show({ x: sheet.x, y: sheet.y - HEAD, w: sheet.w, h: sheet.h + HEAD }, 6, 0.99);
}

/** @param {Camera | null} camera */
function whole(camera) {
  if (!camera) return;
  camera.touched = false;
  camera.fit();
}

/**
 * Whether a click on a counter that is not lit is meant for its place: it may be chosen, or places are asked for and no
 * counters of this side.
 * @param {Piece} piece
 * @param {import("../types").ScenePlace} place
 * @param {Scene} scene
 * @param {Offers} offers
 */
function meansPlace(piece, place, scene, offers) {
  if (offers.places.has(place.choice)) return true;
  if (!offers.places.size || place.choice < 0) return false;
  return !scene.pieces.some((p) => p.side === piece.side && offers.pieces.has(p.choice));
}

/**
 * A counter on the map.
 * @param {import("./stacks.js").Spot} spot
 * @param {string} place
 * @param {DrawnMap} drawing
 * @param {Offers} offers
 * @param {Set<number>} marked
 * @param {Set<number>} picked
 * @param {boolean} inFan
 */
function counter({ piece, x, y, size, free }, place, drawing, offers, marked, picked, inFan) {
  const choice = offers.pieces.get(piece.choice);
  const may = choice !== undefined;
  const taken = !may && picked.has(piece.choice);
  // A label tells more than the counter where there are others like it: which fight is meant.
  const more = choice && setApart(choice);
  const words = `${describe(piece, drawing.names)}, ${drawing.places[place]?.name ?? place}${more ? `, ${more}` : ""}${taken ? ", chosen" : ""}`;
  return html`<g
    key=${`${piece.choice}-${place}-${inFan}-${piece.choice < 0 ? piece.name : ""}`}
    class=${classes("piece", may && "lit", taken && "picked", marked.has(piece.choice) && "marked")}
    transform=${`translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 26).toFixed(3)})`}
    data-piece=${piece.choice}
    data-choice=${choice?.id}
    data-place=${place}
    data-fan=${inFan ? "1" : undefined}
  >
    <title>${words}</title>
    <g class="moving" aria-hidden="true">
      ${may && free && html`<path class="pointer" d="M13 -6.5l-4.6 -6h9.2z" />`}
      ${(may || taken || marked.has(piece.choice)) && html`<rect class="ring" x="-2.6" y="-2.6" width="31.2" height="31.2" rx="4" />`}
      <${Face} piece=${piece} colours=${drawing.colours} letters=${drawing.letters} />
    </g>
    <rect class="hit" width="26" height="26" rx="2.6" ...${control(may, words)} />
  </g>`;
}

/**
 * The middles of all that is lit.
 * @param {DrawnMap} drawing
 * @param {Scene} scene
 * @param {Offers} offers
 */
function offeredPoints(drawing, scene, offers) {
  const ids = [
    ...scene.places.filter((p) => offers.places.has(p.choice)).map((p) => p.id),
    ...scene.pieces.filter((p) => offers.pieces.has(p.choice)).map((p) => p.place),
  ];
  return ids.flatMap((id) => drawing.places[id] ?? []);
}

/**
 * The middles of all that is marked.
 * @param {DrawnMap} drawing
 * @param {Scene} scene
 * @param {Set<number>} marked
 */
function markedPoints(drawing, scene, marked) {
  const ids = [
    ...scene.places.filter((p) => marked.has(p.choice)).map((p) => p.id),
    ...scene.pieces.filter((p) => marked.has(p.choice)).map((p) => p.place),
  ];
  return ids.flatMap((id) => drawing.places[id] ?? []);
}

/**
 * Of points on several maps, if they cannot all be read together, those of the map that has most of them, or of
 * the next one if that is before our eyes already.
 * @param {DrawnMap} drawing
 * @param {{ x: number, y: number }[]} points
 * @param {Camera} camera
 */
function onOneSheet(drawing, points, camera) {
  const sheets = drawing.sheets ?? [];
  if (sheets.length < 2 || !points.length || camera.size().w / around(points).w > READ) return points;
  const each = sheets.map((s) => points.filter((p) => on(s, p))).filter((here) => here.length > 0);
  each.sort((a, b) => b.length - a.length);
  const seen = each.findIndex((here) => camera.touched && camera.sees(here));
  return each[(seen + 1) % each.length] ?? points;
}

/**
 * Whether a point is on one of several maps.
 * @param {import("../types").MapSheet} sheet
 * @param {{ x: number, y: number }} point
 */
function on(sheet, point) {
  return point.x > sheet.x && point.x < sheet.x + sheet.w;
}

/**
 * A box with room around some points.
 * @param {{ x: number, y: number }[]} points
 */
function around(points) {
  const xs = points.map((p) => p.x), ys = points.map((p) => p.y);
  const x = Math.min(...xs) - 60, y = Math.min(...ys) - 50;
  return { x, y, w: Math.max(...xs) + 60 - x, h: Math.max(...ys) + 50 - y };
}

/**
 * @param {Camera | null} camera
 * @param {DrawnMap} drawing
 * @param {Scene} scene
 * @param {Offers} offers
 */
function showOffers(camera, drawing, scene, offers) {
  if (!camera) return;
  const points = onOneSheet(drawing, offeredPoints(drawing, scene, offers), camera);
  if (!points.length) return;
  camera.touched = true;
  camera.show(around(points));
}

/**
 * A question whose answers are all out of sight brings them into sight.
 * @param {{ current: Camera | null }} camera
 * @param {DrawnMap} drawing
 * @param {Scene} scene
 * @param {Offers} offers
 */
function useSight(camera, drawing, scene, offers) {
  useLayoutEffect(() => {
    const points = offeredPoints(drawing, scene, offers);
    const eye = camera.current;
    if (!eye) return;
    const [first, second] = drawing.sheets ?? [];
    // Several maps together are too small to begin with.
    if (!points.length && first && second && !eye.touched && eye.view.k < FAR) showSheet(eye, first);
    if (!points.length) return;
    // On a small screen the first question decides where to look.
    if (eye.touched ? !eye.sees(points) : eye.view.k < FAR) showOffers(eye, drawing, scene, offers);
  }, [offers.prompt, drawing]);
}

/**
 * Counters that went from one place to another are seen going there.
 * @param {{ current: SVGSVGElement | null }} svg
 * @param {Scene} scene
 * @param {Map<string, import("./stacks.js").Stack>} stacks
 */
function useMoves(svg, scene, stacks) {
  const before = useRef(/** @type {Map<number, { place: string, x: number, y: number }>} */ (new Map()));
  useLayoutEffect(() => {
    /** @type {Map<number, { place: string, x: number, y: number }>} */
    const now = new Map();
    /** @type {{ choice: number, dx: number, dy: number }[]} */
    const gone = [];
    for (const [place, stack] of stacks) {
      for (const { piece, x, y, size } of stack.spots) {
        if (piece.choice < 0) continue;
        now.set(piece.choice, { place, x, y });
        const old = before.current.get(piece.choice);
        const unit = size / 26;
        if (old && old.place !== place) gone.push({ choice: piece.choice, dx: (old.x - x) / unit, dy: (old.y - y) / unit });
      }
    }
    before.current = now;
    if (!moves() || gone.length > 8) return;
    for (const { choice, dx, dy } of gone) {
      const node = svg.current?.querySelector(`[data-piece="${choice}"] > .moving`);
      const from = { transform: `translate(${dx}px, ${dy}px)` };
      node?.animate([from, { transform: "none" }], { duration: 420, easing: "cubic-bezier(.3,.1,.2,1)" });
    }
  }, [scene]);
}
