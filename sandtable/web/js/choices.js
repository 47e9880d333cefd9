/** Which things on the table a question highlights, and which choices need a button. */

/** @typedef {import("./types").Choice} Choice */
/** @typedef {import("./types").Prompt} Prompt */

/**
 * @typedef {object} Offers
 * @property {Prompt | null} prompt
 * @property {Map<number, Choice>} places  by the place's own choice
 * @property {Map<number, Choice>} pieces  by the counter's own choice
 * @property {Map<number, Choice>} cards
 * @property {Choice[]} buttons
 * @property {{ kind: string, choices: Choice[] }[]} others  by kind; some of them are counters too
 */

/** What kinds of choices without a place on the table are called. */
/** @type {Record<string, string>} */
const KINDS = {
  army: "Armies to build",
  mission: "Missions",
  tile: "Developments",
  type: "Kinds of units",
  kind: "Kinds of units",
  nation: "Nations",
  track: "Markers",
  power: "Powers",
  tech: "Technologies",
  unit: "Units",
  card: "Cards",
  area: "Areas",
};

/**
 * What choices of a kind are called.
 * @param {string} kind
 */
export const kindName = (kind) => KINDS[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll("_", " ")}`;

/**
 * @param {Prompt | null} prompt
 * @param {import("./types").State} state
 * @returns {Offers}
 */
export function offersOf(prompt, state) {
  /** @type {Offers} */
  const offers = { prompt, places: new Map(), pieces: new Map(), cards: new Map(), buttons: [], others: [] };
  if (!prompt) return offers;
  const { places, pieces } = state.scene;
  const areas = new Set(places.map((p) => p.choice));
  const counters = new Set(pieces.map((p) => p.choice));
  const cards = new Set(state.cards.map((c) => c.choice));
  /** @type {Choice[]} */
  const apart = [];
  for (const choice of prompt.choices) {
    if (counters.has(choice.id)) {
      offers.pieces.set(choice.id, choice);
      if (setApart(choice)) apart.push(choice);
    } else if (areas.has(choice.id)) offers.places.set(choice.id, choice);
    else if (cards.has(choice.id)) offers.cards.set(choice.id, choice);
    else if (choice.key.startsWith("button:")) offers.buttons.push(choice);
    else apart.push(choice);
  }
  /** @type {Map<string, Choice[]>} */
  const kinds = new Map();
  for (const choice of apart) {
    const alike = counterOf(choice, pieces);
    if (alike && !offers.pieces.has(alike.choice)) {
      offers.pieces.set(alike.choice, choice);
      if (!setApart(choice)) continue;
    }
    const kind = choice.key.split(":")[0] ?? "";
    kinds.set(kind, [...(kinds.get(kind) ?? []), choice]);
  }
  offers.others = [...kinds].map(([kind, choices]) => ({ kind, choices }));
  return offers;
}

/**
 * The part of a label that tells choices of the same counter apart: which fight is meant. The counter does not show
 * it, so such choices have buttons too.
 * @param {Choice} choice
 */
export const setApart = (choice) => / – (.+)$/.exec(choice.label)?.[1] ?? "";

/**
 * The counter that stands for a unit which has none of its own in the scene: `unit:ge_af@berlin/2`.
 * @param {Choice} choice
 * @param {import("./types").Piece[]} pieces
 */
function counterOf(choice, pieces) {
  const found = /^unit:([^@.]+)(\.[a-z_]+)?@([^/]+)/.exec(choice.key);
  if (!found) return undefined;
  const [, kind, face, place] = found;
  const there = pieces.filter((p) => p.place === place && p.kind === kind);
  return there.find((p) => p.full === !face) ?? there[0];
}
