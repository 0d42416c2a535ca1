// The page for an address with a name that no game has. It asks the server for the most similar
// name.

import { html, useEffect, useState } from "../vendor/preact.js";
import { useCatalogue } from "../net/server_queries.js";
import { gameOf } from "../state/game_catalogue.js";
import { NotFound, Title } from "./page_frame.js";
import { _ } from "../messages/texts.js";

const MOST_SHOWN = 40;

/** Show that no game has this name, with a link to the game of the most similar name. `under` is
 * the part of the address before the name. If no name is similar, show the page for an unknown
 * address.
 * @param {{name: string, under: string}} props */
export function NoGame({ name, under }) {
  const near = useNearest(name);
  const game = gameOf(useCatalogue(), near ?? "");
  if (near === undefined) return html`<${Title} text="" />`;
  if (!near || !game) return html`<${NotFound} />`;
  return html`<${Title} text=${_("There is nothing here")} />
    <p>${_("There is no game {slug}; did you mean {near}?", { slug: name.slice(0, MOST_SHOWN), near })}</p>
    <p class="buttons"><a class="button first" href=${`${under}/${near}`}>${game.title}</a>
      <a class="button" href="/rules">${_("Rules")}</a></p>`;
}

/** Return the name of the game that is most similar to `name`; null if none is similar, undefined
 * until the server has answered. @param {string} name @returns {string | null | undefined} */
function useNearest(name) {
  const [near, set] = useState(/** @type {string | null | undefined} */ (undefined));
  useEffect(() => {
    let wanted = true;
    const tell = (/** @type {string | null} */ found) => void (wanted && set(found));
    fetch(`/games/nearest/${encodeURIComponent(name)}`)
      .then(async (answer) => tell(answer.ok ? (await answer.json()).near : null))
      .catch(() => tell(null));
    return () => void (wanted = false);
  }, [name]);
  return near;
}
