/** The log: highlights what it mentions, says what is new, and leads to any earlier position. */
import { classes, html, useEffect, useLayoutEffect, useRef, useState } from "../preact.js";
import { withDice } from "./dice.js";
import { RuleChip } from "./rule_dialog.js";

const SHOWN = 200;
const NEAR = 40; // pixels from the end that count as being there

/**
 * @param {object} props
 * @param {string} props.game
 * @param {import("../types").LogLine[]} props.lines
 * @param {number | null} props.at  the earlier position that is shown
 * @param {number | null} props.since  after how many events the player last chose
 * @param {(refs: number[]) => void} props.mark
 * @param {(event: number) => void} props.look
 */
export function Log({ game, lines, at, since, mark, look }) {
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  const [shown, setShown] = useState(SHOWN);
  // The line of a moment long past is shown too.
  const wanted = at === null ? lines.length : lines.findIndex((line) => line.event >= at);
  const first = Math.max(0, Math.min(lines.length - shown, wanted < 0 ? lines.length : wanted - 20));
  const stuck = useRef(true);
  const fresh = since === null ? -1 : lines.findIndex((line) => line.event > since);

  const down = () => {
    const box = list.current;
    if (box && stuck.current) box.scrollTop = box.scrollHeight;
  };
  useLayoutEffect(down, [lines]);
  useEffect(() => {
    // The question above grows and shrinks: a log that was scrolled to its end stays there.
    if (!list.current) return undefined;
    const watch = new ResizeObserver(down);
    watch.observe(list.current);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (at === null) {
      stuck.current = true;
      down();
      return;
    }
    stuck.current = false;
    const lines = list.current?.querySelectorAll(".line.now, .line:not(.later)");
    const last = lines?.[lines.length - 1];
    if (last && list.current) list.current.scrollTop += last.getBoundingClientRect().bottom - list.current.getBoundingClientRect().bottom + 60;
  }, [at]);

  const scrolled = () => {
    const box = list.current;
    if (box) stuck.current = at === null && box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
  };
  return html`<ol class="log" ref=${list} onScroll=${scrolled} aria-label="Log">
    ${first > 0 && html`<li class="more"><button type="button" class="link" onClick=${() => setShown(shown + SHOWN)}>${first} earlier lines</button></li>`}
    ${!lines.length && html`<li class="more quiet">Nothing has happened yet.</li>`}
    ${lines.slice(first).map((line, i) => {
      const n = first + i;
      const now = at !== null && line.event === at;
      const turn = HEADS.test(line.text);
      return [
        n === fresh && html`<li class="fresh" key="fresh">Since your last choice</li>`,
        html`<li
          key=${n}
          class=${classes("line", turn && "turn", now && "now", at !== null && line.event > at && "later", fresh >= 0 && n >= fresh && "new")}
          onMouseEnter=${() => mark(line.refs)}
          onMouseLeave=${() => mark([])}
        >
          <button type="button" title="Show the position after this" onClick=${() => look(line.event)} onFocus=${() => mark(line.refs)} onBlur=${() => mark([])}>${turn ? headed(line.text) : withDice(line.text)}</button>
          <${RuleChip} game=${game} rule=${line.rule} small=${true} />
        </li>`,
      ];
    })}
  </ol>`;
}

/** Lines that begin a turn, a year, a round or a phase. */
const HEADS = /^(Turn|Year|Round|Phase|Order of play|The year)\b|^— .+ —$/;

/**
 * A line that begins something: its first words stand out.
 * @param {string} text
 */
function headed(text) {
  if (text.startsWith("—")) return html`<b>${text.replace(/^— | —$/g, "")}</b>`;
  const end = text.search(/[:.;]/) + 1 || text.length;
  return [html`<b>${text.slice(0, end)}</b>`, text.slice(end)];
}
