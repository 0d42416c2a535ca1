// The sentence about news of a leisure race; a module of its own, because every page loads it.

import { _ } from "./texts.js";

/** Return the sentence about a leisure race that the player can play now, or that was told.
 * @param {import("../net/protocol").LeisureNews} news */
export function newsSentence({ title, news }) {
  return news === "your_turn" ? _("It is your turn in {title}.", { title }) : _("{title} is over.", { title });
}
