/** The layers of the map below the counters. */
import { Component, classes, html } from "../preact.js";
import { inkOn } from "./counter.js";

/** @typedef {import("../types").DrawnMap} DrawnMap */
/** @typedef {import("../types").Scene} Scene */

/**
 * Shapes in their looks: every stroke of every shape.
 * @param {DrawnMap} drawing
 * @param {import("../types").MapLine[]} lines
 */
function shapes(drawing, lines) {
  return lines.flatMap(({ kind, path }) =>
    (drawing.looks[kind] ?? []).map((look, n) =>
      path.startsWith("#")
        ? html`<use class=${`look-${kind} s${n}`} ...${look} href=${path} />`
        : html`<path class=${`look-${kind} s${n}`} ...${look} d=${path} />`,
    ),
  );
}

/** What never changes: drawn once for each map. The seas' own tints lie between `water` and `ground`. */
export class Still extends Component {
  /** @param {{ of: DrawnMap, part: "water" | "ground" | "lines" }} next */
  shouldComponentUpdate(next) {
    const props = /** @type {{ of: DrawnMap }} */ (this.props);
    return next.of !== props.of;
  }

  /** @param {{ of: DrawnMap, part: "water" | "ground" | "lines" }} props */
  render({ of: drawing, part }) {
    if (part !== "lines") {
      const wet = drawing.ground.filter((line) => (line.kind === "sea") === (part === "water"));
      return html`<g class="ground">${shapes(drawing, wet)}</g>`;
    }
    const all = [...drawing.lines, ...drawing.edges.flatMap((edge) => edge.shapes)];
    const signs = drawing.edges.flatMap((edge) => edge.signs ?? []);
    return html`<g class="lines">
      ${shapes(drawing, all)}${signs.map(glyph)}
      ${(drawing.captions ?? []).map(
        (t) => html`<text class="caption" x=${t.x} y=${t.y} text-anchor=${t.anchor} font-size=${drawing.sizes.chip}>${t.text}</text>`,
      )}
      ${(drawing.sheets ?? []).map((s) => html`<text class="sheet" x=${s.x} y=${s.y - 10}>${s.title}</text>`)}
    </g>`;
  }
}

/**
 * Seas, or areas on land, in the tint of the side that controls them, with their terrain.
 * @param {{ drawing: DrawnMap, scene: Scene, sea: boolean }} props
 */
export function Tints({ drawing, scene, sea }) {
  return html`<g class="tints">
    ${(drawing.polar || drawing.boxed) &&
    !sea &&
    html`<g class="far" clip-path="url(#map-land)">
      ${scene.places.map((p) => {
        const spot = drawing.places[p.id];
        return spot?.ground && html`<path d=${spot.ground} fill=${drawing.ground_tints[p.owner] ?? "none"} />`;
      })}
    </g>`}
    ${scene.places.map((p) => {
      const spot = drawing.places[p.id];
      if (!spot?.path || drawing.polar || sea !== (spot.kind === "sea")) return null;
      const tints = spot.kind === "sea" ? drawing.sea_tints : drawing.tints;
      const clip = spot.clip ? `url(#${spot.clip})` : undefined;
      return html`<g key=${p.id} clip-path=${clip}>
        <path class="tint" d=${spot.path} fill=${tints[p.owner] ?? tints.neutral} />
        ${spot.terrain.map((t) => html`<path d=${spot.path} fill=${`url(#map-${t})`} />`)}
        <path class="side" d=${spot.path} fill=${`url(#side-${p.owner})`} />
      </g>`;
    })}
  </g>`;
}

/**
 * The places themselves: what is clicked, their names, holders and marks.
 * @param {{ drawing: DrawnMap, scene: Scene, offers: import("../choices").Offers, marked: Set<number>, picked: Set<number> }} props
 */
export function Plates({ drawing, scene, offers, marked, picked }) {
  // Land lies on the sea, for the eye as for clicks.
  const wet = (/** @type {import("../types").ScenePlace} */ p) => (drawing.places[p.id]?.kind === "sea" ? 0 : 1);
  const places = [...scene.places].sort((a, b) => wet(a) - wet(b));
  const shown = places.flatMap((place) => {
    const spot = drawing.places[place.id];
    const may = offers.places.has(place.choice);
    const taken = !may && picked.has(place.choice);
    const look = classes("place", may && "lit", taken && "picked", marked.has(place.choice) && "marked");
    const light = place.choice >= 0 && (may || taken || marked.has(place.choice));
    return spot ? [{ place, spot, may, look, light }] : [];
  });
  // The outlines of all places lie below the names of all.
  return html`<g class="places">
    ${shown.map(({ place, spot, look, light }) => {
      if (!spot.path || place.choice < 0 || !(light || drawing.polar)) return null;
      const clip = spot.clip ? `url(#${spot.clip})` : undefined;
      return html`<g key=${`light-${place.id}`} class=${look} clip-path=${clip} aria-hidden="true">
        ${drawing.polar && sign(spot, place, drawing)}
        <g mask=${light && spot.kind === "sea" ? "url(#map-water)" : undefined}>
          ${light && html`<path class="glow" d=${spot.path} /><path class="light" d=${spot.path} />`}
        </g>
      </g>`;
    })}
    ${shown.map(({ place, spot, may, look }) => {
      const words = inWords(place, spot, drawing.names);
      if (place.choice < 0) return html`<g class="label" key=${place.id} aria-hidden="true">${plate(spot, place, drawing)}</g>`;
      const clip = spot.clip ? `url(#${spot.clip})` : undefined;
      return html`<g key=${place.id} class=${look} data-place=${place.id} data-choice=${offers.places.get(place.choice)?.id}>
        <title>${words}</title>
        ${spot.path && html`<g clip-path=${clip}><path class="hit" d=${spot.path} ...${control(may, words)} /></g>`}
        ${plate(spot, place, drawing)}
      </g>`;
    })}
  </g>`;
}

/**
 * Names beside the edges of several maps: a click on one goes to the place that it names.
 * @param {{ drawing: DrawnMap }} props
 */
export function Chips({ drawing }) {
  const chips = drawing.chips ?? [];
  if (!chips.length) return null;
  return html`<g class="chips">
    ${chips.map(
      (c) => html`<g class="chip" data-goto=${c.b}>
        <title>${`To ${c.text}, on the other map`}</title>
        <rect x=${c.x} y=${c.y} width=${c.w} height=${c.h} rx="4" />
        <text x=${c.x + c.w / 2} y=${c.y + c.h * 0.7} font-size=${drawing.sizes.chip}>${c.text}</text>
      </g>`,
    )}
  </g>`;
}

/**
 * The sign of an area on a polar board: its holder's colour, edged in that of its home.
 * @param {import("../types").MapPlace} spot
 * @param {import("../types").ScenePlace} place
 * @param {DrawnMap} drawing
 */
function sign(spot, place, drawing) {
  const home = drawing.colours[spot.country || "neutral"] ?? "#cfcab8";
  return html`<path class="sign" d=${spot.path} fill=${drawing.tints[place.owner] ?? drawing.tints.neutral} stroke=${home} />
    <path class="night" d=${spot.path} />
    <path class="side" d=${spot.path} fill=${`url(#side-${place.owner})`} />
    <path class=${classes("rimmed", place.marks.includes("arctic") && "arctic")} d=${spot.path} />`;
}

/**
 * The name of a place with the letter of its holder and its glyphs.
 * @param {import("../types").MapPlace} spot
 * @param {import("../types").ScenePlace} place
 * @param {DrawnMap} drawing
 */
function plate(spot, place, drawing) {
  const { plate: box } = spot;
  if (!box) return null;
  // Names are measured for one typeface; the reader's own is made to fit.
  const text = box.lines.map((line) => {
    const length = line.w || undefined;
    return html`<text class="called" x=${line.x} y=${line.y} font-size=${box.size} text-anchor=${line.anchor} textLength=${length} lengthAdjust="spacingAndGlyphs">${line.text}</text>`;
  });
  if (!box.disc) return html`<g class=${`name ${box.kind}`}>${text}${box.glyphs.map(glyph)}</g>`;
  const [x, y, r] = box.disc;
  const colour = drawing.colours[place.owner] ?? "#cfcab8";
  return html`<g class="plate" aria-hidden="true">
    <rect class="card" x=${box.x} y=${box.y} width=${box.w} height=${box.h} rx=${box.h / 2} />
    <circle class="disc" cx=${x} cy=${y} r=${r} fill=${colour} />
    <text class="letter" x=${x} y=${y + r * 0.5} font-size=${r * 1.35} fill=${inkOn(colour)}>${drawing.letters[place.owner] ?? ""}</text>
    ${text}
    ${box.glyphs.map(glyph)}
    ${place.marks.map((mark) => corner(mark, box, spot, drawing))}
  </g>`;
}

/**
 * A sign that is printed on the map.
 * @param {import("../types").MapMark} mark
 */
function glyph({ name, x, y, size }) {
  return html`<use href=${`#mark-${name}`} x=${x} y=${y} width=${size} height=${size} />`;
}

/**
 * A mark that comes and goes.
 * @param {string} mark
 * @param {import("../types").Box} box
 * @param {import("../types").MapPlace} spot
 * @param {DrawnMap} drawing
 */
function corner(mark, box, spot, drawing) {
  const [name, about = ""] = mark.split(":");
  const colour = drawing.colours[about] ?? "#cfcab8";
  const right = box.x + box.w;
  if (name === "damage") {
    return html`<use href="#mark-damage" x=${spot.x - 26} y=${spot.y - 26} width="20" height="20" />`;
  }
  if (name === "beachhead") {
    return html`<path class="flag" d=${`M${right - 4} ${box.y + box.h - 3}l13 4.8l-13 4.8z`} fill=${colour} />
      <text class="tiny" x=${right} y=${box.y + box.h + 4.4} fill=${inkOn(colour)}>${drawing.letters[about] ?? ""}</text>`;
  }
  if (name === "cube" || name === "held") {
    const letters = name === "cube" ? (drawing.letters[about] ?? "") : (drawing.names[`short:${about}`] ?? about.toUpperCase().slice(0, 2));
    const top = name === "cube" ? box.y - 5 : box.y + box.h - 4;
    const wide = name === "cube" ? 9 : 4 + 5 * letters.length;
    return html`<rect class="tag" x=${right - 6} y=${top} width=${wide} height="9" rx="1.5" fill=${colour} />
      <text class="tiny" x=${right - 6 + wide / 2} y=${top + 7} fill=${inkOn(colour)}>${letters}</text>`;
  }
  return null;
}

/**
 * What makes a shape a control: it has no text inside, its label says all.
 * @param {boolean} may
 * @param {string} words
 */
export function control(may, words) {
  return {
    role: may ? "button" : "img",
    tabindex: may ? 0 : -1,
    "aria-label": may ? `${words}: may be chosen` : words,
  };
}

/**
 * Name, control, terrain and marks of a place.
 * @param {import("../types").ScenePlace} place
 * @param {import("../types").MapPlace} spot
 * @param {Record<string, string>} names
 */
export function inWords(place, spot, names) {
  const words = [`${spot.name} (${names[place.owner] ?? place.owner})`];
  for (const word of [...spot.terrain, ...place.marks]) {
    const [name = "", about] = word.split(":");
    const told = names[name] ?? name.replaceAll("_", " ");
    words.push(about ? `${told} ${names[about] ?? about}` : told);
  }
  return words.join(", ");
}
