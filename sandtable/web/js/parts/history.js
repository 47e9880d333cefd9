/** Stepping through a match: slider, steps, playing on by itself, a link to the moment. */
import { html, useEffect, useState } from "../view.js";

/**
 * @param {object} props
 * @param {number} props.at
 * @param {number} props.last
 * @param {(at: number) => void} props.go
 * @param {(() => void) | null} props.back  to the present, where there is one
 * @param {string} props.link  the address of this moment
 */
export function History({ at, last, go, back, link }) {
  const [playing, setPlaying] = useState(false);
  const [told, setTold] = useState("");
  useEffect(() => {
    if (!playing) return undefined;
    if (at >= last) {
      setPlaying(false);
      return undefined;
    }
    const timer = window.setTimeout(() => go(at + 1), 700);
    return () => window.clearTimeout(timer);
  }, [playing, at, last]);
  const copy = () =>
    navigator.clipboard?.writeText(new URL(link, location.href).href).then(
      () => setTold("Link copied."),
      () => setTold("Copy it from the address bar."),
    ) ?? setTold("Copy it from the address bar.");
  /** @type {(to: number, label: string, sign: string) => unknown} */
  const step = (to, label, sign) =>
    html`<button type="button" aria-label=${label} title=${label} disabled=${to === at || to < 0 || to > last} onClick=${() => go(Math.max(0, Math.min(last, to)))}>${sign}</button>`;
  return html`<section class="history" aria-label="History">
    ${step(0, "First position", "|◀")} ${step(at - 1, "One step back", "◀")}
    <input
      type="range"
      min="0"
      max=${last}
      value=${at}
      aria-label="Position"
      aria-valuetext=${`Step ${at} of ${last}`}
      onInput=${(/** @type {Event} */ e) => go(Number(/** @type {HTMLInputElement} */ (e.target).value))}
    />
    ${step(at + 1, "One step on", "▶")} ${step(last, "Last position", "▶|")}
    <output class="steps">${at} / ${last}</output>
    <button type="button" aria-pressed=${playing ? "true" : "false"} onClick=${() => setPlaying(!playing)}>${playing ? "Pause" : "Play"}</button>
    <button type="button" onClick=${copy}>Link</button>
    ${back && html`<button type="button" class="main" onClick=${back}>To now</button>`}
    <span class="quiet" role="status">${told}</span>
  </section>`;
}
