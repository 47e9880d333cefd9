/** The live channel of one match: reconnects and resumes by itself. */

/**
 * @typedef {object} Live
 * @property {(message: object) => boolean} send  false if the line is down
 * @property {() => void} close
 */

/**
 * @param {string} id
 * @param {(message: any) => void} hear
 * @param {(up: boolean) => void} line
 * @param {() => number} seq  the number of events seen
 * @returns {Live}
 */
export function connect(id, hear, line, seq) {
  /** @type {WebSocket | null} */
  let socket = null;
  let tries = 0;
  let closed = false;
  let timer = 0;

  const open = () => {
    if (closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = new WebSocket(`${scheme}://${location.host}/api/live/${encodeURIComponent(id)}?partial=true`);
    socket = mine;
    mine.onopen = () => {
      tries = 0;
      line(true);
      if (seq() >= 0) mine.send(JSON.stringify({ type: "resume", seq: seq() }));
    };
    mine.onmessage = (event) => {
      let message = null;
      try {
        message = JSON.parse(event.data);
      } catch {
        return;
      }
      hear(message);
    };
    mine.onclose = (event) => {
      if (socket !== mine) return;
      socket = null;
      if (closed) return;
      line(false);
      // 44xx: the server has said why, and would say it again.
      if (event.code >= 4400 && event.code < 4500) {
        closed = true;
        return;
      }
      tries += 1;
      const wait = Math.min(5000, 300 * 1.7 ** Math.min(tries, 8)) * (0.7 + 0.6 * Math.random());
      timer = window.setTimeout(open, wait);
    };
  };

  // A laptop that wakes up, a phone that finds a network again: do not wait for the clock.
  const hurry = () => {
    if (closed || document.visibilityState === "hidden") return;
    if (!socket) {
      window.clearTimeout(timer);
      open();
    }
  };
  window.addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  open();

  return {
    send(message) {
      if (!socket || socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    close() {
      closed = true;
      window.clearTimeout(timer);
      window.removeEventListener("online", hurry);
      document.removeEventListener("visibilitychange", hurry);
      socket?.close();
    },
  };
}
