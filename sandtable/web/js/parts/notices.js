/** What everybody must know of a match: that its dice may be known, that the rules have changed since. */
import { html } from "../view.js";
import { Fold } from "./fold.js";

/** @param {{ match: import("../types").MatchInfo }} props */
export function Notices({ match }) {
  const told = match.notices ?? [];
  if (!told.length) return null;
  return html`<section class="notices" aria-label="About this match">
    <${Fold} name=${`notices ${match.id} ${told.length}`} title="About this match">${told.map((text) => html`<p>${text}</p>`)}<//>
  </section>`;
}
