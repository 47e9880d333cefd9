/** The rules of a game in our words, with a search; or the list of games. */
import * as api from "../api.js";
import { ErrorMessage, PageFrame } from "../parts/page_frame.js";
import { classes, html, useEffect, useMemo, useState } from "../preact.js";

/** @param {{ slug: string }} props */
export function RulesPage({ slug }) {
  const [games, setGames] = useState(/** @type {import("../types").GameInfo[]} */ ([]));
  const [rules, setRules] = useState(/** @type {import("../types").Rule[]} */ ([]));
  const [wrong, setWrong] = useState(/** @type {unknown} */ (null));
  const [words, setWords] = useState("");
  const [hash, setHash] = useState(() => decodeURIComponent(location.hash.slice(1)));
  useEffect(() => {
    api.games().then(setGames, setWrong);
    if (slug) api.rules(slug).then(setRules, setWrong);
    const changed = () => setHash(decodeURIComponent(location.hash.slice(1)));
    window.addEventListener("hashchange", changed);
    return () => window.removeEventListener("hashchange", changed);
  }, []);
  useEffect(() => {
    if (rules.length && hash) document.getElementById(`rule-${hash}`)?.scrollIntoView({ block: "center" });
  }, [rules, hash]);
  const title = games.find((g) => g.slug === slug)?.title ?? "";
  const found = useMemo(() => {
    const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    return rules.filter((r) => {
      const text = `${r.id} ${r.title} ${r.text}`.toLocaleLowerCase();
      return wanted.every((w) => text.includes(w));
    });
  }, [rules, words]);
  return html`<${PageFrame} here="/rules" title=${title ? `Rules of ${title}` : "Rules"}>
    <main id="main" class="page rules">
      <h1>${title ? `Rules of ${title}` : "Rules"}</h1>
      <nav aria-label="Games" class="row wrap">${games.map((g) => html`<a class="button" href=${`/rules/${g.slug}`} aria-current=${g.slug === slug ? "page" : undefined}>${g.title}</a>`)}</nav>
      <${ErrorMessage} error=${wrong} />
      ${rules.length > 0 &&
      html`<p class="finder"><label>Find <input type="search" value=${words} onInput=${(/** @type {Event} */ e) => setWords(/** @type {HTMLInputElement} */ (e.target).value)} /></label>
          <span class="quiet" role="status"> ${found.length} of ${rules.length} rules</span></p>
        ${!words && html`<details class="chapters"><summary>Chapters</summary><ul>${rules.filter((r) => depth(r.id) === 0 || /^\d+\.0$/.test(r.id)).map((r) => html`<li><a href=${`#${encodeURIComponent(r.id)}`}>${r.id} ${r.title}</a></li>`)}</ul></details>`}
        <dl class="rules">
          ${found.map(
            (r) =>
              html`<div key=${r.id} id=${`rule-${r.id}`} class=${classes(`deep${depth(r.id)}`, r.id === hash && "now")}>
                <dt><a class="chip" href=${`#${encodeURIComponent(r.id)}`}>${r.id}</a> ${r.title}${r.scope === "optional" && html` <span class="marker">optional</span>`}</dt>
                <dd>${r.text === HEADING ? "" : r.text}</dd>
              </div>`,
          )}
        </dl>`}
    </main>
  <//>`;
}

const HEADING = "Heading only.";

/** @param {string} id */
const depth = (id) => Math.min(3, id.split(".").length - 1 + (/[a-z]$/.test(id) ? 1 : 0));
