/** Signing up and in; guests keep their games when they sign up. */
import * as api from "../api.js";
import { ErrorMessage, PageFrame } from "../parts/page_frame.js";
import { html, useEffect, useState } from "../preact.js";

export function SignInPage() {
  const [me, setMe] = useState(/** @type {import("../types").Player | null} */ (null));
  const [wrong, setWrong] = useState(/** @type {unknown} */ (null));
  const [told, setTold] = useState("");
  const [address, setAddress] = useState("");
  useEffect(() => {
    api.me().then((found) => {
      setMe(found.player);
      setAddress(found.player?.webhook ?? "");
    }, setWrong);
  }, []);

  /** @param {string} path @param {string} after */
  const sender = (path, after) => async (/** @type {Event} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    try {
      await api.post(path, { name: form.get("name"), password: form.get("password") });
      location.assign(after);
    } catch (error) {
      setWrong(error);
    }
  };
  const out = () => api.post("/api/sign-out").then(() => location.assign("/"), setWrong);
  /** @param {Event} event */
  const hook = (event) => {
    event.preventDefault();
    const webhook = address.trim();
    setWrong(null);
    setTold("");
    api.put("/api/me", { webhook: webhook || null }).then(() => setTold(webhook ? "Kept." : "Removed: no address is called."), setWrong);
  };

  const known = me && !me.guest;
  return html`<${PageFrame} here="/sign-in" title=${known ? "Account" : "Sign in"}>
    <main id="main" class="page">
      <h1>${known ? me.name : "Sign in"}</h1>
      <${ErrorMessage} error=${wrong} />
      ${known
        ? html`<p>You are signed in.</p><p><button type="button" onClick=${out}>Sign out</button></p>`
        : html`<p>You play as a guest${me ? ` (${me.name})` : ""}: your games belong to this browser. With a name and a password you find them from anywhere.</p>
            <div class="columns">
              <form class="card" onSubmit=${sender("/api/sign-in", "/games")} aria-labelledby="in">
                <h2 id="in">I have a name here</h2>
                <${Fields} again="current-password" />
                <button type="submit" class="main">Sign in</button>
              </form>
              <form class="card" onSubmit=${sender("/api/sign-up", "/games")} aria-labelledby="up">
                <h2 id="up">I am new</h2>
                <${Fields} again="new-password" />
                <button type="submit" class="main">Sign up</button>
                <p class="quiet">Games you play as a guest now stay yours.</p>
              </form>
            </div>`}
      ${me &&
      html`<form class="card" onSubmit=${hook} aria-labelledby="hook">
        <h2 id="hook">When it is my turn</h2>
        <p class="quiet">The tab's title says so, and the browser too if you allow it (⚙). Away from the table, Sandtable can call a web address that you give here: a webhook of Slack, Discord or Mattermost, or your own program.</p>
        <label>Web address <input name="webhook" type="url" maxlength="500" placeholder="https://" value=${address} onInput=${(/** @type {Event} */ e) => setAddress(/** @type {HTMLInputElement} */ (e.target).value)} /></label>
        <p class="row"><button type="submit">Keep</button><span role="status">${told}</span></p>
      </form>`}
    </main>
  <//>`;
}

/** @param {{ again: string }} props */
function Fields({ again }) {
  return html`<label>Name <input name="name" required minlength="2" maxlength="40" autocomplete="username" /></label>
    <label>Password <input name="password" type="password" required minlength="8" maxlength="200" autocomplete=${again} />${again === "new-password" && html`<small class="quiet">8 letters or more</small>`}</label>`;
}
