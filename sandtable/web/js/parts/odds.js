/** The odds of the current and next fights: outcomes with their chances, averages and assumptions. */
import * as api from "../api.js";
import { classes, html, useEffect, useRef, useState } from "../preact.js";
import { set, useSettings } from "../settings.js";
import { RuleChip } from "./rule_dialog.js";

/** @typedef {import("../types").Fight} Fight */
/** @typedef {{ fights: Fight[], fresh: boolean, wrong: string }} Known */

const PAUSE = 250; // milliseconds without a click before odds are asked for
const NOTHING = /** @type {Known} */ ({ fights: [], fresh: true, wrong: "" });

/** For whom an outcome is good: a class, a sign and a word. */
/** @type {Record<string, [string, string, string]>} */
const GOOD = { "1": ["attacker", "+", "for the attacker"], "0": ["neither", "=", "for neither"], "-1": ["defender", "−", "for the defender"] };

/**
 * The odds of the position shown; the last ones stay until the new ones are there.
 * @param {import("../types").State} state
 * @param {number | null} at
 * @param {boolean} wanted
 * @returns {Known}
 */
export function useOdds(state, at, wanted) {
  const [known, setKnown] = useState(NOTHING);
  const viewer = useRef(state.viewer);
  const { id, status } = state.match;
  const seq = at ?? state.seq;
  const going = status === "playing" || (at !== null && at < (state.events ?? state.seq));
  useEffect(() => {
    // What one player may know is not shown to the next at the same screen.
    if (viewer.current !== state.viewer) setKnown(NOTHING);
    viewer.current = state.viewer;
    if (!wanted || !going) {
      setKnown(NOTHING);
      return undefined;
    }
    let gone = false;
    setKnown((old) => (old.fights.length ? { ...old, fresh: false } : old));
    const timer = window.setTimeout(() => {
      api.get(`/api/matches/${encodeURIComponent(id)}/odds?at=${seq}`).then(
        (found) => gone || setKnown({ fights: found.fights, fresh: true, wrong: "" }),
        (error) => gone || setKnown({ fights: [], fresh: true, wrong: error.message }),
      );
    }, PAUSE);
    return () => {
      gone = true;
      window.clearTimeout(timer);
    };
  }, [id, seq, state.viewer, wanted, going]);
  return known;
}

/**
 * @param {object} props
 * @param {Known} props.known
 * @param {string} props.game
 * @param {(refs: number[]) => void} props.mark
 */
export function Odds({ known, game, mark }) {
  const { odds: opens } = useSettings();
  const { fights, fresh, wrong } = known;
  return html`<div class=${classes("odds", !fresh && "stale")} aria-busy=${fresh ? "false" : "true"}>
    ${fights.map((fight, n) => html`<${OneFight} key=${n} fight=${fight} game=${game} mark=${mark} />`)}
    ${!fights.length && html`<p class="quiet">${wrong || "No fight is being prepared here or about to be rolled."}</p>`}
    <label class="quiet"><input type="checkbox" checked=${opens} onChange=${() => set({ odds: !opens })} /> Open by itself when you prepare a fight</label>
  </div>`;
}

/**
 * @param {{ fight: Fight, game: string, mark: (refs: number[]) => void }} props
 */
function OneFight({ fight, game, mark }) {
  const here = () => mark(fight.refs);
  const gone = () => mark([]);
  return html`<section onMouseEnter=${here} onMouseLeave=${gone} onfocusin=${here} onfocusout=${gone}>
    <h2>${fight.title} <${RuleChip} game=${game} rule=${fight.rule} small=${true} /></h2>
    <table>
      <caption class="hidden">${fight.title}</caption>
      <thead class="hidden"><tr><th scope="col">Chance</th><th scope="col">Good for</th><th scope="col">Outcome</th></tr></thead>
      <tbody>${fight.outcomes.map((one) => html`<${Outcome} one=${one} />`)}</tbody>
    </table>
    ${fight.means.length > 0 && html`<p>On average ${fight.means.map(([what, value]) => `${value.toFixed(2)} ${what}`).join(", ")}.</p>`}
    ${fight.error > 0 && html`<p class="quiet">Sampled: right to ± ${(100 * fight.error).toFixed(1)} %.</p>`}
    ${fight.note && html`<p class="quiet">${fight.note}</p>`}
  </section>`;
}

/**
 * @param {{ one: import("../types").Outcome }} props
 */
function Outcome({ one }) {
  const [kind = "", sign = "", words = ""] = GOOD[String(one.good)] ?? [];
  return html`<tr class=${kind}>
    <td class="chance">${percent(one.chance)}<svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="100" height="6" /><rect class="part" width=${100 * one.chance} height="6" /></svg></td>
    <td class="sign"><span aria-hidden="true" title=${words}>${sign}</span><span class="hidden">${words}</span></td>
    <th scope="row">${one.text}</th>
  </tr>`;
}

/**
 * What can hardly happen is not called impossible.
 * @param {number} chance
 */
const percent = (chance) => (chance > 0 && chance < 0.0005 ? "< 0.1\u00a0%" : `${(100 * chance).toFixed(1)}\u00a0%`);
