/** Starting a match: Play at once with the standard set-up, or set everything. */
import * as api from "../api.js";
import { worded } from "../format.js";
import { html, useEffect, useRef, useState } from "../preact.js";
import { keepChosen } from "../settings.js";
import { ErrorMessage } from "./page_frame.js";
import { invitationsOf, keepInvitations } from "./seats.js";

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").SeatKind} SeatKind */

/** @type {[SeatKind | "me", string][]} */
const SEATS = [
  ["me", "me"],
  ["bot", "bot"],
  ["hotseat", "another at this screen"],
  ["open", "open to anybody"],
  ["invite", "by invitation link"],
];

/** The bot on a seat for which no other was chosen. */
const USUAL = "greedy";

/** @param {{ game: GameInfo }} props */
export function Setup({ game }) {
  const first = game.scenarios[0];
  const [scenario, setScenario] = useState(first?.id ?? "");
  const chosen = game.scenarios.find((s) => s.id === scenario) ?? first;
  const counts = chosen?.seats ?? [2];
  const usual = chosen?.players ?? counts[counts.length - 1] ?? 2;
  const [players, setPlayers] = useState(usual);
  const count = counts.includes(players) ? players : usual;
  const [kinds, setKinds] = useState(/** @type {string[]} */ (["me"]));
  const [bots, setBots] = useState(/** @type {Record<number, string>} */ ({}));
  const [options, setOptions] = useState(/** @type {Record<string, import("../types").OptionValue>} */ ({}));
  const [name, setName] = useState("");
  const [listed, setListed] = useState(false);
  const [live, setLive] = useState(true);
  const [pack, setPack] = useState("");
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState(/** @type {unknown} */ (null));
  const play = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => play.current?.scrollIntoView({ block: "nearest" }), []);

  const names = chosen?.seat_names?.[String(count)] ?? [];
  const kindOf = (/** @type {number} */ n) => kinds[n] ?? "bot";

  /** @param {Event} [event] */
  const start = async (event) => {
    event?.preventDefault();
    setBusy(true);
    setWrong(null);
    const seats = Array.from({ length: count }, (_, n) => {
      const kind = kindOf(n);
      return { kind: kind === "me" ? "human" : kind, bot: kind === "bot" ? (bots[n] ?? USUAL) : "" };
    });
    /** @type {Record<string, unknown>} */
    const body = { game: game.slug, scenario: chosen?.id ?? "", players: count, options, seats, name, listed, live };
    if (pack) body.pack = pack;
    try {
      const made = await api.post("/api/matches", body);
      keepInvitations(made.id, invitationsOf(made));
      keepChosen(made.id, 0);
      location.assign(`/match/${made.id}`);
    } catch (error) {
      setWrong(error);
      setBusy(false);
    }
  };

  return html`<form class="setup" onSubmit=${start} aria-label=${`Start ${game.title}`}>
    <div class="row">
      <button type="submit" class="main big" ref=${play} disabled=${busy}>${busy ? "Setting up …" : "Play"}</button>
      <span>${chosen?.title}, ${describeSeats(count, kindOf, names)}.</span>
    </div>
    <${ErrorMessage} error=${wrong} />
    <details>
      <summary>Scenario, seats, options …</summary>
      <div class="fields">
        <div class="column">
        <label>Scenario
          <select value=${scenario} onChange=${(/** @type {Event} */ e) => setScenario(value(e))}>${game.scenarios.map((s) => html`<option value=${s.id}>${s.title} (${forPlayers(s.seats)})</option>`)}</select>
        </label>
        ${counts.length > 1 &&
        html`<label>Players
          <select value=${String(count)} onChange=${(/** @type {Event} */ e) => setPlayers(Number(value(e)))}>${counts.map((n) => html`<option value=${String(n)}>${n}</option>`)}</select>
        </label>`}
        <fieldset>
          <legend>Seats</legend>
          ${Array.from({ length: count }, (_, n) => {
            const who = names[n] ?? `Seat ${n + 1}`;
            return html`<div class="seat">
              <span class="who">${who}</span>
              <select aria-label=${`Player of ${who}`} value=${kindOf(n)} onChange=${(/** @type {Event} */ e) => setKinds(put(kinds, n, value(e), count))}>
                ${SEATS.map(([kind, words]) => html`<option value=${kind}>${words}</option>`)}
              </select>
              ${kindOf(n) === "bot" &&
              html`<select aria-label=${`Strength of ${who}`} value=${bots[n] ?? USUAL} onChange=${(/** @type {Event} */ e) => setBots({ ...bots, [n]: value(e) })}>
                ${game.bots.map((b) => html`<option value=${b.name}>${b.title}</option>`)}
              </select>`}
            </div>`;
          })}
          ${Array.from({ length: count }, (_, n) => kindOf(n)).includes("bot") &&
          html`<dl class="levels" aria-label="Bots">${game.bots.map((b) => html`<div><dt>${b.title}</dt> <dd>${b.about}</dd></div>`)}</dl>`}
        </fieldset>
        <label>Name of the table <input maxlength="40" placeholder=${game.title} value=${name} onInput=${(/** @type {Event} */ e) => setName(value(e))} /></label>
        <fieldset class="inline">
          <legend>Who may find it</legend>
          <label><input type="radio" name="listed" checked=${!listed} onChange=${() => setListed(false)} /> private <small class="quiet">only people with its link</small></label>
          <label><input type="radio" name="listed" checked=${listed} onChange=${() => setListed(true)} /> listed <small class="quiet">on the first page, while seats are free</small></label>
        </fieldset>
        <fieldset class="inline">
          <legend>Pace</legend>
          <label><input type="radio" name="live" checked=${live} onChange=${() => setLive(true)} /> live <small class="quiet">all sit at the table now</small></label>
          <label><input type="radio" name="live" checked=${!live} onChange=${() => setLive(false)} /> slow <small class="quiet">over days; you get a message when it is your turn</small></label>
        </fieldset>
        ${(game.packs?.length ?? 0) > 0 &&
        html`<label>Components
          <select value=${pack} onChange=${(/** @type {Event} */ e) => setPack(value(e))}><option value="">of the game</option>${game.packs?.map((p) => html`<option value=${p}>${p}</option>`)}</select>
        </label>`}
        </div>
        <fieldset>
          <legend>Options</legend>
          ${game.options.map((o) => html`<${OptionField} option=${o} value=${options[o.id] ?? o.default} change=${(/** @type {import("../types").OptionValue} */ v) => setOptions({ ...options, [o.id]: v })} />`)}
        </fieldset>
      </div>
      <p class="row"><button type="submit" class="main" disabled=${busy}>Play</button> <a href=${`/rules/${game.slug}`}>Rules</a></p>
    </details>
  </form>`;
}

/**
 * `2 to 4 players`.
 * @param {number[]} counts
 */
function forPlayers(counts) {
  const [least = 0] = counts, most = counts[counts.length - 1] ?? least;
  return least === most ? `${least} player${least === 1 ? "" : "s"}` : `${least} to ${most} players`;
}

/** @param {Event} event */
const value = (event) => /** @type {HTMLInputElement} */ (event.target).value;

/**
 * @param {string[]} list
 * @param {number} n
 * @param {string} what
 * @param {number} count
 */
function put(list, n, what, count) {
  return Array.from({ length: count }, (_, i) => (i === n ? what : (list[i] ?? (list.length > i ? "" : "bot")))).map((w, i) => w || (i ? "bot" : "me"));
}

/**
 * @param {number} count
 * @param {(n: number) => string} kindOf
 * @param {string[]} names
 */
function describeSeats(count, kindOf, names) {
  const mine = Array.from({ length: count }, (_, n) => n).filter((n) => kindOf(n) === "me");
  const who = mine.map((n) => names[n] ?? `seat ${n + 1}`).join(" and ");
  const others = Array.from({ length: count }, (_, n) => kindOf(n)).filter((k) => k !== "me");
  if (!others.length) return mine.length > 1 ? `all seats yours` : `you alone as ${who}`;
  const all = others.every((k) => k === "bot");
  return `${mine.length ? `you as ${who}` : "without you"} ${all ? `against ${others.length === 1 ? "a bot" : "bots"}` : "with others"}`;
}

/**
 * @param {{ option: import("../types").GameOption, value: import("../types").OptionValue, change: (value: import("../types").OptionValue) => void }} props
 */
function OptionField({ option, value: now, change }) {
  const help = `help-${option.id}`;
  const words = html`<small id=${help} class="quiet">${option.help}</small>`;
  if (option.values.every((v) => typeof v === "boolean")) {
    return html`<div class="option"><label><input type="checkbox" checked=${now === true} aria-describedby=${help} onChange=${() => change(now !== true)} /> ${option.title}</label>${words}</div>`;
  }
  return html`<div class="option">
    <label class="row">${option.title}
      <select aria-describedby=${help} value=${String(now)} onChange=${(/** @type {Event} */ e) => change(option.values.find((v) => String(v) === value(e)) ?? option.default)}>
        ${option.values.map((v) => html`<option value=${String(v)}>${worded(v)}</option>`)}
      </select>
    </label>${words}
  </div>`;
}
