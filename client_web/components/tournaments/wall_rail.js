// The column at the right of the wall: how to take part, who has won the round, who is in front.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import * as tournaments from "../../state/tournament_state.js";
import { ONLY_HERE, useReachableOrigin } from "../../net/reach.js";
import { useAnswer } from "../../net/server_queries.js";
import { resultWords } from "../../messages/results.js";
import { roundName } from "../../messages/tournaments.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../net/protocol").Tournament} Tournament */
/** @typedef {import("../../net/protocol").RoundInfo} RoundInfo */
/** @typedef {import("../../state/game_catalogue.js").Games} Games */

/** The maximum number of winners that are named. There are more only if many heats are raced at
 * once. */
const MOST_WINNERS = 4;

/** Show the column; nothing if there is nothing to show in it.
 * @param {{t: Tournament, games: Games}} props */
export function Rail({ t, games }) {
  const over = t.status === "running" || t.status === "paused" ? t.rounds.filter((r) => r.state === "table").at(-1) : undefined;
  const { streamer } = useApp().preferences.value;
  const open = !streamer && tournaments.isOpenToLatecomers(t) && (t.status === "open" || t.plan.invited == null);
  if (!over && !open) return null;
  return html`<aside class=${`rail${t.status === "open" ? " wide" : ""}`} aria-label=${_("Beside the table")}>
    ${over && html`<${Winners} t=${t} round=${over} games=${games} />`}
    ${open && html`<${HowToJoin} t=${t} />`}</aside>`;
}

/** Show how to take part: the address at which others reach the server, and its QR code. If only
 * this computer reaches the server, a sentence says so instead. @param {{t: Tournament}} props */
function HowToJoin({ t }) {
  const origin = useReachableOrigin();
  const [QrCode, load] = useState(/** @type {typeof import("../qr_code.js").default | null} */ (null));
  useEffect(() => {
    import("../qr_code.js").then((module) => load(() => module.default)).catch(() => undefined);
  }, []);
  return html`<div class="way"><p>${t.status === "open" ? _("Take part:") : _("Come in late:")}</p>
    ${QrCode && origin && html`<${QrCode} link=${`${origin}/t/${t.code}`} />`}
    ${origin
      ? html`<p class="address">${origin.replace(/^https?:\/\//, "")}<span>/t/${t.code}</span></p>`
      : origin === "" && html`<p class="told">${ONLY_HERE}</p>`}</div>`;
}

/** Show the winner of each heat of the round that is over, with the result.
 * @param {{t: Tournament, round: RoundInfo, games: Games}} props */
function Winners({ t, round, games }) {
  const { answer } = useAnswer({ type: "get_tournament_round", code: t.code, round: round.number });
  const first = (answer?.results ?? []).filter((one) => one.counts?.place === 1);
  if (!answer || !first.length) return null;
  const names = tournaments.entrantNames(t);
  const game = { ...games.of(round.game), goal: answer.goal };
  return html`<div class="winners"><p>${roundName(t, round)}</p>
    ${first.slice(0, MOST_WINNERS).map((one) => html`<p key=${one.entrant}>
      <strong>${names.get(one.entrant) ?? `#${one.entrant}`}</strong>
      <span>${resultWords(game, { ...one, progress: one.best })}</span></p>`)}
    ${first.length > MOST_WINNERS && html`<p>${_("and {n} more", { n: first.length - MOST_WINNERS })}</p>`}</div>`;
}
