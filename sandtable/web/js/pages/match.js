/** A match being played. */
import { useDrawing, useMatch } from "../model.js";
import { ErrorMessage, PageFrame } from "../parts/page_frame.js";
import { Table } from "../parts/table.js";
import { html, useEffect, useState } from "../preact.js";

/** @param {{ id: string }} props */
export function MatchPage({ id }) {
  const model = useMatch(id, true);
  const drawing = useDrawing(model.state);
  const [at, setAt] = useState(/** @type {number | null} */ (null));
  const go = (/** @type {number | null} */ to) => {
    setAt(to);
    model.look(to);
  };
  if (!model.state) return html`<${Waiting} error=${model.wrong} />`;
  return html`<${Table} model=${model} state=${model.state} drawing=${drawing} replay=${false} at=${at} go=${go} />`;
}

/** @param {{ id: string }} props */
export function ReplayPage({ id }) {
  const model = useMatch(id, false);
  const drawing = useDrawing(model.state);
  const { state } = model;
  const first = state?.match.first ?? 0;
  const last = state ? (state.events ?? state.seq) : 0;
  const between = (/** @type {number} */ asked) => Math.max(first, Math.min(last, asked));
  const [at, setAt] = useState(/** @type {number | null} */ (null));
  const go = (/** @type {number | null} */ to) => {
    const next = to ?? last;
    setAt(next);
    model.look(next);
    history.replaceState(null, "", `#${next}`);
  };
  useEffect(() => {
    if (!state || at !== null) return undefined;
    document.title = `Replay of ${state.match.name || state.match.title} – Sandtable`;
    const asked = Number.parseInt(location.hash.slice(1), 10);
    go(between(Number.isNaN(asked) ? 0 : asked));
    return undefined;
  }, [state]);
  useEffect(() => {
    const changed = () => {
      const asked = Number.parseInt(location.hash.slice(1), 10);
      if (!Number.isNaN(asked)) go(between(asked));
    };
    window.addEventListener("hashchange", changed);
    return () => window.removeEventListener("hashchange", changed);
  }, [first, last]);
  if (!state) return html`<${Waiting} error=${model.wrong} />`;
  return html`<${Table} model=${model} state=${state} drawing=${drawing} replay=${true} at=${at} go=${go} />`;
}

/** @param {{ error: unknown }} props */
function Waiting({ error }) {
  return html`<${PageFrame}><main id="main" class="page">${error ? html`<${ErrorMessage} error=${error} /><p class="row"><a class="button main" href="/">Start a game</a> <a class="button" href="/games">My games</a></p>` : html`<p class="loading">Setting up the table …</p>`}</main><//>`;
}
