/** What everybody must know of a match: that its dice may be known, that the rules have changed since. */
import { html } from "../preact.js";
import { Foldable } from "./foldable.js";

/** @param {{ match: import("../types").MatchInfo }} props */
export function Notices({ match }) {
  const told = match.notices ?? [];
  if (!told.length) return null;
  return html`<section class="notices" aria-label="About this match">
    <${Foldable} name=${`notices ${match.id} ${told.length}`} title="About this match">${told.map((text) => html`<p>${text}</p>`)}<//>
  </section>`;
}
