/** The end of a game: who has won, and what can be done now. */
import { sitter } from "../format.js";
import { html, useState } from "../preact.js";
import { RuleChip } from "./rule_dialog.js";
import { Badge } from "./seat_strip.js";

/**
 * @param {{ state: import("../types").State, drawing: import("../types").DrawnMap | null }} props
 */
export function GameOver({ state, drawing }) {
  const [shown, setShown] = useState(true);
  const { result } = state;
  if (!result || !shown) return null;
  const scores = result.scores ?? [];
  const best = Math.max(...scores);
  const drawn = scores.every((score) => score === scores[0]);
  const close = () => setShown(false);
  return html`<section class="over" aria-label="The game is over">
    <button type="button" class="plain close" aria-label="Close" onClick=${close}>×</button>
    <h2>The game is over</h2>
    <p>${result.text} <${RuleChip} game=${state.match.game} rule=${result.rule} /></p>
    ${scores.length > 1 &&
    html`<ul>
      ${state.seats.map((s) => {
        const won = !drawn && scores[s.seat] === best;
        return html`<li key=${s.seat} class=${won ? "won" : ""}><${Badge} name=${s.name} drawing=${drawing} /> <b>${s.name}</b> <span class="quiet">${sitter(s)}</span> ${won && html`<span class="marker">won</span>`}</li>`;
      })}
    </ul>`}
    <p class="row wrap">
      <a class="button main" href=${`/replay/${state.match.id}`}>Watch it again</a>
      <a class="button" href=${`/play/${state.match.game}`}>Another game</a>
      <button type="button" onClick=${close}>Look at the table</button>
    </p>
  </section>`;
}
