// A game to choose: a link with a picture of its table, its title, and how long, how hard and how much luck it
// is.

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { difficultyWords, luckWords, minutesWords } from "../messages/games.js";

/** @typedef {import("../state/catalogue").Game} Game */
/** @typedef {typeof import("./game_picture.js").GamePicture} Picture */

/** How far from the window a picture is loaded, as a CSS length. */
const SOON = "200px";

/** Show the link to `to`. @param {{game: Game, to: string, note?: string}} props `note`: a text in front of the others */
export function GameCard({ game, to, note = "" }) {
  const facts = [note, minutesWords(game), difficultyWords(game), luckWords(game)].filter(Boolean);
  return html`<a class="game-card" href=${to}>
    <${LazyPicture} game=${game} />
    <strong>${game.title}</strong>
    <span class="game-facts">${facts.map((fact, i) => html`${i > 0 && " "}<span key=${fact}>${fact}</span>`)}</span></a>`;
}

/** Show the picture of a game once it is near the window: the modules that draw tables are not needed
 * before. Without them its place stays empty. @param {{game: Game}} props */
function LazyPicture({ game }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const [Shown, show] = useState(/** @type {Picture | null} */ (null));
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      import("./game_picture.js").then((module) => show(() => module.GamePicture), () => undefined);
    }, { rootMargin: SOON });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return html`<span class="game-view" ref=${place}>${Shown && html`<${Shown} game=${game} />`}</span>`;
}
