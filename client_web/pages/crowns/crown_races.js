// The page /crowns/races: open a crown race, join one by its code, and follow one.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { newNonce, newToken } from "../../net/tokens.js";
import { askForSeat } from "../../net/room_client.js";
import { useObservable } from "../../state/observable.js";
import { useSubscription, useGames } from "../../net/server_queries.js";
import { useNow } from "../../components/use_now.js";
import { CROWNS } from "../../messages/crowns.js";
import { ConfirmButton, Problem, useAction } from "../../components/action_button.js";
import { Title } from "../../components/page_frame.js";
import { goToSeat } from "../../net/tournament_client.js";
import { clockTime } from "../../messages/formatting.js";
import { parseCode, displayCode } from "../../state/room_codes.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../net/protocol").CrownRace} CrownRace */
/** @typedef {import("../../net/protocol").CrownRacer} CrownRacer */
/** @typedef {import("../../net/protocol").GameRaced} GameRaced */
/** @typedef {import("../../state/game_catalogue.js").Games} Games */
/** @typedef {{race: CrownRace, at: number}} RaceSnapshot `at`: when it was received, by `performance.now()` */

/** @type {Record<string, string>} */
const RESULTS = {
  playing: _("plays"),
  won: _("solved"),
  lost: _("lost"),
  resigned: _("given up"),
  timeout: _("time was up"),
  abandoned: _("left"),
  void: _("void"),
};
const STATUS = { lobby: _("not yet begun"), running: _("under way"), over: _("over") };
const LAST = "crown-race";

/** Show one crown race if the address has a code, otherwise the forms to open or join one.
 * @param {{params: string[]}} props */
export default function CrownRaces({ params: [typed = ""] }) {
  if (!typed) return html`<${JoinForm} />`;
  const code = parseCode(typed);
  if (code !== null) return html`<${Followed} code=${code} />`;
  return html`<${Title} text=${_("No such crown race")} />
    <p>${_("{typed} is no code: one has six letters and digits, such as KQ7-4TX.", { typed })}</p>
    <a class="button first" href="/crowns/races">${_("Crown races")}</a>`;
}

function JoinForm() {
  const app = useApp();
  const me = useObservable(app.me);
  const action = useAction();
  const [problem, tell] = useState("");
  const last = app.storage.get(LAST);
  const open = () => action.act(async () => {
    const race = await app.connection.ask({ type: "open_crown_race", nonce: newNonce() });
    app.go(`/crowns/races/${race.code}`);
  });
  const see = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const code = parseCode(String(new FormData(form).get("code") ?? "").split("/").pop() ?? "");
    if (code === null) tell(_("A code has six letters and digits, such as KQ7-4TX."));
    else app.go(`/crowns/races/${code}`);
  };
  return html`
    <${Title} text=${_("Crown races")} />
    <p>${_(
      "Several candidates set off on the same five deals, one of each great game, and see who wins a crown, " +
      "or comes nearest. All play them in the same order, each at their own pace. One candidate is enough.",
    )}</p>
    ${me === null && html`<p class="panel">${_("A crown belongs to an account:")}
      ${" "}<a href="/me">${_("choose your name")}</a> ${_("first. Anybody may look on.")}</p>`}
    <div class="buttons">
      ${me && html`<button type="button" class="first" disabled=${action.busy} onClick=${open}>
        ${_("Open one: you get a code to pass on")}</button>`}
      ${last && html`<a class="button" href=${`/crowns/races/${last}`}>${_("The last one, {code}", {
        code: displayCode(last),
      })}</a>`}
    </div>
    <${Problem} action=${action} />
    <form class="by-code" onSubmit=${see}><label for="code">${_("You were given a code")}</label>
      <div class="buttons"><input id="code" name="code" placeholder="KQ7-4TX" autocomplete="off"
        autocapitalize="characters" spellcheck=${false} /><button>${_("Open it")}</button></div>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}</form>
    <p><a href="/crowns">${_("What crowns are, and your own run")}</a></p>`;
}

/** Follow a crown race and show it. @param {{code: string}} props */
function Followed({ code }) {
  const app = useApp();
  const me = useObservable(app.me);
  const games = useGames();
  const { state: snapshot, refusal, again } = useSubscription(
    { type: "follow_crown_race", code },
    (/** @type {RaceSnapshot | undefined} */ known, said) =>
      said.type === "crown_race" && said.code === code
        ? { race: said, at: performance.now() }
        : known,
    { type: "unfollow_crown_race" },
  );
  const mine = snapshot?.race.mine ?? null;
  useEffect(() => {
    if (mine !== null) app.storage.set(LAST, code);
  }, [mine]);
  useEffect(() => {
    if (snapshot) again();
  }, [me?.name]);
  if (refusal && !snapshot) {
    return html`<${Title} text=${_("No such crown race")} /><p>${refusal.message}</p>
      <a class="button first" href="/crowns/races">${_("Crown races")}</a>`;
  }
  if (!snapshot || !games) {
    return html`<${Title} text=${_("Crown race {code}", { code: displayCode(code) })} />
      <p class="quiet">${_("Asking the server…")}</p>`;
  }
  return html`<${Race} snapshot=${snapshot} games=${games} again=${again} />`;
}

/** Show a crown race. @param {{snapshot: RaceSnapshot, games: Games, again: () => void}} props */
function Race({ snapshot, games, again }) {
  const { race, at } = snapshot;
  const now = useNow(race.status === "running", 1000);
  const left = race.closes_in_ms === null ? null : Math.max(0, race.closes_in_ms - (now - at));
  return html`
    <${Title} text=${_("Crown race {code}", { code: displayCode(race.code) })} />
    <p>${STATUS[race.status].replace(/^./, (c) => c.toUpperCase())}.
      ${race.status === "lobby" && html` ${_("Friends take part with this code or the address of this page.")}`}
      ${race.status === "running" && html` ${_("Each deal is shown to those who have reached it.")}
        ${left !== null && html`<span class="clock"> ${_("It ends in {time} at the latest.", {
          time: clockTime(left),
        })}</span>`}`}</p>
    <${OwnPart} race=${race} games=${games} again=${again} />
    <${Racers} race=${race} games=${games} />
    <p class="seal"><span class="quiet">${_("Committed to before the start:")} </span><code>${race.commitment}</code>
      ${race.opened && html`<br /><span class="quiet">${_("Opened now:")} </span>
        <code>${race.opened.secret}</code>`}</p>
    <p><a href="/crowns/races">${_("Crown races")}</a> · <a href="/crowns">${_("your own run")}</a></p>`;
}

/** Show the player's buttons: take part, start, play the next deal, take part no more.
 * @param {{race: CrownRace, games: Games, again: () => void}} props */
function OwnPart({ race, games, again }) {
  const app = useApp();
  const me = useObservable(app.me);
  const action = useAction();
  const { code } = race;
  const mine = race.mine === null ? null : (race.racers[race.mine] ?? null);
  if (race.status === "over") return null;
  if (me === null) {
    return html`<p class="panel">${_(
      "Anybody may look on. To take part,",
    )} ${" "}<a href="/me">${_("choose your name")}</a> ${_("first.")}</p>`;
  }
  const next = mine && !mine.quit && race.status === "running" ? gameAt(race, mine) : null;
  const act = (/** @type {() => Promise<unknown>} */ work) => action.act(work).then(again);
  const play = async () => {
    const token = newToken();
    const room = await askForSeat(app, { type: "play_crown_deal", code, token, legal: true });
    goToSeat(app, { room: room.code, token, back: `/crowns/races/${code}` });
  };
  return html`<div class="panel"><div class="buttons">
    ${!mine && race.status === "lobby" && html`<button type="button" class="first" disabled=${action.busy}
      onClick=${() => act(() => app.connection.ask({ type: "join_crown_race", code, nonce: newNonce() }))}>
      ${_("Take part")}</button>`}
    ${!mine && race.status === "running" && html`<p>${_("It has begun: you may look on.")}</p>`}
    ${race.status === "lobby" && mine && race.host === me.name && html`<button type="button" class="first"
      disabled=${action.busy}
      onClick=${() => act(() => app.connection.ask({ type: "start_crown_race", code }))}>${_("Start")}</button>`}
    ${race.status === "lobby" && mine && race.host !== me.name && html`<p>${_(
      "You take part. {host} begins it.",
      { host: race.host ?? "" },
    )}</p>`}
    ${next && html`<button type="button" class="first" disabled=${action.busy}
      onClick=${() => action.act(play)}>${_("Play {title}", { title: games.title(next) })}</button>`}
    ${mine && !mine.quit && html`<${ConfirmButton} words=${_("Take part no more")} disabled=${action.busy}
      question=${_("Take part no more? Deals you have not reached are never shown to you.")}
      onSure=${() => act(() => app.connection.ask({ type: "quit_crown_race", code }))} />`}
  </div><${Problem} action=${action} /></div>`;
}

/** Return the game that a candidate plays now or next; null after all five games.
 * @param {CrownRace} race @param {CrownRacer} racer */
function gameAt(race, racer) {
  return race.games[racer.games.filter((each) => each.result !== "playing").length] ?? null;
}

/** Show the table of candidates and their games. @param {{race: CrownRace, games: Games}} props */
function Racers({ race, games }) {
  const order = race.games.length ? race.games : games.great;
  return html`<div class="scroll" role="region" aria-label=${_("Candidates")} tabindex="0"><table class="racers">
    <caption class="aloud">${_("How everybody stands")}</caption>
    <thead><tr><th scope="col" class="number">${_("Place")}</th><th scope="col">${_("Name")}</th>
      ${order.map((slug) => html`<th scope="col" key=${slug}>${games.title(slug)}</th>`)}</tr></thead>
    <tbody>${race.racers.map((racer, n) => html`<tr key=${n} class=${n === race.mine ? "me" : undefined}>
      <td class="number">${racer.place}</td>
      <td>${n === race.mine ? _("{name} (you)", { name: nameOf(racer) }) : nameOf(racer)}
        ${racer.crown && html` <strong>${CROWNS[racer.crown]}</strong>`}
        ${racer.quit && html` <span class="quiet">${_("takes part no more")}</span>`}
        <br /><small>${wonWords(racer)}</small></td>
      ${order.map((slug, at) => html`<td key=${slug}><${Cell} game=${racer.games[at]} games=${games} /></td>`)}
    </tr>`)}</tbody></table></div>`;
}

/** Return the name of a candidate; for a deleted account, a text in place of the name.
 * @param {CrownRacer} racer */
function nameOf(racer) {
  return racer.name ?? _("(nobody any more)");
}

/** Return the text that says how many games a candidate has won, and in what time altogether.
 * @param {CrownRacer} racer */
function wonWords({ won, took_ms: took }) {
  return won > 0 ? _("{n} won in {time}", { n: won, time: clockTime(took) }) : _("{n} won", { n: won });
}

/** Show how one candidate's game stands or ended.
 * @param {{game: GameRaced | undefined, games: Games}} props */
function Cell({ game, games }) {
  if (!game) return html`<span class="quiet" aria-label=${_("not yet")}>·</span>`;
  const words =
    game.result === "won" && game.took_ms !== null
      ? html`<span class="good">${_("solved in {time}", { time: clockTime(game.took_ms) })}</span>`
      : _("{result}, {progress} of {goal}", {
        result: RESULTS[game.result], progress: game.progress, goal: games.goal(game.game),
      });
  if (game.code === null || game.result === "playing") return words;
  return html`${words} <a href=${`/r/${game.code}`}
    aria-label=${_("Record of {title}", { title: games.title(game.game) })}>${_("record")}</a>`;
}
