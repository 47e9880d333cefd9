/** Stepping through a match: slider, steps, playing on by itself, a link to the moment. */
import { html, useEffect, useState } from "../preact.js";
import { withDice } from "./dice.js";

const PACES = [["slow", 1600], ["steady", 800], ["fast", 300]];

/**
 * @param {object} props
 * @param {number} props.at
 * @param {number} props.first
 * @param {number} props.last
 * @param {import("../types").LogLine[]} props.lines
 * @param {boolean} props.watching  whether to play on by itself from the start, and to go to the present at the end
 * @param {(at: number) => void} props.go
 * @param {(() => void) | null} props.back  to the present, where there is one
 * @param {string} props.link  the address of this moment
 * @param {string} props.picture  the address of its picture
 */
export function History({ at, first, last, lines, watching, go, back, link, picture }) {
  const [playing, setPlaying] = useState(watching);
  const [pace, setPace] = useState(1);
  const [told, setTold] = useState("");
  // Playing stops where something was written; clicks in between change nothing that can be seen.
  const next = lines.find((line) => line.event > at)?.event ?? last;
  const here = lines.filter((line) => line.event === at).map((line) => line.text);
  useEffect(() => setPlaying(watching), [watching]);
  useEffect(() => {
    if (!playing) return undefined;
    const over = at >= last;
    const timer = window.setTimeout(() => {
      if (!over) go(next);
      else {
        setPlaying(false);
        if (watching) back?.();
      }
    }, Number(PACES[pace]?.[1]));
    return () => window.clearTimeout(timer);
  }, [playing, at, last, pace]);
  const copy = () =>
    navigator.clipboard?.writeText(new URL(link, location.href).href).then(
      () => setTold("Link copied."),
      () => setTold("Copy it from the address bar."),
    ) ?? setTold("Copy it from the address bar.");
  const start = () => {
    if (!playing && at >= last) go(first);
    setPlaying(!playing);
  };
  /** @type {(to: number, label: string, sign: string) => unknown} */
  const step = (to, label, sign) =>
    html`<button type="button" aria-label=${label} title=${label} disabled=${to === at || to < first || to > last} onClick=${() => go(to)}>${sign}</button>`;
  return html`<section class="history" aria-label="History">
    <p class="saying" tabindex="0" aria-live=${playing ? "off" : "polite"}>${here.length ? withDice(here.join(" ")) : at === 0 ? "The set-up." : "…"}</p>
    <div class="row">
      ${step(first, "First position", "|◀")} ${step(at - 1, "One step back", "◀")}
      <button type="button" class="go" aria-pressed=${playing ? "true" : "false"} onClick=${start}>${playing ? "❚❚ Pause" : "▶ Play"}</button>
      ${step(at + 1, "One step on", "▶")} ${step(last, "Last position", "▶|")}
      <input
        type="range"
        min=${first}
        max=${last}
        value=${at}
        aria-label="Position"
        aria-valuetext=${`Step ${at} of ${last}`}
        onInput=${(/** @type {Event} */ e) => go(Number(/** @type {HTMLInputElement} */ (e.target).value))}
      />
      <output class="steps">${at} / ${last}</output>
      <button type="button" class="pace" aria-label=${`Pace: ${PACES[pace]?.[0]}`} title="Pace of playing" onClick=${() => setPace((pace + 1) % PACES.length)}>${PACES[pace]?.[0]}</button>
      <button type="button" title="Copy a link to this moment" onClick=${copy}>Link</button>
      <a class="button" href=${picture} target="_blank" rel="noopener" title="This position as a picture">Picture</a>
      ${back && html`<button type="button" class="main" onClick=${back}>To now</button>`}
      <span class="quiet" role="status">${told}</span>
    </div>
  </section>`;
}
