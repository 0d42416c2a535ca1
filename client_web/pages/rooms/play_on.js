// The page /o/RACE/SEAT/MOVES: practice on the deal of the race RACE, from the position that
// contestant SEAT had after MOVES moves. The server deals, and the page makes these moves first.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { Problem } from "../../components/action_button.js";
import { useAloneSeat } from "../../components/rooms/alone_seat.js";
import { Room } from "../../components/rooms/room.js";
import { Title } from "../../components/page_frame.js";
import { useReplays } from "../../net/replays.js";
import { useObservable } from "../../state/observable.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../net/replays.js").ReplayedGame} ReplayedGame */
/** @typedef {import("../../net/room_client.js").RoomClient} RoomClient */

/** @param {{params: string[]}} props */
export default function PlayOnPage({ params: [typed = "", at = "0", made = "0"] }) {
  const race = typed.trim().toUpperCase().slice(0, 20);
  const seat = /^\d{1,4}$/.test(at) ? Number(at) : 0;
  const { replays, refusal } = useReplays(race, [seat]);
  const replay = replays?.[0];
  if (refusal) {
    return html`<${Title} text=${_("There is no such game to play on")} /><p>${refusal.message}</p>
      <p class="buttons"><a class="button first" href="/play">${_("Play alone")}</a></p>`;
  }
  if (!replay) return html`<${Title} text=${_("Play on")} /><p class="quiet">${_("Asking the server…")}</p>`;
  const moves = movesBefore(replay, /^\d{1,6}$/.test(made) ? Number(made) : 0);
  return html`<${PlayedOn} race=${race} replay=${replay} moves=${moves} />`;
}

/** Return the texts of a contestant's first `ply` moves, without hints, which change nothing, and
 * without the move that ended the game. @param {ReplayedGame} replay @param {number} ply */
export function movesBefore(replay, ply) {
  return replay.moves.slice(0, ply).filter((move) => !move.over && move.text !== "hint").map((move) => move.text);
}

/** @param {{race: string, replay: ReplayedGame, moves: string[]}} props */
function PlayedOn({ race, replay, moves }) {
  const seat = replay.seat;
  const { client, action, begin, giveUp } = useAloneSeat(`on/${race}/${seat}/${moves.length}`);
  const deal = () => begin((name, token) => ({
    type: "race_ghost", race, seat, name, token, practice: true, legal: true,
  }));
  const again = async () => {
    await giveUp();
    await deal();
  };
  const told = _("Practice on from move {n} of {name}; it counts for nothing.", { n: moves.length, name: replay.name });
  if (client !== null) {
    return html`<p class="notice">${told}</p>
      <${Position} key=${client.code} client=${client} moves=${moves} again=${again} /><${Problem} action=${action} />`;
  }
  return html`<${Title} text=${_("Play on")} /><p>${told}</p>
    <div class="buttons"><button class="first" disabled=${action.busy} onClick=${deal}>${_("Deal the cards")}</button></div>
    <${Problem} action=${action} />`;
}

/** Show the game, once the moves up to the position are made.
 * @param {{client: RoomClient, moves: string[], again: () => void}} props */
function Position({ client, moves, again }) {
  const state = useObservable(client.state);
  const shut = useObservable(client.refusal);
  const [isThere, arrive] = useState(false);
  const frame = state?.frame;
  const isDealt = Boolean(state?.table);
  useEffect(() => {
    if (isThere || !state) return;
    if (frame) void client.nextFrame();
    else if (isDealt) void client.playAll(moves).then(() => arrive(true));
  }, [frame?.frame, isDealt, isThere]);
  if (shut) {
    return html`<${Title} text=${_("Play on")} /><p>${_("{message} This deal is gone.", { message: shut.message })}</p>
      <p class="buttons"><button class="first" onClick=${again}>${_("Deal the cards")}</button></p>`;
  }
  if (!isThere) return html`<p class="quiet" role="status">${_("Laying out the cards…")}</p>`;
  return html`<${Room} client=${client} bell=${false} again=${again} />`;
}
