// Notifications in the frame of every page: a ringing telephone, a crown won, a tournament about to
// start, news of a leisure race. While the player's own game runs, only a ☎ is shown, and other news waits.

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { ROOT, useApp } from "../app.js";
import { useObservable } from "../state/observable.js";
import { ANSWERS, answeredSentence, callHeadline, SIGN } from "../messages/calls.js";
import { AnswerButtons } from "./crowns/answer_buttons.js";
import { crownWonSentence } from "../messages/crowns.js";
import { newsSentence } from "../messages/leisure_news.js";
import { reminderText } from "../messages/reminders.js";
import { challenged, declined, withdrawn } from "../messages/presence.js";
import { useCatalogue, useGames } from "../net/server_queries.js";
import { ownTournament } from "../state/own_tournament.js";
import { _, ngettext } from "../messages/texts.js";

/** @typedef {import("../net/protocol").Call} Call */
/** @typedef {import("../net/requests").ServerMessage} ServerMessage */
/** @typedef {{key: string, text: string, to?: string, words?: string,
 *   decline?: import("../net/requests").Request}} Notice `to` and `words`: the
 *   address of a link, and its text; `decline`: the request that declines a challenge */

/** Show all notifications, whatever page is open. `early` are the messages of the server that came
 * before this module was loaded.
 * @param {{early: ServerMessage[]}} props */
export function Notifications({ early }) {
  const plays = useIsPlaying(early);
  useEffect(loadOwnStyles, []);
  return html`<${TournamentBar} plays=${plays} /><${Telephone} plays=${plays} early=${early} />`;
}

/** Show the bar of the tournament the player is checked in to, except on pages of tournaments.
 * `plays`: the player's game runs.
 * @param {{plays: boolean}} props */
function TournamentBar({ plays }) {
  const app = useApp();
  const path = useObservable(app.path);
  const [Bar, load] = useState(/** @type {typeof import("./tournaments/own_tournament_bar.js").OwnTournamentBar | null} */ (null));
  const code = path.startsWith("/t/") ? null : ownTournament(app.storage);
  useEffect(() => {
    if (code === null || Bar) return;
    import("./tournaments/own_tournament_bar.js").then((module) => load(() => module.OwnTournamentBar)).catch(() => undefined);
  }, [code]);
  return Bar && code && html`<${Bar} key=${code} code=${code} plays=${plays} path=${path} />`;
}

/** Show the call that rings, or other news, or the number of missed calls.
 * @param {{plays: boolean, early: ServerMessage[]}} props */
function Telephone({ plays, early }) {
  const app = useApp();
  const path = useObservable(app.path);
  const me = useObservable(app.me);
  const [calls, ring] = useState(/** @type {Call[]} */ ([]));
  const [news, tell] = useState(/** @type {Notice[]} */ ([]));
  const catalogue = useCatalogue();
  const missed = useMissed(path);
  const known = useRef(catalogue);
  known.current = catalogue;
  useEffect(() => {
    const onMessage = (/** @type {ServerMessage} */ said) => {
      if (said.type === "ringing") {
        ring((now) => [...now, said.call]);
        tell((now) => now.filter((each) => each.key !== said.call.award));
      } else if (said.type === "challenge_withdrawn") {
        const key = `challenge:${said.code}`; // the sentence takes the place of the challenge
        tell((now) => now.map((each) => (each.key === key ? { key: `withdrawn:${said.code}`, text: withdrawn(said) } : each)));
      } else {
        const fresh = noticeOf(said, app.me.value?.name ?? null, known.current);
        if (fresh) tell((now) => [...now.filter((each) => each.key !== fresh.key), fresh]);
      }
    };
    early.forEach(onMessage);
    return app.connection.listen(onMessage);
  }, []);
  const first = calls[0];
  const line = news.find((each) => each.to !== path); // not what the open page shows
  useEffect(() => {
    if (!plays && first) app.announce(_("The telephone rings. {name}", { name: first.name ?? "" }));
    else if (!plays && line) app.announce(line.text);
  }, [plays, first?.call, line?.key]);

  useEffect(() => {
    if (news.some((each) => each.to === path)) tell((now) => now.filter((each) => each.to !== path));
  }, [news, path]);

  const waiting = calls.length + (me && path !== "/calls" ? missed : 0);
  if (plays) {
    return calls.length
      ? html`<p class="ring-sign" role="img" aria-label=${_("The telephone rings")}>${SIGN}</p>`
      : null;
  }
  if (first && path !== "/calls") {
    return html`<${RingingCall} key=${first.call} call=${first} may=${me !== null}
      others=${missed > 0} done=${() => ring((now) => now.slice(1))} />`;
  }
  if (line) {
    const close = () => tell((now) => now.filter((each) => each !== line));
    const decline = () => {
      if (line.decline) app.connection.send(line.decline).catch(() => undefined);
      close();
    };
    return html`<div class="ring-news" role="status"><span>${line.text}</span>
      ${line.to && html`<a class="button" href=${line.to} onClick=${line.decline && close}>${line.words}</a>`}
      ${line.decline
        ? html`<button type="button" onClick=${decline}>${_("Not now")}</button>`
        : html`<button type="button" onClick=${close}>${_("Close")}</button>`}</div>`;
  }
  if (!waiting || path === "/calls") return null;
  return html`<a class="ring-sign" href="/calls">${SIGN} ${ngettext(
    "{n} missed call", "{n} missed calls", waiting,
  )}</a>`;
}

/** Show a call that rings. `may`: the player is logged in and may answer. `others`: there are more
 * missed calls, so closing this call does not tell the server that all calls were seen.
 * @param {{call: Call, may: boolean, others: boolean, done: () => void}} props */
function RingingCall({ call, may, others, done }) {
  const app = useApp();
  const games = useGames();
  const [sent, set] = useState("");
  if (!games) return null;
  const last = call.games.at(-1);
  const close = () => {
    if (may && !others) app.connection.send({ type: "hear_calls", up_to: call.call }).catch(() => undefined);
    done();
  };
  const answered = (/** @type {import("../messages/calls.js").Answer} */ how) => {
    set(ANSWERS[how]);
    if (how === "show_me" && last) app.go(`/r/${last.race}`);
  };
  const mute = () => {
    app.connection.send({ type: "mute_calls", muted: true }).catch(() => undefined);
    app.announce(_("The telephone is muted."));
    close();
  };
  return html`<section class="ring-box" aria-label=${_("The telephone rings")}>
    <p><strong>${SIGN} ${_("RING RING — {headline}", { headline: callHeadline(call, games.title) })}</strong></p>
    ${call.line && html`<p class="quoted">“${call.line}”</p>`}
    ${sent && html`<p class="good" role="status">${_("You answered: {answer}", { answer: sent })}</p>`}
    ${may && !sent && html`<${AnswerButtons} call=${call} answered=${answered} />`}
    <div class="buttons"><button type="button" onClick=${close}>${_("Close")}</button>
      <button type="button" onClick=${mute}>${_("Mute the telephone")}</button></div></section>`;
}

/** Return the notice to show for a message of the server; null if it needs none. `me` is the name
 * of the player's account.
 * @param {ServerMessage} said @param {string | null} me
 * @param {import("../state/catalogue").Catalogue | undefined} catalogue @returns {Notice | null} */
function noticeOf(said, me, catalogue) {
  if (said.type === "challenged") {
    const { name, code, invite } = said;
    return {
      key: `challenge:${code}`, text: challenged(catalogue, said), to: `/j/${code}${invite ? `/${invite}` : ""}`,
      words: _("Join"), decline: { type: "decline_challenge", name, code },
    };
  }
  if (said.type === "challenge_declined") return { key: `declined:${said.code}`, text: declined(said) };
  if (said.type === "leisure_news") {
    const words = said.news === "your_turn" ? _("Go there") : _("See the table");
    return { key: `leisure:${said.code}`, text: newsSentence(said), to: `/l/${said.code}`, words };
  }
  if (said.type === "tournament_reminder") {
    const to = `/t/${said.code}`;
    return { key: `reminder ${said.code}`, text: reminderText(said), to, words: _("Go there") };
  }
  if (said.type === "call_answered") {
    return { key: `${said.call} ${said.answered.name}`, text: answeredSentence(said) };
  }
  if (said.type !== "crown_won") return null;
  const notice = { key: said.award, text: crownWonSentence(said, me) };
  if (!notice.text) return null;
  return said.name === me && !said.withdrawn ? { ...notice, to: "/calls", words: _("Ring everybody") } : notice;
}

/** Return whether a game of the player runs or is about to begin, and its page is open. The
 * messages about the room tell it.
 * @param {ServerMessage[]} early those that came before this module was loaded */
function useIsPlaying(early) {
  const app = useApp();
  const path = useObservable(app.path);
  const [plays, set] = useState(false);
  useEffect(() => {
    /** @type {number | null} */
    let seat = null;
    const onMessage = (/** @type {ServerMessage} */ said) => {
      if (said.type === "room") {
        seat = said.seat;
        const { status } = said.race;
        const racing = said.members.some((m) => m.seat === seat && m.racing);
        set(racing && (status === "countdown" || (status === "running" && !said.table?.over)));
      } else if (said.type === "countdown") set(seat !== null && said.racing.includes(seat));
      else if (said.type === "table") set(said.over === null);
      else if (said.type === "moved") set(said.over === null);
      else if (said.type === "over" || said.type === "next_race") set(false);
    };
    early.forEach(onMessage);
    return app.connection.listen(onMessage);
  }, []);
  return plays && isRoom(path);
}

/** Return whether an address is that of a room or of a game played alone. @param {string} path */
function isRoom(path) {
  return path.startsWith("/j/") || path.startsWith("/play/");
}

/** Load the style sheet of notifications. */
function loadOwnStyles() {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = `${ROOT}/styles/notifications.css`;
  document.head.append(sheet);
}

/** Return the number of missed calls, 0 for guests. It is requested after a login and after the
 * page of calls was left.
 * @param {string} path */
function useMissed(path) {
  const app = useApp();
  const me = useObservable(app.me);
  const [count, set] = useState(0);
  useEffect(() => {
    if (me === null) return set(0);
    if (path === "/calls") return set(0);
    app.connection.askUntilAnswered({ type: "get_calls", count: 1 }).then(
      (said) => set(said.missed),
      () => undefined,
    );
    return undefined;
  }, [me?.name, path === "/calls"]);
  return count;
}
