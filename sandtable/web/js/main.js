/** The address says which page this is. */
import { html, render } from "./preact.js";
import { apply } from "./settings.js";

apply();
const root = document.getElementById("page");
const [, first = "", second = ""] = location.pathname.split("/").map(decodeURIComponent);

/** @returns {Promise<unknown>} */
async function page() {
  switch (first) {
    case "match": {
      const { MatchPage } = await import("./pages/match.js");
      return html`<${MatchPage} id=${second} />`;
    }
    case "replay": {
      const { ReplayPage } = await import("./pages/match.js");
      return html`<${ReplayPage} id=${second} />`;
    }
    case "rules": {
      const { RulesPage } = await import("./pages/rules.js");
      return html`<${RulesPage} slug=${second} />`;
    }
    case "games": {
      const { MyGamesPage } = await import("./pages/my_games.js");
      return html`<${MyGamesPage} />`;
    }
    case "sign-in":
    case "sign-up": {
      const { SignInPage } = await import("./pages/sign_in.js");
      return html`<${SignInPage} />`;
    }
    default: {
      const { HomePage } = await import("./pages/home.js");
      return html`<${HomePage} slug=${first === "play" ? second : ""} />`;
    }
  }
}

if (root) {
  const node = await page();
  root.replaceChildren();
  render(node, root);
}
