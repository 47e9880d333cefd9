// A hand on the table, for tests: finds what is lit and where a mouse can hit it, and waits for what happens.
// It only looks and listens; clicks and keys come from the browser itself.
globalThis.hand = (() => {
  const PATIENCE = 60_000;

  // What the server has told last over the live line.
  let heard = {};
  globalThis.WebSocket = class extends WebSocket {
    constructor(...about) {
      super(...about);
      this.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === "state") heard = message.partial ? { ...heard, ...message } : message;
      });
    }
  };
  /** Whether no bot is about to move; where several choose at once, a click before could come too late. */
  const still = () =>
    heard.seq === seq() && !heard.seats.some((s) => s.kind === "bot" && heard.waiting.includes(s.seat));

  const table = () => document.querySelector("main[data-seq]");
  const asked = () => document.querySelector("[aria-label='What is asked'] [aria-live]");
  const toast = () => document.querySelector("[role=status][aria-live=assertive]");
  const seq = () => Number(table()?.dataset.seq ?? -1);
  const told = () => toast()?.textContent.trim() ?? "";
  const read = () => document.querySelector(".reading")?.textContent.trim() ?? "";
  const question = () => asked()?.textContent.trim() ?? "";
  const over = () => question().startsWith("The game is over");
  const things = (choice) =>
    [...document.querySelectorAll(choice === undefined ? "[data-choice]" : `[data-choice="${choice}"]`)].filter(
      (node) => !node.disabled && !node.closest(".listed, [role=tabpanel]"),
    );
  const busy = () => document.querySelector(".mapbox.busy, [data-choice]:disabled") !== null;
  const onMap = (node) => node instanceof SVGElement;
  const kind = ({ dataset }) =>
    dataset.piece !== undefined ? "counter" : dataset.place !== undefined ? "place" : dataset.card !== undefined ? "card" : "button";

  /** All that is lit, each choice once. */
  const lit = () => {
    const found = new Map();
    for (const node of things()) if (!found.has(node.dataset.choice)) found.set(node.dataset.choice, kind(node));
    return [...found].map(([choice, of]) => ({ choice: Number(choice), kind: of }));
  };

  /** What the server lets me choose and the page does not light. */
  const dark = () => {
    const shown = new Set(lit().map((thing) => thing.choice));
    const choices = (heard.prompts ?? []).find((prompt) => prompt.choices.length)?.choices ?? [];
    return choices.filter((choice) => !shown.has(choice.id)).map((choice) => choice.key);
  };

  /** What must hold, as a promise; a failure says how the table stands. */
  const until = (holds, what) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const answer = holds();
        if (!answer) return false;
        stop();
        resolve(answer);
        return true;
      };
      const watcher = new MutationObserver(look);
      const clock = setInterval(look, 500);
      const stop = () => {
        watcher.disconnect();
        clearInterval(clock);
        clearTimeout(timer);
      };
      const timer = setTimeout(() => {
        stop();
        reject(new Error(`${what} never came. Number ${seq()}, asked: “${question()}”, told: “${told()}”, lit: ${lit().length}.`));
      }, PATIENCE);
      if (!look()) watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    });

  const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

  /** Points over a box, its middle first. */
  function* points({ left, top, width, height }) {
    yield [left + width / 2, top + height / 2];
    for (const n of [4, 9, 16]) {
      for (let i = 1; i < n; i += 1) for (let j = 1; j < n; j += 1) yield [left + (width * i) / n, top + (height * j) / n];
    }
  }

  /** Whether a mouse at a point hits a thing: itself, or something on it that stands for it. */
  const hits = (node, x, y) => {
    const top = document.elementFromPoint(x, y);
    if (!top) return false;
    if (!onMap(node)) return node.contains(top);
    const hit = top.closest("[data-piece], [data-place]");
    return hit === node || (kind(node) === "place" && hit?.dataset.place === node.dataset.place && hit.dataset.choice === undefined);
  };

  /** Where a mouse can hit a choice; null if it cannot. What stands in a list is scrolled to. */
  const point = (choice) => {
    const all = things(choice);
    const fanned = all.filter((node) => node.dataset.fan);
    for (const node of fanned.length ? fanned : all) {
      if (!onMap(node)) node.scrollIntoView({ block: "nearest", inline: "nearest" });
      const face = onMap(node) ? (node.querySelector("[role=button]") ?? node) : node;
      for (const [x, y] of points(face.getBoundingClientRect())) if (hits(node, x, y)) return { x, y, fanned: fanned.length > 0 };
    }
    return null;
  };

  /** Where a mouse can hit a place that is not lit; null if it cannot. */
  const spot = (name) => {
    const node = document.querySelector(`svg [data-place="${name}"]:not([data-piece])`);
    for (const [x, y] of points(node.getBoundingClientRect())) {
      if (document.elementFromPoint(x, y)?.closest("[data-piece], [data-place]") === node) return { x, y };
    }
    return null;
  };

  /** Where a choice is, hidden or not. */
  const middle = (choice) => {
    const node = things(choice)[0];
    const face = node?.querySelector("[role=button]") ?? node;
    const box = face?.getBoundingClientRect();
    if (!box) return null;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const map = document.querySelector("svg.map").getBoundingClientRect();
    return { x, y, seen: !onMap(node) || (x > map.left && x < map.right && y > map.top && y < map.bottom) };
  };

  return {
    lit,
    point,
    spot,
    middle,
    /** The cards that lie below the map. */
    cards: () =>
      [...document.querySelectorAll("[data-card]")].filter((card) => !card.closest("[role=tabpanel]")).map((card) => Number(card.dataset.card)),
    frames,
    until,
    look: () => ({ seq: seq(), question: question(), told: told(), read: read(), over: over(), lit: lit(), dark: dark() }),
    /** Until something is asked of me or the game is over. */
    ready: () => until(() => table() && still() && (over() || lit().length > 0), "A question"),
    /** The same, or the table is hidden from the next player at this screen. */
    settled: () => until(() => !table() || (still() && (over() || lit().length > 0)), "A question"),
    /** Until the table has this number and asks me, or the game is over. */
    reaches: (number) => until(() => seq() === number && still() && (over() || lit().length > 0), `Number ${number}`),
    passes: (number) => until(() => seq() >= number, `Number ${number}`),
    /** Until a click has an answer. A new question may move the map under the hand: then it has `missed`. */
    answered: ({ seq: number, told: before, read: words }, choice, { x, y, fanned }, touch) => {
      const then = Date.now();
      const missed = () => Date.now() - then > 2000 && !busy() && things(choice).length > 0 && !things(choice).some((node) => hits(node, x, y));
      return until(
        () =>
          (seq() !== number && "moved") ||
          (told() && told() !== before && "told") ||
          (touch && read() && read() !== words && "read") ||
          (!fanned && things(choice).some((node) => node.dataset.fan) && "fanned") ||
          (!table() && "veiled") ||
          (missed() && "missed"),
        `An answer to a click on ${things(choice).map(kind)} ${choice}`,
      );
    },
  };
})();
