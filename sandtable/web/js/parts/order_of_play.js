/** The order of play, with where we are now. */
import * as api from "../api.js";
import { html, useEffect, useState } from "../preact.js";
import { Track } from "./panels.js";
import { RuleChip } from "./rule_dialog.js";

/**
 * @param {{ state: import("../types").State }} props
 */
export function OrderOfPlay({ state }) {
  const { game, title } = state.match;
  const { subtitle, stage } = state.scene;
  const [order, setOrder] = useState(/** @type {import("../types").OrderOfPlay | null} */ (null));
  useEffect(() => {
    api.games().then((all) => setOrder(all.find((g) => g.slug === game)?.order ?? null), () => setOrder(null));
  }, [game]);
  const turn = /\bturn (\d+) of (\d+)\b/.exec(subtitle);
  return html`<div class="order">
    <p class="here">${subtitle}</p>
    ${turn && html`<${Track} at=${Number(turn[1])} end=${Number(turn[2])} />`}
    ${order &&
    order.stages.length > 0 &&
    html`<p>${order.text} <${RuleChip} game=${game} rule=${order.rule} small=${true} /></p>
      <ol>
        ${order.stages.map((step, n) => {
          const now = !state.result && n === stage;
          return html`<li class=${now ? "now" : ""} aria-current=${now ? "step" : undefined}>
            <span>${step.text}</span> <${RuleChip} game=${game} rule=${step.rule} small=${true} />${now && html` <b class="marker">now</b>`}
          </li>`;
        })}
      </ol>`}
    <p><a href=${`/rules/${game}`} target="_blank" rel="noopener">All rules of ${title}</a></p>
  </div>`;
}
