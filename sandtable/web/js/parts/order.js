/** The order of play, with where we are now: read from the subtitle of the scene. */
import { html } from "../view.js";
import { RuleChip } from "./rule.js";

/**
 * What a turn of each game consists of: the words that say in a scene's subtitle that it is now, what it is, its rule.
 * @type {Record<string, { title: string, rule: string, steps: { when: RegExp, text: string, rule: string }[] }>}
 */
const ORDER = {
  downfall: {
    title: "22 turns; in each the Axis, the Allies, then the Soviet Union have a turn of their own.",
    rule: "3b",
    steps: [
      { when: /: beginning of the turn$/, text: "Beginning: remove or exchange armies", rule: "1c" },
      { when: /: Actions and operations$/, text: "Actions and operations, in any order", rule: "3c" },
      { when: /: combat$/, text: "Combat", rule: "7" },
      { when: /: after combat$/, text: "Actions and operations after combat", rule: "3c" },
    ],
  },
  on_to_berlin: {
    title: "12 turns, each of three phases.",
    rule: "5.0",
    steps: [
      { when: /hands are chosen$/, text: "Both sides choose their hands in secret", rule: "5.0a" },
      { when: /· (Axis|Allies)(: (?!end).*)?$/, text: "Impulses in turn, until both pass", rule: "6.0" },
      { when: /end phase/i, text: "End phase: victory, recovery, withdrawal, cards", rule: "5.0g" },
    ],
  },
  total_domination: {
    title: "Seven years, each of three phases.",
    rule: "4.0a",
    steps: [
      { when: /Set-up/, text: "Set-up", rule: "" },
      { when: /Strategic phase/, text: "Strategic phase: draft, exchange and replacement of cards, Espionage", rule: "4.1.Aa" },
      { when: /Action phase/, text: "Action phase: cards in turn, until all have passed", rule: "4.2a" },
      { when: /Administrative phase/, text: "Administrative phase: victory, partners, repair, bombardment, technologies", rule: "4.0a" },
    ],
  },
};

/**
 * @param {{ state: import("../types").State }} props
 */
export function OrderOfPlay({ state }) {
  const { game } = state.match;
  const { subtitle } = state.scene;
  const order = ORDER[game];
  return html`<div class="order">
    <p class="here">${subtitle}</p>
    ${order &&
    html`<p>${order.title} <${RuleChip} game=${game} rule=${order.rule} small=${true} /></p>
      <ol>
        ${order.steps.map((step) => {
          const now = !state.result && step.when.test(subtitle.split(" · Axis ")[0] ?? subtitle);
          return html`<li class=${now ? "now" : ""} aria-current=${now ? "step" : undefined}>
            ${step.text} <${RuleChip} game=${game} rule=${step.rule} small=${true} />${now && html` <b class="marker">now</b>`}
          </li>`;
        })}
      </ol>`}
    <p><a href=${`/rules/${game}`} target="_blank" rel="noopener">All rules of ${state.match.title}</a></p>
  </div>`;
}
