/** Cards: the own hand as a tray below the map, and all piles that lie open. */
import { inkOn } from "../map/counter.js";
import { classes, html } from "../view.js";

/** @typedef {import("../types").Card} Card */

const HELD = /(hand|packet|kept|reserve|offered|Lend-Lease|in play|in development)$/i;

/**
 * The cards that belong below the map: the own hand, what is in play, and whatever may be chosen.
 * @param {Card[]} cards
 * @param {import("../lit").Lit} lit
 */
export function trayOf(cards, lit) {
  return cards.filter((c) => lit.cards.has(c.choice) || (HELD.test(c.pile) && (c.own || /in play$/i.test(c.pile))));
}

/**
 * @param {object} props
 * @param {Card} props.card
 * @param {import("../types").DrawnMap | null} props.drawing
 * @param {import("../lit").Lit} props.lit
 * @param {Set<number>} props.marked
 * @param {boolean} props.busy
 * @param {(card: Card) => void} props.pick
 * @param {(card: Card | null) => void} [props.read]
 */
function OneCard({ card, drawing, lit, marked, busy, pick, read }) {
  const may = lit.cards.has(card.choice);
  const colour = drawing?.colours[card.colour] ?? "#d8d2bf";
  const whose = drawing?.names[card.colour] ?? "";
  const paint = (/** @type {HTMLElement | null} */ node) => {
    node?.style.setProperty("--colour", colour);
    node?.style.setProperty("--on-colour", inkOn(colour));
  };
  return html`<li>
    <button
      type="button"
      class=${classes("playing-card", may && "lit", marked.has(card.choice) && "marked")}
      disabled=${busy}
      data-card=${card.choice}
      data-choice=${lit.cards.get(card.choice)?.id}
      onClick=${() => pick(card)}
      onMouseEnter=${() => read?.(card)}
      onMouseLeave=${() => read?.(null)}
      onFocus=${() => read?.(card)}
      onBlur=${() => read?.(null)}
    >
      <span class="head" ref=${paint}>
        ${card.value !== null && html`<b class="value">${card.value}</b>`}
        <span class="title">${card.name}</span>
      </span>
      <span class="words">${card.text}</span>
      <span class="foot">${may && html`<span class="may" aria-hidden="true">◆ </span>`}${whose}${whose && card.kind !== "card" ? " · " : ""}${card.kind === "card" ? "" : card.kind}${may && html`<span class="hidden">. May be chosen.</span>`}</span>
    </button>
  </li>`;
}

/**
 * Cards in piles.
 * @param {object} props
 * @param {Card[]} props.cards
 * @param {import("../types").DrawnMap | null} props.drawing
 * @param {import("../lit").Lit} props.lit
 * @param {Set<number>} props.marked
 * @param {boolean} props.busy
 * @param {(card: Card) => void} props.pick
 * @param {(card: Card | null) => void} [props.read]  told which card is pointed at
 */
export function Piles({ cards, ...rest }) {
  /** @type {Map<string, Card[]>} */
  const piles = new Map();
  for (const card of cards) piles.set(card.pile, [...(piles.get(card.pile) ?? []), card]);
  return [...piles].map(
    ([pile, there]) =>
      html`<section class="pile" key=${pile} aria-label=${pile}>
        <h2>${pile} <span class="quiet">${there.length}</span></h2>
        <ul class="cards">
          ${there.map((card) => html`<${OneCard} key=${card.choice} card=${card} ...${rest} />`)}
        </ul>
      </section>`,
  );
}

/**
 * The whole text of the card that is pointed at.
 * @param {{ card: Card | null }} props
 */
export function Reading({ card }) {
  if (!card) return null;
  return html`<div class="reading" aria-hidden="true">
    <b>${card.name}${card.value === null ? "" : ` (${card.value})`}</b>
    <p>${card.text}</p>
  </div>`;
}
