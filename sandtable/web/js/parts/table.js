/** The table: map, question, cards, and everything beside it; for playing, looking on and replaying. */
import { offersOf } from "../choices.js";
import { MapView } from "../map/map.js";
import { tell as notify } from "../notify.js";
import { classes, html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../preact.js";
import { keepChosen, lastChosen, set, settings, useSettings } from "../settings.js";
import { Piles, Reading, Tray, trayOf } from "./cards.js";
import { Chat, MatchActions, Notes } from "./chat.js";
import { GameOver } from "./game_over.js";
import { History } from "./history.js";
import { Keys } from "./keys.js";
import { Log } from "./log.js";
import { Notices } from "./notices.js";
import { Odds, useOdds } from "./odds.js";
import { OrderOfPlay } from "./order_of_play.js";
import { PageFrame } from "./page_frame.js";
import { Panels } from "./panels.js";
import { Question } from "./question.js";
import { RuleChip } from "./rule_dialog.js";
import { Badge, SeatStrip } from "./seat_strip.js";
import { Lobby, Seats } from "./seats.js";
import { Tabs } from "./tabs.js";

/** @typedef {import("../types").State} State */

/**
 * @param {object} props
 * @param {import("../model.js").Model} props.model
 * @param {State} props.state  the present
 * @param {import("../types").DrawnMap | null} props.drawing
 * @param {boolean} props.replay
 * @param {number | null} props.at
 * @param {(at: number | null) => void} props.go
 */
export function Table({ model, state, drawing, replay, at, go }) {
  const { past, busy, told } = model;
  const shown = at !== null && past ? past : state;
  const [tab, setTab] = useState("log");
  const [refs, setRefs] = useState(/** @type {number[]} */ ([]));
  const [reading, setReading] = useState(/** @type {import("../types").Card | null} */ (null));
  const [watching, setWatching] = useState(false);
  const { id, game } = state.match;
  const [since, setSince] = useState(() => lastChosen(id));

  // Where several of my seats are asked at once they answer one after the other, each with its own cards before it.
  const asked = at === null ? state.prompts.filter((p) => p.choices.length) : [];
  const prompt = asked.find((p) => p.seat === state.viewer) ?? asked[0] ?? null;
  const offers = useMemo(() => offersOf(prompt, shown), [prompt, shown]);
  const advice = prompt && model.advice?.seat === prompt.seat ? model.advice : null;
  // A hint stays marked until something is chosen, whatever else is pointed at meanwhile.
  const marked = useMemo(() => new Set(advice ? [...refs, ...thingsOf(offers, advice.choice)] : refs), [refs, advice, offers]);
  const seat = prompt?.seat ?? state.prompts[0]?.seat ?? state.seats.find((s) => s.mine)?.seat ?? null;
  const { lines } = state.log;
  const last = state.events ?? state.seq;
  const first = state.match.first ?? 0; // what was before was played by other rules
  const open = state.match.status === "open";

  useEffect(() => {
    if (!replay) notify(asked.length > 0, state.match.name || state.match.title, prompt?.text ?? "", `${state.seq}`);
  }, [state]);
  // Stepping through the past lights up what was done there.
  useEffect(() => setRefs(at === null ? [] : lines.filter((line) => line.event === at).flatMap((line) => line.refs)), [shown, at]);
  const [main, keep] = useFocusKept(shown);

  /** @param {number} events */
  const chosen = (events) => {
    keepChosen(id, events);
    setSince(events);
  };
  // What was clicked stays marked until the log tells what came of it.
  const run = useRef(/** @type {{ lines: number, ids: number[] }} */ ({ lines: -1, ids: [] }));
  if (run.current.lines !== lines.length) run.current = { lines: lines.length, ids: [] };
  const picked = new Set(prompt ? run.current.ids : []);
  /**
   * @param {import("../types").Choice} choice
   * @param {number} [thing]  that was clicked
   */
  const choose = (choice, thing = choice.id) => {
    if (!prompt || busy) return;
    setReading(null);
    run.current.ids.push(thing);
    chosen(state.seq + 1);
    model.choose(prompt.seat, choice.id);
  };
  const undo = () => {
    const taking = at === null && state.prompts.find((p) => p.can_undo);
    if (!taking || busy) return;
    chosen(state.seq + 1);
    run.current.ids.pop();
    model.undo(taking.seat);
  };
  /** @param {number} choice @param {string} name */
  const pick = (choice, name) => {
    const found = offers.pieces.get(choice) ?? offers.places.get(choice) ?? offers.cards.get(choice);
    if (found) choose(found, choice);
    else if (at !== null) model.tell({ text: `${name}: you are looking at an earlier position.`, rule: "" });
    else model.explain(seat, choice, name);
  };
  /** @param {number | null} to */
  const step = (to) => {
    setWatching(false);
    go(to === null ? null : Math.max(first, to));
  };
  // What others did since: where there is more than the player's own choice to see.
  const news = since === null ? [] : lines.filter((line) => line.event > since);
  const watch = () => {
    if (since === null) return;
    setWatching(true);
    go(Math.max(first, since));
  };

  // Players at one screen: a hand is hidden from the others until they have changed seats.
  const [seen, setSeen] = useState(state.viewer);
  const shared = state.seats.some((s) => s.kind === "hotseat" && s.mine) && state.cards.some((c) => c.own);
  const veiled = settings().curtain && shared && !state.result && seen !== state.viewer;
  const tray = trayOf(shown.cards, offers);
  const { tray: shownTray } = useSettings();
  const read = tray.find((c) => c.choice === reading?.choice) ?? null;
  const cards = { drawing, offers, marked, picked, busy, pick: (/** @type {import("../types").Card} */ c) => pick(c.choice, c.name) };

  const { odds: oddsOpen } = useSettings();
  const odds = useOdds(state, at, !veiled && (tab === "odds" || (oddsOpen && prompt !== null && !replay)));
  const fighting = odds.fights.length > 0;
  // The odds open over the log while a fight is put together, and make room for it again.
  const opened = useRef(/** @type {"" | "itself" | "closed"} */ (""));
  useEffect(() => {
    if (fighting && oddsOpen && prompt && tab === "log" && !opened.current && !document.activeElement?.closest(".tab-panel")) {
      opened.current = "itself";
      setTab("odds");
    } else if (!fighting && odds.fresh && opened.current) {
      if (opened.current === "itself" && tab === "odds") setTab("log");
      opened.current = "";
    }
  }, [fighting, odds.fresh, prompt === null]);
  /** @param {string} to */
  const turn = (to) => {
    // A player who leaves the odds is not brought back before the next fight.
    if (fighting) opened.current = "closed";
    setTab(to);
  };
  const hint = () => {
    if (prompt && !model.thinking) model.hint(prompt.seat);
  };

  /** @type {import("./tabs.js").Tab[]} */
  const tabs = [
    { id: "log", name: "Log", panel: () => html`<${Log} game=${game} lines=${lines} at=${at} since=${replay ? null : since} mark=${setRefs} look=${step} />` },
    { id: "panels", name: "Boards", panel: () => html`<${Panels} state=${shown} offers=${offers} busy=${busy} choose=${choose} />` },
    { id: "order", name: "Turn", panel: () => html`<${OrderOfPlay} state=${shown} />` },
    { id: "odds", name: "Odds", sign: fighting ? String(odds.fights.length) : "", panel: () => html`<${Odds} known=${odds} game=${game} mark=${setRefs} />` },
    {
      id: "people",
      name: "People",
      sign: useUnread(model.said, tab === "people"),
      panel: () => html`<${Seats} state=${state} at=${at} why=${(/** @type {import("../types").Seat} */ s) => model.why(s.seat, s.name, at)} /><${Chat} said=${model.said} say=${model.say} /><${Notes} id=${id} /><${MatchActions} state=${state} />`,
    },
  ];
  if (shown.cards.length) {
    tabs.splice(1, 0, { id: "cards", name: "Cards", panel: () => html`<${Piles} cards=${shown.cards} game=${game} ...${cards} />` });
  }

  /** @type {import("./keys.js").Key[]} */
  const keys = [
    ["u", "take back the last choice", undo],
    ["[", "one step back in the game", () => step((at ?? last) - 1)],
    ["]", "one step on", () => at !== null && (at < last ? step(at + 1) : replay || step(null))],
    ["w", "watch what happened since your last choice", watch],
    ["Escape", "close what was said; back to the present", () => (told ? model.tell(null) : replay || at === null || step(null))],
    ["c", "show or hide the cards", () => set({ tray: !shownTray })],
    ["h", "ask for a hint", hint],
    ["q", "to the question", () => focus(".ask .answer, .ask")],
    ["m", "to the map", () => focus(".map")],
    ...tabs.map((t, n) => /** @type {import("./keys.js").Key} */ ([String(n + 1), t.name, () => turn(t.id)])),
  ];

  const title = html`<div class="what">
      <h1>${state.match.name || state.match.title}</h1>
      <p title=${shown.scene.subtitle}>${shown.scene.subtitle}</p>
      ${!model.up && !replay && html`<p class="offline" role="status">Connection lost; trying again …</p>`}
    </div>
    <${SeatStrip} state=${shown} drawing=${drawing} />`;
  if (!replay && veiled) {
    return html`<${PageFrame} bare=${true} here="/match" middle=${title}><${Curtain} drawing=${drawing} name=${state.seats[state.viewer ?? 0]?.name ?? ""} lift=${() => setSeen(state.viewer)} /><//>`;
  }
  return html`<${PageFrame} bare=${true} here="/match" middle=${title} end=${html`<${Keys} keys=${keys} />`}>
    <main id="main" ref=${main} onfocusin=${keep} class=${classes("table", replay && "replaying")} data-seq=${state.seq} data-at=${at ?? ""}>
      <section class="board" aria-label="Map and cards">
        ${drawing
          ? html`<${MapView} drawing=${drawing} scene=${shown.scene} offers=${offers} marked=${marked} picked=${picked} follow=${at !== null} busy=${busy} pick=${(/** @type {import("../map/map.js").Pick} */ p) => pick(p.choice, p.name)} />`
          : html`<div class="mapbox"><p class="loading">The map is being drawn …</p></div>`}
        ${!replay && at === null && html`<${GameOver} state=${state} drawing=${drawing} />`}
        <${Toast} told=${told} game=${game} close=${() => model.tell(null)} />
        ${tray.length > 0 &&
        html`<div class="traybox">
          <${Reading} card=${read} drawing=${drawing} offers=${offers} />
          <button type="button" class="fold" aria-expanded=${shownTray ? "true" : "false"} onClick=${() => set({ tray: !shownTray })}>${shownTray ? "Hide cards ▾" : `Show ${tray.length} cards ▴`}</button>
          ${shownTray && html`<${Tray} cards=${tray} reading=${read} read=${setReading} ...${cards} />`}
        </div>`}
        ${(at !== null || replay) &&
        html`<${History} at=${at ?? last} first=${first} last=${last} lines=${lines} watching=${watching} go=${go} back=${replay ? null : () => step(null)} link=${`/replay/${id}#${at ?? last}`} picture=${`/api/matches/${encodeURIComponent(id)}/picture.svg?at=${at ?? last}`} />`}
      </section>
      <aside class="side" aria-label="Question, log and tables">
        ${open
          ? html`<${Lobby} state=${state} />`
          : html`<${Question} state=${shown} offers=${offers} busy=${busy} past=${at !== null} blind=${!drawing} news=${at === null && !replay ? news.length : 0} watch=${watch} choose=${choose} undo=${undo} hint=${hint} thinking=${model.thinking} advice=${advice} mark=${setRefs} />`}
        <${Notices} match=${state.match} />
        <${Tabs} tabs=${tabs} now=${tab} turn=${turn} label="Beside the map" />
      </aside>
    </main>
  <//>`;
}

/**
 * A choice and the counter that stands for it.
 * @param {import("../choices.js").Offers} offers
 * @param {number} choice
 */
function thingsOf(offers, choice) {
  return [choice, ...[...offers.pieces].flatMap(([thing, may]) => (may.id === choice ? [thing] : []))];
}

/** @param {string} what */
function focus(what) {
  const found = document.querySelector(what);
  if (found instanceof HTMLElement || found instanceof SVGElement) found.focus();
}

/**
 * How many lines of talk have come since the player last looked.
 * @param {import("../types").Said[]} said
 * @param {boolean} looks
 */
function useUnread(said, looks) {
  const read = useRef(/** @type {number | null} */ (null));
  if (looks || read.current === null || read.current > said.length) read.current = said.length;
  return said.length > read.current ? String(said.length - read.current) : "";
}

/**
 * A chosen thing often leaves the page and takes the focus with it: put it back where it was, on the map or the question.
 * @param {State} shown
 * @returns {[import("../preact.js").Ref<HTMLElement | null>, (event: Event) => void]}
 */
function useFocusKept(shown) {
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const last = useRef("");
  useLayoutEffect(() => {
    if (document.activeElement !== document.body || !last.current) return;
    const back = main.current?.querySelector(last.current);
    if (back instanceof HTMLElement || back instanceof SVGElement) back.focus({ preventScroll: true });
  }, [shown]);
  /** @param {Event} event */
  const keep = (event) => {
    const at = event.target;
    if (at instanceof Element) last.current = at.closest(".map") ? ".map" : at.closest(".ask, .traybox") ? ".ask" : "";
  };
  return [main, keep];
}

/**
 * What the table says to a click.
 * @param {{ told: (import("../types").Told & { about?: string }) | null, game: string, close: () => void }} props
 */
function Toast({ told, game, close }) {
  return html`<div class="toast" role="status" aria-live="assertive">
    ${told &&
    html`<div class="told">
      <p>${told.about && told.about !== told.text && !told.text.includes(told.about) && html`<b>${told.about}: </b>`}${told.text} <${RuleChip} game=${game} rule=${told.rule} /></p>
      <button type="button" class="plain" aria-label="Close" onClick=${close}>×</button>
    </div>`}
  </div>`;
}

/**
 * Between two players at one screen.
 * @param {{ name: string, drawing: import("../types").DrawnMap | null, lift: () => void }} props
 */
function Curtain({ name, drawing, lift }) {
  const never = () => {
    set({ curtain: false });
    lift();
  };
  return html`<main id="main" class="page curtain">
    <p><${Badge} name=${name} drawing=${drawing} /></p>
    <h2>${name}: your turn at this screen</h2>
    <p>What the others hold is hidden. Change seats, then look at the table.</p>
    <p class="row wrap">
      <button type="button" class="main big" onClick=${lift}>I am ${name}</button>
      <button type="button" onClick=${never}>We hide nothing from each other</button>
    </p>
  </main>`;
}
