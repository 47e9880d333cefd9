/** Cards: the player's hand as a tray below the map, and all open piles. */
import { inkOn } from "../map/counter.js";
import { classes, html, useState } from "../preact.js";
import { Foldable } from "./foldable.js";

/** @typedef {import("../types").Card} Card */
/** @typedef {import("../types").DrawnMap} DrawnMap */

const MANY = 10; // cards that are worth a search

/**
 * The cards that belong below the map: the player's hand, what is in play, and whatever may be chosen.
 * @param {Card[]} cards
 * @param {import("../choices").Offers} offers
 */
export function trayOf(cards, offers) {
  return cards.filter((c) => c.held || offers.cards.has(c.choice));
}

/**
 * What all cards on the table share.
 * @typedef {object} Hands
 * @property {DrawnMap | null} drawing
 * @property {import("../choices").Offers} offers
 * @property {Set<number>} marked
 * @property {Set<number>} picked  chosen just now
 * @property {boolean} busy
 * @property {(card: Card) => void} pick
 * @property {Card | null} [reading]
 * @property {(card: Card | null) => void} [read]  told which card is pointed at
 */

/** @param {Hands & { card: Card }} props */
function OneCard({ card, drawing, offers, marked, picked, busy, pick, reading, read }) {
  const may = offers.cards.has(card.choice);
  /** @param {MouseEvent} event */
  const click = (event) => {
    // A finger cannot point at a card without touching it: where words are cut off, the first touch shows them all.
    const touch = event instanceof PointerEvent && event.pointerType === "touch";
    if (touch && read && reading !== card && cut(event)) read(card);
    else pick(card);
  };
  /** @param {Event} event */
  const point = (event) => read?.(cut(event) ? card : null);
  const away = () => read?.(null);
  return html`<li>
    <button
      type="button"
      class=${classes("playing-card", may && "lit", marked.has(card.choice) && "marked", picked.has(card.choice) && !may && "picked")}
      disabled=${busy}
      data-card=${card.choice}
      data-choice=${offers.cards.get(card.choice)?.id}
      onClick=${click}
      onPointerEnter=${(/** @type {PointerEvent} */ e) => e.pointerType === "mouse" && point(e)}
      onPointerLeave=${(/** @type {PointerEvent} */ e) => e.pointerType === "mouse" && away()}
      onFocus=${(/** @type {FocusEvent} */ e) => e.target instanceof Element && e.target.matches(":focus-visible") && point(e)}
      onBlur=${away}
    >
      <${Head} card=${card} drawing=${drawing} />
      <span class="words">${card.text}</span>
      <span class="foot">${may && html`<span class="may" aria-hidden="true">◆ </span>`}${sort(card, drawing)}${may && html`<span class="hidden">. May be chosen.</span>`}</span>
    </button>
  </li>`;
}

/**
 * Whether some of a card's words cannot be read where it lies.
 * @param {Event} event
 */
function cut(event) {
  const words = event.currentTarget instanceof Element ? event.currentTarget.querySelector(".words") : null;
  return words !== null && words.scrollHeight > words.clientHeight + 1;
}

/**
 * @param {Card} card
 * @param {DrawnMap | null} drawing
 */
function sort(card, drawing) {
  return [drawing?.names[card.colour] ?? "", card.kind === "card" ? "" : card.kind].filter(Boolean).join(" · ");
}

/**
 * The name of a card in its colours, with what is printed on it.
 * @param {{ card: Card, drawing: DrawnMap | null }} props
 */
function Head({ card, drawing }) {
  const colour = drawing?.colours[card.colour] ?? "#d8d2bf";
  const paint = (/** @type {HTMLElement | null} */ node) => {
    node?.style.setProperty("--colour", colour);
    node?.style.setProperty("--on-colour", inkOn(colour));
  };
  return html`<span class="head" ref=${paint}>
    ${card.value !== null && html`<b class="value">${card.value}</b>`}
    <span class="title">${card.name}</span>
  </span>`;
}

/**
 * Cards by the piles they lie in.
 * @param {Card[]} cards
 */
function byPile(cards) {
  /** @type {Map<string, Card[]>} */
  const piles = new Map();
  for (const card of cards) piles.set(card.pile, [...(piles.get(card.pile) ?? []), card]);
  return [...piles];
}

/**
 * The cards below the map.
 * @param {Hands & { cards: Card[] }} props
 */
export function Tray({ cards, ...rest }) {
  return html`<div class=${classes("tray", cards.length <= 4 && "roomy")}>
    ${byPile(cards).map(
      ([pile, there]) =>
        html`<section class="pile" key=${pile} aria-label=${pile}>
          <h2>${pile} <span class="quiet">${there.length}</span></h2>
          <ul class="cards">${there.map((card) => html`<${OneCard} key=${card.choice} card=${card} ...${rest} />`)}</ul>
        </section>`,
    )}
  </div>`;
}

/**
 * All cards one may look at: piles that fold away, found by their words.
 * @param {Hands & { cards: Card[], game: string }} props
 */
export function Piles({ cards, game, ...rest }) {
  const [words, setWords] = useState("");
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = wanted.length
    ? cards.filter((c) => {
        const text = `${c.name} ${c.text} ${c.kind} ${c.pile} ${rest.drawing?.names[c.colour] ?? ""}`.toLocaleLowerCase();
        return wanted.every((w) => text.includes(w));
      })
    : cards;
  return html`<div class="piles">
    ${cards.length > MANY &&
    html`<p class="row find"><input type="search" aria-label="Find cards" placeholder=${`Find among ${cards.length} cards`} value=${words} onInput=${(/** @type {Event} */ e) => setWords(/** @type {HTMLInputElement} */ (e.target).value)} />
        <span class="quiet" role="status">${wanted.length ? `${found.length} found` : ""}</span></p>`}
    ${byPile(found).map(([pile, there]) => {
      const open = there.some((c) => c.own || rest.offers.cards.has(c.choice)) || there.length <= 4;
      return html`<${Foldable} key=${pile} name=${`${game}: ${pile}`} open=${open} forced=${wanted.length > 0} title=${html`${pile} <span class="quiet">${there.length}</span>`}>
        <ul class="cards">${there.map((card) => html`<${OneCard} key=${card.choice} card=${card} ...${rest} />`)}</ul>
      <//>`;
    })}
  </div>`;
}

/**
 * The whole text of the card that is pointed at.
 * @param {{ card: Card | null, drawing: DrawnMap | null, offers: import("../choices").Offers }} props
 */
export function Reading({ card, drawing, offers }) {
  if (!card) return null;
  return html`<div class="reading" aria-hidden="true">
    <${Head} card=${card} drawing=${drawing} />
    <p>${card.text}</p>
    <p class="foot quiet">${sort(card, drawing)}${offers.cards.has(card.choice) && html` <b class="tap">Tap again to choose.</b>`}</p>
  </div>`;
}
