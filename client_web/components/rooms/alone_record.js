// How often the player has won a game alone in this browser, and the best results.

import { html, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { countAlone } from "../../state/alone_results.js";
import { clockTime, pointsWords } from "../../messages/formatting.js";
import { _, ngettext } from "../../messages/texts.js";

/** @typedef {import("../../state/room_state.js").RoomState} RoomState */
/** @typedef {import("../../state/alone_results.js").AloneResults} AloneResults */

/** Count the finished game of a room in which the player plays alone, once, and show the results.
 * @param {{state: RoomState}} props */
export function AloneRecord({ state: { room, standings } }) {
  const { storage } = useApp();
  const standing = standings.get(room.seat ?? -1);
  const [counted] = useState(() => standing && countAlone(storage, room.race.game, room.race.id, standing));
  if (!counted) return null;
  const [before, after] = counted;
  return html`<p class="own-record" role="status">${recordSentence(after)} ${bestSentence(before, after)}</p>`;
}

/** Return the results of a game in a few words; empty if none was played. @param {AloneResults} results */
export function recordNote({ played, won, points }) {
  if (points !== null) return _("your best: {points}", { points: pointsWords(points) });
  return played ? _("{won} of {played} won", { won, played }) : "";
}

/** Return a sentence about results: how many games were won, and the best. @param {AloneResults} results */
export function recordSentence({ played, won, ms, moves, points }) {
  if (points !== null) {
    return ngettext("{played} game in this browser; the best had {points}.", "{played} games in this browser; the best had {points}.", played, {
      played, points: pointsWords(points),
    });
  }
  const count = ngettext("{won} of {played} game won in this browser.", "{won} of {played} games won in this browser.", played, { played, won });
  if (ms === null || moves === null) return count;
  return `${count} ${_("Best time {time}, fewest moves {moves}.", { time: clockTime(ms), moves })}`;
}

/** Return what is better after a game than before it, as a sentence; empty if nothing is, and after the first.
 * @param {AloneResults} before @param {AloneResults} after */
export function bestSentence(before, after) {
  if (before.points !== null && after.points !== null && after.points > before.points) return _("That is a new best!");
  if (before.ms === null || before.moves === null || after.ms === null || after.moves === null) return "";
  const [faster, shorter] = [after.ms < before.ms, after.moves < before.moves];
  if (faster && shorter) return _("Never faster, and never with fewer moves!");
  return faster ? _("That is your best time!") : shorter ? _("Never with fewer moves!") : "";
}
