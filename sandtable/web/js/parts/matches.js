/** Lists of matches. */
import { ago, listed, sitter } from "../format.js";
import { classes, html } from "../preact.js";

/**
 * @param {object} props
 * @param {import("../types").MatchSummary[]} props.matches
 * @param {(match: import("../types").MatchSummary) => void} [props.remove]
 */
export function MatchList({ matches, remove }) {
  return html`<ul class="matches">
    ${matches.map((m) => {
      const over = m.status === "finished";
      const asked = m.seats.filter((s) => m.waiting?.includes(s.seat));
      const place = over ? `/replay/${m.id}` : `/match/${m.id}`;
      return html`<li key=${m.id} class=${classes(m.my_turn && "mine")}>
        <a href=${place}>
          <span class="title">${m.name || m.title}</span>
          <span class="quiet">${[m.name && m.title !== m.name && m.title, m.scenario_title].filter(Boolean).join(" · ")}</span>
        </a>
        <span class="turn">${m.turn ?? ""}</span>
        <span class="whose">
          ${over
            ? (m.result?.text ?? "finished")
            : m.status === "open"
              ? "waiting for players"
              : m.my_turn
                ? html`<b class="marker">your turn</b>`
                : listed(asked.map((s) => `${s.name} (${sitter(s)})`))}
          ${!over && m.since !== undefined && html` <span class="quiet">${ago(m.since)}</span>`}
        </span>
        <span class="row">
          ${over && html`<a class="button" href=${`/replay/${m.id}`}>Replay</a>`}
          ${remove && m.owner && html`<button type="button" class="plain" aria-label=${`Remove ${m.name || m.title}`} title="Remove" onClick=${() => remove(m)}>×</button>`}
        </span>
        ${!over && (m.notices ?? []).map((text) => html`<span class="notice quiet">${text}</span>`)}
      </li>`;
    })}
  </ul>`;
}
