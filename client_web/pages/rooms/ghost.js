// The page /g/RACE/SEAT: race alone against a ghost, which is the finished game of contestant SEAT
// in the race RACE.

import { html } from "../../vendor/preact.js";
import { useAnswer, useCatalogue } from "../../net/server_queries.js";
import { Problem } from "../../components/action_button.js";
import { useAloneSeat } from "../../components/rooms/alone_seat.js";
import { Room } from "../../components/rooms/room.js";
import { Title } from "../../components/page_frame.js";
import { useObservable } from "../../state/observable.js";
import { gameOf } from "../../state/game_catalogue.js";
import { clockTime } from "../../messages/formatting.js";
import { gameWords } from "../../messages/races.js";
import { resultWords } from "../../messages/results.js";
import { _, ngettext } from "../../messages/texts.js";

/** @typedef {import("../../net/protocol").Ghost} Ghost */
/** @typedef {import("../../net/room_client.js").RoomClient} RoomClient */

/** @param {{params: string[]}} props */
export default function GhostPage({ params: [typed = "", at = "0"] }) {
  const race = typed.trim().toUpperCase().slice(0, 20);
  const seat = /^\d{1,4}$/.test(at) ? Number(at) : 0;
  const { answer: ghost, refusal } = useAnswer({ type: "get_ghost", race, seat });
  if (refusal) {
    return html`<${Title} text=${_("There is no such game to race")} /><p>${refusal.message}</p>
      <p class="buttons"><a class="button first" href="/play">${_("Play alone")}</a>
        <a class="button" href="/">${_("Home")}</a></p>`;
  }
  if (!ghost) return html`<${Title} text=${_("Race a ghost")} /><p class="quiet">${_("Asking the server…")}</p>`;
  return html`<${GhostRace} ghost=${ghost} />`;
}

/** Show the ghost and the button that deals, then the race. @param {{ghost: Ghost}} props */
function GhostRace({ ghost }) {
  const catalogue = useCatalogue();
  const { race, seat, name: who } = ghost;
  const { client, action, begin, giveUp } = useAloneSeat(`ghost/${race}/${seat}`);
  const deal = () => begin((name, token) => ({ type: "race_ghost", race, seat, name, token, legal: true }));
  const game = gameOf(catalogue, ghost.game);
  const again = async () => {
    await giveUp();
    await deal();
  };
  if (client !== null) {
    const hasBell = catalogue !== undefined && ghost.bell_ms < catalogue.limits.longest_bell_ms;
    return html`<${Started} key=${client.code} client=${client} bell=${hasBell} again=${again} />
      <${Problem} action=${action} />`;
  }
  const { final } = ghost;
  const moves = ngettext("{n} move", "{n} moves", final.moves);
  const words = resultWords(game, final);
  return html`<${Title} text=${_("Race {name}'s ghost", { name: who })} />
    <p>${_("{game}: the same cards that {name} had, and their progress beside yours, move for move on the same clock.", {
      game: gameWords(game, ghost), name: who,
    })}</p>
    <p>${_("{name}: {result}, {moves}, in {time}.", { name: who, result: words, moves, time: clockTime(final.ended_ms ?? 0) })}</p>
    <p class="quiet">${_("It counts for no leaderboard and no crown. You need no account.")}</p>
    <div class="buttons"><button class="first" disabled=${action.busy} onClick=${deal}>${_("Deal the cards")}</button>
      <a class="button" href=${`/rules/${ghost.game}`}>${_("Rules")}</a></div>
    <${Problem} action=${action} />`;
}

/** Show the race; if its room no longer exists, say so.
 * @param {{client: RoomClient, bell: boolean, again: () => void}} props */
function Started({ client, bell, again }) {
  const shut = useObservable(client.refusal);
  if (!shut) return html`<${Room} client=${client} bell=${bell} again=${again} />`;
  return html`<${Title} text=${_("Race a ghost")} /><p>${_("{message} This deal is gone.", { message: shut.message })}</p>
    <p class="buttons"><button class="first" onClick=${again}>${_("Race it again")}</button></p>`;
}
