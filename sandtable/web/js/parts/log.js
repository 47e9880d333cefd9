/** The log: lights up what it speaks of, and leads to any earlier position. */
import { classes, html, useEffect, useRef, useState } from "../view.js";
import { RuleChip } from "./rule.js";

const SHOWN = 200;

/**
 * @param {object} props
 * @param {string} props.game
 * @param {import("../types").LogLine[]} props.lines
 * @param {number | null} props.at  the earlier position that is shown
 * @param {(refs: number[]) => void} props.mark
 * @param {(event: number) => void} props.look
 */
export function Log({ game, lines, at, mark, look }) {
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  const [shown, setShown] = useState(SHOWN);
  const first = Math.max(0, lines.length - shown);
  const stuck = useRef(true);

  useEffect(() => {
    const box = list.current;
    if (box && stuck.current) box.scrollTop = box.scrollHeight;
  }, [lines]);

  const scrolled = () => {
    const box = list.current;
    if (box) stuck.current = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
  };
  return html`<ol class="log" ref=${list} onScroll=${scrolled} aria-label="Log">
    ${first > 0 && html`<li class="more"><button type="button" class="link" onClick=${() => setShown(shown + SHOWN)}>${first} earlier lines</button></li>`}
    ${lines.slice(first).map((line, i) => {
      const now = at !== null && line.event === at;
      const turn = /^(Turn \d+|Order of play)/.test(line.text);
      return html`<li
        key=${first + i}
        class=${classes("line", turn && "turn", now && "now", at !== null && line.event > at && "later")}
        onMouseEnter=${() => mark(line.refs)}
        onMouseLeave=${() => mark([])}
      >
        <button type="button" title="Show the position after this" onClick=${() => look(line.event)} onFocus=${() => mark(line.refs)} onBlur=${() => mark([])}>${turn ? headed(line.text) : dice(line.text)}</button>
        <${RuleChip} game=${game} rule=${line.rule} small=${true} />
      </li>`;
    })}
  </ol>`;
}

/**
 * A line that begins something: its first words stand out.
 * @param {string} text
 */
function headed(text) {
  const end = text.search(/[:.]/) + 1;
  return [html`<b>${text.slice(0, end)}</b>`, text.slice(end)];
}

/**
 * A line with its dice drawn as dice: `roll 2 5 6` or `die 4`.
 * @param {string} text
 */
function dice(text) {
  const parts = text.split(/\b((?:die|rolls?) \d+(?: \d+)*)\b/);
  if (parts.length === 1) return text;
  return parts.map((part, i) => {
    if (i % 2 === 0) return part;
    const [word, ...numbers] = part.split(" ");
    return [word, ...numbers.map((n) => html` <span class="die">${n}</span>`)];
  });
}
