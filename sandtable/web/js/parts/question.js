/** What is asked: the sentence, its rule, buttons for what is not on the table, undo. */
import { kindName } from "../choices.js";
import { listed, sitter } from "../format.js";
import { allowed, want } from "../notify.js";
import { classes, html, useLayoutEffect, useRef, useState } from "../preact.js";
import { useSettings } from "../settings.js";
import { RuleChip } from "./rule_dialog.js";

/** @typedef {import("../types").State} State */
/** @typedef {import("../types").Choice} Choice */

/**
 * @param {object} props
 * @param {State} props.state
 * @param {import("../choices").Offers} props.offers
 * @param {boolean} props.busy
 * @param {boolean} props.past  whether an earlier position is shown
 * @param {boolean} props.blind  whether there is no map to click on yet
 * @param {number} props.news  lines of the log since the player's last choice
 * @param {() => void} props.watch  them
 * @param {(choice: Choice) => void} props.choose
 * @param {() => void} props.undo
 * @param {() => void} props.hint  asks for one
 * @param {boolean} props.thinking  whether one is on its way
 * @param {import("../model.js").Advice | null} props.advice  the last one, while it is good
 * @param {(refs: number[]) => void} props.mark
 */
export function Question({ state, offers, busy, past, blind, news, watch, choose, undo, hint, thinking, advice, mark }) {
  const [wanted, setAll] = useState(false);
  const all = wanted || blind;
  const game = state.match.game;
  const canUndo = !past && state.prompts.some((p) => p.can_undo);
  const { prompt } = offers;
  const mine = state.seats.filter((s) => s.mine).length;
  const name = (/** @type {number} */ n) => state.seats.find((s) => s.seat === n)?.name ?? "";
  const onMap = offers.places.size + offers.pieces.size;
  const { groups, plain } = grouped(offers.buttons);
  // A new question is read from its beginning.
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = 0;
  }, [prompt?.text, prompt?.seat]);
  const told = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (advice) told.current?.scrollIntoView({ block: "nearest" });
  }, [advice]);
  return html`<section ref=${box} class=${classes("ask", prompt && "mine")} aria-label="What is asked" tabindex="-1">
    <div class="question" aria-live="polite" aria-atomic="true">
      <p>
        ${prompt && mine > 1 && !prompt.text.startsWith(name(prompt.seat)) && html`<strong class="who">${name(prompt.seat)}</strong> `}${headline(state, offers, past)}
        ${prompt && html` <${RuleChip} game=${game} rule=${prompt.rule} />`}
        ${!prompt && state.result && html` <${RuleChip} game=${game} rule=${state.result.rule} />`}
      </p>
    </div>
    ${groups.map(
      ([kind, choices]) =>
        html`<div class="answers" role="group" aria-label=${kind}>
          <span class="kind">${kind}</span>
          ${choices.map((c) => html`<${Answer} key=${c.id} choice=${c} short=${c.label.slice(kind.length + 2)} busy=${busy} choose=${choose} advised=${advice?.choice} mark=${mark} />`)}
        </div>`,
    )}
    <div class="answers">
      ${plain.map((c) => html`<${Answer} key=${c.id} choice=${c} busy=${busy} choose=${choose} advised=${advice?.choice} mark=${mark} main=${offers.buttons.length === 1 && !onMap} />`)}
      ${(prompt || canUndo) &&
      html`<span class="aids">
        ${prompt && html`<button type="button" disabled=${thinking} aria-busy=${thinking ? "true" : "false"} title="What a bot would choose, and why (h)" onClick=${hint}>Hint</button>`}
        ${canUndo && html`<button type="button" disabled=${busy} onClick=${undo}>↶ Undo</button>`}
      </span>`}
      ${state.result && html`<a class="button main" href=${`/replay/${state.match.id}`}>Replay</a>`}
      <p class="advised" role="status" ref=${told}>${advice && html`<b>Hint:</b> ${advice.text}`}</p>
    </div>
    ${!prompt && !past && !state.result && html`<${Meanwhile} state=${state} />`}
    ${offers.others.map(
      ({ kind, choices }) =>
        html`<div class="answers" role="group" aria-label=${kindName(kind)}>
          <span class="kind">${kindName(kind)}</span>
          ${numbered(choices).map(([head, some]) =>
            head
              ? html`<span class="numbers"><span aria-hidden="true">${head}</span> ${some.map((c) => html`<${Answer} key=${c.id} choice=${c} short=${c.label.slice(head.length + 1)} busy=${busy} choose=${choose} advised=${advice?.choice} mark=${mark} />`)}</span>`
              : some.map((c) => html`<${Answer} key=${c.id} choice=${c} busy=${busy} choose=${choose} advised=${advice?.choice} mark=${mark} />`),
          )}
        </div>`,
    )}
    ${prompt &&
    onMap + offers.cards.size > 0 &&
    html`<div class="also">
      <p class="hint">
        <span aria-hidden="true">◆</span> ${listed([offers.places.size && count(offers.places.size, "area"), offers.pieces.size && count(offers.pieces.size, "counter"), offers.cards.size && count(offers.cards.size, "card")].filter((w) => typeof w === "string"))} offers up.${" "}
        <button type="button" class="link" aria-expanded=${all ? "true" : "false"} onClick=${() => setAll(!all)}>${all ? "Hide the list" : "List them"}</button>
      </p>
      ${all &&
      html`<div class="answers listed">
        ${[...offers.places.values(), ...offers.pieces.values(), ...offers.cards.values()].map(
          (c) => html`<${Answer} key=${c.id} choice=${c} busy=${busy} choose=${choose} advised=${advice?.choice} mark=${mark} />`,
        )}
      </div>`}
    </div>`}
    ${news > 1 && html`<p class="hint"><button type="button" class="link" onClick=${watch}>▶ Watch what happened since your last choice</button></p>`}
  </section>`;
}

/**
 * While others choose: how to learn that it is my turn.
 * @param {{ state: State }} props
 */
function Meanwhile({ state }) {
  const { notify } = useSettings();
  const others = state.seats.some((s) => state.waiting.includes(s.seat) && s.kind !== "bot");
  if (!others || !state.seats.some((s) => s.mine) || !("Notification" in window)) return null;
  if (notify && allowed()) return html`<p class="hint">The browser tells you when it is your turn.</p>`;
  if (Notification.permission === "denied") return null;
  return html`<p class="hint"><button type="button" class="link" onClick=${() => want(true)}>Tell me when it is my turn</button></p>`;
}

/**
 * Buttons that begin with the same words, as `Action: Supply` and `Action: Development` do, stand together.
 * @param {Choice[]} buttons
 */
function grouped(buttons) {
  /** @type {Map<string, Choice[]>} */
  const heads = new Map();
  for (const choice of buttons) {
    const head = /^([^:]{2,24}): \S/.exec(choice.label)?.[1] ?? "";
    heads.set(head, [...(heads.get(head) ?? []), choice]);
  }
  const groups = [...heads].filter(([head, choices]) => head && choices.length > 2);
  const taken = new Set(groups.flatMap(([, choices]) => choices));
  return { groups, plain: buttons.filter((choice) => !taken.has(choice)) };
}

/**
 * Choices that differ only in a number at the end, as `Luftwaffe 1` and `Luftwaffe 2` do, under what they share.
 * @param {Choice[]} choices
 * @returns {[string, Choice[]][]}
 */
function numbered(choices) {
  /** @type {Map<string, Choice[]>} */
  const heads = new Map();
  for (const choice of choices) {
    const head = /^(.+) \d+$/.exec(choice.label)?.[1] ?? "";
    heads.set(head, [...(heads.get(head) ?? []), choice]);
  }
  return [...heads].map(([head, some]) => [some.length > 1 || heads.size > 3 ? head : "", some]);
}

/**
 * @param {number} n
 * @param {string} thing
 */
const count = (n, thing) => `${n} ${thing}${n === 1 ? "" : "s"}`;

/**
 * @param {State} state
 * @param {import("../choices").Offers} offers
 * @param {boolean} past
 */
function headline(state, offers, past) {
  if (offers.prompt) return offers.prompt.text;
  if (state.result) return `The game is over: ${state.result.text}`;
  if (past) return "An earlier position.";
  const looking = state.seats.some((s) => s.mine) ? "" : "You are looking on. ";
  const waited = state.seats.filter((s) => state.waiting.includes(s.seat));
  if (!waited.length) return `${looking}The table waits for its players.`;
  const thinking = waited.every((s) => s.kind === "bot");
  return `${looking}Waiting for ${listed(waited.map((s) => `${s.name} (${sitter(s)})`))}${thinking ? " …" : "."}`;
}

/**
 * @param {object} props
 * @param {Choice} props.choice
 * @param {boolean} props.busy
 * @param {boolean} [props.main]
 * @param {string} [props.short]  what is written on it, if not the whole label
 * @param {(choice: Choice) => void} props.choose
 * @param {number} [props.advised]  the choice of a hint
 * @param {(refs: number[]) => void} props.mark
 */
function Answer({ choice, busy, main = false, short = "", choose, advised, mark }) {
  const here = () => mark([choice.id]);
  const gone = () => mark([]);
  return html`<button
    type="button"
    class=${classes("answer", main && "main", advised === choice.id && "marked")}
    disabled=${busy}
    data-choice=${choice.id}
    onClick=${() => choose(choice)}
    onMouseEnter=${here}
    onMouseLeave=${gone}
    onFocus=${here}
    onBlur=${gone}
  >
    ${short ? html`<span class="hidden">${choice.label.slice(0, -short.length)}</span>${short}` : choice.label}
  </button>`;
}
