// The page /crowns: what crowns are, the player's own run with its breaks and limits, and buttons
// to play one of the five great games.

import { html, useEffect, useRef } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { newNonce, newToken } from "../../net/tokens.js";
import { askForSeat } from "../../net/room_client.js";
import { useObservable } from "../../state/observable.js";
import { useSubscription, useGames } from "../../net/server_queries.js";
import { useNow } from "../../components/use_now.js";
import * as words from "../../messages/crowns.js";
import { ConfirmButton, Problem, useAction } from "../../components/action_button.js";
import { Shield, Shields } from "../../components/crowns/crown_shields.js";
import { Title } from "../../components/page_frame.js";
import { minutesWords } from "../../messages/games.js";
import { ago, clockTime } from "../../messages/formatting.js";
import { goToSeat } from "../../net/tournament_client.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../messages/crowns.js").CrownSnapshot} CrownSnapshot */
/** @typedef {import("../../net/protocol").Crown} Crown */
/** @typedef {import("../../state/game_catalogue.js").Games} Games */

const BELL_MS = 24 * 3_600_000;
const BACK = "/crowns";

export default function Crowns() {
  const me = useObservable(useApp().me);
  return html`
    <${Title} text=${_("Crowns")} />
    <p>${_(
      "Win three different games of the five on the trot: the",
    )} <strong>${_("Triple Crown")}</strong>${_(". All five: the")} <strong>${_("Quintuple Crown")}</strong>${_(
      ". Any order will do, and nothing need be declared beforehand: whoever wins one of the five has begun " +
      "a run. A game that is lost, given up or left ends it, and so does a break that is too long.",
    )}</p>
    ${me === null
      ? html`<p class="panel">${_(
        "A crown belongs to an account:",
      )} ${" "}<a href="/me">${_("choose your name")}</a> ${_("first.")}</p><${GreatGames} snapshot=${null} />`
      : html`<${Run} key=${me.name} />`}
    <h2>${_("And more")}</h2>
    <ul class="card-list">
      <li><a href="/crowns/roll"><strong>${_("Roll of honour")}</strong>${_(
        "Every crown that was won, and the one the book tells of.",
      )}</a></li>
      <li><a href="/crowns/races"><strong>${_("Crown races")}</strong>${_(
        "Several candidates set off on the same five deals.",
      )}</a></li>
      <li><a href="/calls"><strong>${_("Telephone")}</strong>${_(
        "Ring everybody about a crown of yours, and answer others.",
      )}</a></li>
    </ul>`;
}

function Run() {
  const app = useApp();
  const { state: snapshot, refusal } = useSubscription(
    { type: "follow_crown" },
    (/** @type {CrownSnapshot | undefined} */ known, said) =>
      said.type === "crown" ? { crown: said, at: performance.now() } : known,
    { type: "unfollow_crown" },
  );
  const before = useRef(/** @type {Crown | null} */ (null));
  useEffect(() => {
    if (!snapshot) return;
    const news = before.current ? words.changeWords(before.current, snapshot.crown) : "";
    before.current = snapshot.crown;
    if (news) app.announce(news);
  }, [snapshot]);
  if (refusal && !snapshot) return html`<p class="problem" role="alert">${refusal.message}</p>`;
  if (!snapshot) return html`<p class="quiet">${_("Asking the server…")}</p>`;
  return html`<${Standing} snapshot=${snapshot} /><${GreatGames} snapshot=${snapshot} /><${Limits} snapshot=${snapshot} />`;
}

/** Show the player's run. @param {{snapshot: CrownSnapshot}} props */
function Standing({ snapshot }) {
  const app = useApp();
  const now = useNow(true, 1000);
  const action = useAction();
  const { crown } = snapshot;
  const ended = words.endedWords(snapshot, now);
  return html`<section class="panel run" aria-labelledby="run">
    <h2 id="run">${_("Your run")}</h2>
    ${crown.won.length > 0
      ? html`<${Shields} crown=${crown} />
          <p>${words.afterWords(crown)}</p>
          <p class="clock">${words.nowWords(snapshot, now)}</p>
          <p class="clock quiet">${words.totalWords(snapshot, now)}</p>
          <${BreakBar} snapshot=${snapshot} now=${now} />
          <${FinishedBreaks} snapshot=${snapshot} now=${now} />`
      : html`${ended && html`<p>${ended}</p>`}<p>${words.NO_RUN}</p>`}
    ${crown.playing && html`<${Playing} crown=${crown} action=${action} />`}
    ${crown.won.length > 0 && html`<div class="buttons"><${ConfirmButton} words=${_("Give up the run")}
      question=${_("Give up the run? A game in progress goes on.")} disabled=${action.busy}
      onSure=${() => action.act(() => app.connection.ask({ type: "give_up_run" }))} /></div>`}
    <${Problem} action=${action} />
  </section>`;
}

/** Show how much of the limit for all breaks is used up, as a bar.
 * @param {{snapshot: CrownSnapshot, now: number}} props */
function BreakBar({ snapshot, now }) {
  const part = Math.min(1, words.spentMs(snapshot, now) / (1000 * snapshot.crown.limits.total_s));
  return html`<span class="bar" aria-hidden="true">
    <span style=${{ transform: `scaleX(${part})` }} /></span>`;
}

/** Show the finished breaks of the run. @param {{snapshot: CrownSnapshot, now: number}} props */
function FinishedBreaks({ snapshot, now }) {
  const { breaks } = snapshot.crown;
  if (!breaks.length) return html`<p class="quiet">${_("No break so far.")}</p>`;
  const since = Math.max(0, now - snapshot.at);
  return html`<ol class="ledger" aria-label=${_("Breaks")}>${breaks.map((each, n) => html`<li key=${n}>
    ${words.breakWords(each)}, <span class="quiet">${ago(each.ago_ms + since)}</span></li>`)}</ol>`;
}

/** Show the game in progress, with buttons to go to it and to begin or end a break.
 * @param {{crown: Crown, action: import("../../components/action_button.js").Action}} props */
function Playing({ crown, action }) {
  const app = useApp();
  const games = useGames();
  const playing = crown.playing;
  const code = playing && words.roomOf(playing.race);
  if (!playing || !games) return null;
  /** Take the seat, send `verb`, and go to the table unless a break begins.
   * @param {"begin_break" | "end_break" | null} verb */
  const sit = async (verb) => {
    if (code === null) return;
    const token = await seatOf(app, code);
    if (verb) await app.connection.ask({ type: verb });
    if (verb !== "begin_break") goToSeat(app, { room: code, token, back: BACK });
  };
  const title = games.title(playing.game);
  return html`<p>${playing.counts
      ? _("You are playing {title}.", { title })
      : _("You are playing {title}; solving it would not count.", { title })}
      ${crown.covered && ` ${_("Your board is covered.")}`}</p>
    ${code && html`<div class="buttons">
      <button type="button" class="first" disabled=${action.busy}
        onClick=${() => action.act(() => sit(crown.covered ? "end_break" : null))}>
        ${crown.covered ? _("I am back") : _("To the table")}</button>
      ${!crown.covered && html`<button type="button" disabled=${action.busy}
        onClick=${() => action.act(() => sit("begin_break"))}>${_("Cover the board: a break")}</button>`}</div>`}`;
}

/** Take the seat of the game in progress, which may have been started on another device. Resolves
 * to the seat's token.
 * @param {import("../../app.js").App} app @param {string} code */
async function seatOf(app, code) {
  const kept = app.storage.get(`seat/${code}`);
  const token = typeof kept === "string" ? kept : newToken();
  const name = app.me.value?.name ?? "";
  await (kept
    ? askForSeat(app, { type: "resume", code, token, legal: true })
    : askForSeat(app, { type: "join", code, name, token, legal: true }));
  app.storage.set(`seat/${code}`, token);
  return token;
}

/** Show the five great games, each with a shield and a button to play it. `snapshot` is null for
 * guests.
 * @param {{snapshot: CrownSnapshot | null}} props */
function GreatGames({ snapshot }) {
  const games = useGames();
  const action = useAction();
  const now = useNow(snapshot !== null, 30_000);
  if (!games) return null;
  const crown = snapshot?.crown ?? null;
  const won = new Map((crown?.won ?? []).map((each) => [each.game, each]));
  const next = games.quickestFirst.find((slug) => !won.has(slug));
  return html`<h2>${_("The five")}</h2><${Problem} action=${action} />
    <ul class="five">${games.great.map((slug) => {
      const each = won.get(slug);
      const game = games.of(slug);
      const line = each
        ? _("won in {time}, {ago}", {
          time: clockTime(each.took_ms), ago: ago(each.ago_ms + Math.max(0, now - (snapshot?.at ?? now))),
        })
        : [game && minutesWords(game), game?.prospects].filter(Boolean).join(", ");
      return html`<li key=${slug} class=${each ? "won" : undefined}><${Shield} won=${Boolean(each)} />
        <span class="what"><strong>${games.title(slug)}</strong> <span class="quiet">${line}</span>
          ${" "}<a href=${`/rules/${slug}`} aria-label=${_("Rules of {title}", {
            title: games.title(slug),
          })}>${_("rules")}</a></span>
        ${crown && html`<${Begin} crown=${crown} slug=${slug} title=${games.title(slug)}
          next=${slug === next} action=${action} />`}</li>`;
    })}</ul>`;
}

/** Show the button that deals a great game for the player alone. `next`: it is the game to play
 * next.
 * @param {{crown: Crown, slug: string, title: string, next: boolean,
 *   action: import("../../components/action_button.js").Action}} props */
function Begin({ crown, slug, title, next, action }) {
  const app = useApp();
  // To begin another great game during one that counts would end the run.
  if (crown.playing?.counts) return null;
  const begin = async () => {
    const token = newToken();
    const room = await askForSeat(app, {
      type: "create",
      game: slug,
      terms: { take_back: "none" },
      bell_ms: BELL_MS,
      settings: { size: 2, locked: true, boards: "nobody" },
      name: app.me.value?.name ?? "",
      token,
      legal: true,
    });
    app.storage.set(`seat/${room.code}`, token);
    await app.connection.ask({ type: "ready", nonce: newNonce() });
    await app.connection.ask({ type: "start" });
    goToSeat(app, { room: room.code, token, back: BACK });
  };
  return html`<button type="button" class=${next ? "first" : undefined} disabled=${action.busy}
    aria-label=${_("Play {title}", { title })} onClick=${() => action.act(begin)}>${_("Play")}</button>`;
}

/** Show the limits of breaks and moves. @param {{snapshot: CrownSnapshot}} props */
function Limits({ snapshot }) {
  return html`<h2>${_("How long is too long")}</h2>
    <ul>${words.limitLines(snapshot.crown.limits).map((line) => html`<li key=${line}>${line}</li>`)}</ul>
    <p class="quiet">${_(
      "There may be any number of breaks. A line that is lost is one, too; time for which the server is away " +
      "costs nothing.",
    )}</p>`;
}
