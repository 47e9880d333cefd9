/** A match as this browser knows it: the present, kept up to date, and an earlier position that is looked at. */
import * as api from "./api.js";
import { connect } from "./live.js";
import { useCallback, useEffect, useRef, useState } from "./preact.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Told} Told */

/**
 * The log of a state whose lines begin at `start`, put behind the lines known before.
 * @param {State | null} old
 * @param {State} fresh
 * @returns {State | null} null if lines are missing
 */
function joined(old, fresh) {
  const { start, lines } = fresh.log;
  if (start === 0) return fresh;
  if (!old || old.log.lines.length < start) return null;
  return { ...fresh, log: { start: 0, lines: [...old.log.lines.slice(0, start), ...lines] } };
}

/** @typedef {{ seq: number, seat: number, choice: number, text: string }} Advice  a hint: the choice and why */

/**
 * @typedef {object} Model
 * @property {State | null} state  the present
 * @property {State | null} past  an earlier position, while one is looked at
 * @property {boolean} up  whether the live line stands
 * @property {boolean} busy  whether a choice is on its way
 * @property {(Told & { about?: string }) | null} told  the last refusal or explanation
 * @property {unknown} wrong  why there is nothing to show
 * @property {import("./types").Said[]} said
 * @property {(seat: number, choice: number) => void} choose
 * @property {(seat: number) => void} undo
 * @property {(seat: number | null, choice: number, name: string) => void} explain
 * @property {(seat: number) => void} hint  asks what a bot would choose
 * @property {Advice | null} advice  what it would choose, until something is chosen
 * @property {boolean} thinking  whether a hint is on its way
 * @property {(seat: number, name: string, at: number | null) => void} why  a bot chose as it did
 * @property {(text: string) => boolean} say
 * @property {(at: number | null) => void} look
 * @property {(told: (Told & { about?: string }) | null) => void} tell
 */

/**
 * @param {string} id
 * @param {boolean} live
 * @returns {Model}
 */
export function useMatch(id, live) {
  const [state, setState] = useState(/** @type {State | null} */ (null));
  const [past, setPast] = useState(/** @type {State | null} */ (null));
  const [up, setUp] = useState(true);
  const [busy, setBusy] = useState(false);
  const [thinking, setThinking] = useState(false);
  const [told, tell] = useState(/** @type {(Told & { about?: string }) | null} */ (null));
  const [advice, setAdvice] = useState(/** @type {Advice | null} */ (null));
  const [wrong, setWrong] = useState(/** @type {unknown} */ (null));
  const [said, setSaid] = useState(/** @type {import("./types").Said[]} */ ([]));
  const line = useRef(/** @type {import("./live.js").Live | null} */ (null));
  const now = useRef(/** @type {State | null} */ (null));
  /** What the last state over the live line was; a partial one leaves out what has not changed since. */
  const sent = useRef(/** @type {State | null} */ (null));
  /** The last click, while others are asked at the same time; and the refusal it got because they were quicker. */
  const clicked = useRef(/** @type {{ seq: number, seat: number, choice: number, text: string, tries: number } | null} */ (null));
  const crossed = useRef(/** @type {{ text: string, rule?: string } | null} */ (null));
  const about = useRef("");
  const wanted = useRef(/** @type {number | null} */ (null));

  const take = useCallback((/** @type {State} */ fresh) => {
    const whole = joined(now.current, fresh);
    if (!whole) {
      void api.state(id).then(take, () => undefined);
      return;
    }
    now.current = whole;
    setState(whole);
    setBusy(false);
    if (whole.chat) setSaid(whole.chat);
    if (crossed.current) again(crossed.current);
  }, [id]);

  /**
   * A click that crossed the choice of another seat goes out once more if its own question has not changed.
   * @param {{ text: string, rule?: string }} refusal
   */
  const again = (refusal) => {
    const was = clicked.current;
    const state = now.current;
    crossed.current = refusal;
    if (!was || !state || state.seq <= was.seq) return; // the new state is on its way
    crossed.current = null;
    const asked = state.prompts?.find((prompt) => prompt.seat === was.seat);
    const open = asked?.text === was.text && asked.choices.some((one) => one.id === was.choice);
    if (open && was.tries < 3) {
      clicked.current = { ...was, seq: state.seq, tries: was.tries + 1 };
      if (line.current?.send({ type: "choose", seq: state.seq, seat: was.seat, choice: was.choice })) {
        setBusy(true);
        return;
      }
    }
    tell({ text: refusal.text, rule: refusal.rule ?? "" });
  };

  const hear = useCallback((/** @type {any} */ message) => {
    switch (message.type) {
      case "state": {
        const old = message.partial ? sent.current : null;
        sent.current = old ? { ...old, chat: undefined, ...message, scene: { ...old.scene, ...message.scene } } : message;
        take(/** @type {State} */ (sent.current));
        break;
      }
      case "refused":
        setBusy(false);
        if (message.stale && clicked.current) {
          again(message);
          break;
        }
        tell({ text: message.text, rule: message.rule ?? "" });
        break;
      case "explained":
        tell({ text: message.text, rule: message.rule ?? "", about: about.current });
        break;
      case "error":
        setBusy(false);
        tell({ text: message.text, rule: "" });
        break;
      case "chat":
        setSaid((old) => (message.id !== undefined && old.some((s) => s.id === message.id) ? old : [...old, message]));
        break;
      case "presence":
        setState((old) => (old && message.seats ? (now.current = { ...old, seats: message.seats, spectators: message.spectators }) : old));
        break;
      default:
        break;
    }
  }, [take]);

  useEffect(() => {
    now.current = null;
    setState(null);
    api.state(id).then((found) => {
      if (!now.current || now.current.seq <= found.seq) take(found);
    }, setWrong);
    if (!live) return undefined;
    // The page is useful before the connection is open. The first answer to `me` sets the visitor's cookie.
    let stopped = false;
    void api.me().catch(() => undefined).then(() => {
      if (!stopped) line.current = connect(id, hear, setUp, () => now.current?.seq ?? -1);
    });
    return () => {
      stopped = true;
      line.current?.close();
      line.current = null;
    };
  }, [id, live]);

  /** @param {unknown} error */
  const refused = (error) => {
    setBusy(false);
    tell({ text: error instanceof Error ? error.message : String(error), rule: error instanceof api.Refused ? error.rule : "" });
    void api.state(id).then(take, () => undefined);
  };
  const path = `/api/matches/${encodeURIComponent(id)}`;

  const choose = (/** @type {number} */ seat, /** @type {number} */ choice) => {
    if (!now.current) return;
    setBusy(true);
    tell(null);
    const body = { seq: now.current.seq, seat, choice };
    const text = now.current.prompts?.find((prompt) => prompt.seat === seat)?.text ?? "";
    clicked.current = now.current.waiting.length > 1 ? { ...body, text, tries: 0 } : null;
    if (line.current?.send({ type: "choose", ...body })) return;
    api.post(`${path}/choices`, body).then(() => api.state(id)).then(take, refused);
  };
  const undo = (/** @type {number} */ seat) => {
    if (!now.current) return;
    setBusy(true);
    tell(null);
    const body = { seq: now.current.seq, seat };
    clicked.current = null;
    if (line.current?.send({ type: "undo", ...body })) return;
    api.post(`${path}/undo`, body).then(() => api.state(id)).then(take, refused);
  };
  const explain = (/** @type {number | null} */ seat, /** @type {number} */ choice, /** @type {string} */ name) => {
    about.current = name;
    if (seat === null) {
      tell({ text: name, rule: "" });
      return;
    }
    if (line.current?.send({ type: "explain", seat, choice })) return;
    api.get(`${path}/explain?seat=${seat}&choice=${choice}`).then((found) => hear({ ...found, type: "explained" }), refused);
  };
  const hint = (/** @type {number} */ seat) => {
    setThinking(true);
    tell(null);
    api.get(`${path}/hint?seat=${seat}`).then(
      (found) => {
        setThinking(false);
        if (now.current?.seq !== found.seq) return; // it has been answered meanwhile
        setAdvice(found);
      },
      (error) => {
        setThinking(false);
        refused(error);
      },
    );
  };
  const why = (/** @type {number} */ seat, /** @type {string} */ name, /** @type {number | null} */ at) => {
    api.get(`${path}/why?seat=${seat}${at === null ? "" : `&at=${at}`}`).then((found) => tell({ text: found.text, rule: "", about: name }), refused);
  };
  const say = (/** @type {string} */ text) => {
    if (line.current?.send({ type: "say", text })) return true;
    tell({ text: "The connection to the server is lost. Send it again in a moment.", rule: "" });
    return false;
  };
  const look = useCallback((/** @type {number | null} */ at) => {
    wanted.current = at;
    tell(null);
    if (at === null) {
      setPast(null);
      return;
    }
    api.state(id, at).then((found) => {
      // A slider runs ahead of the answers: only the last one counts.
      if (wanted.current === at) setPast(found);
    }, (error) => tell({ text: error.message, rule: "" }));
  }, [id]);

  return { state, past, up, busy, told, wrong, said, choose, undo, explain, hint, thinking, advice: advice?.seq === state?.seq ? advice : null, why, say, look, tell };
}

/**
 * The drawn map of a match; null until it is there. Asked for again until it is.
 * @param {State | null} state
 */
export function useDrawing(state) {
  const [drawing, setDrawing] = useState(/** @type {import("./types").DrawnMap | null} */ (null));
  const id = state?.match.id;
  useEffect(() => {
    if (!id) return undefined;
    const path = `/api/matches/${encodeURIComponent(id)}/map`;
    let timer = 0;
    const read = () => void api.get(path).then(setDrawing, () => (timer = window.setTimeout(read, 5000)));
    read();
    return () => window.clearTimeout(timer);
  }, [id]);
  return drawing;
}
