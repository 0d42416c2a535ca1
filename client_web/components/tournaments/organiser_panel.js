// The panel with which the organiser runs a tournament: the commands of `patience tournament` as
// buttons and forms. Commands that cannot be undone ask for confirmation.

import { html, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { newToken } from "../../net/tokens.js";
import * as tournaments from "../../state/tournament_state.js";
import { useCatalogue } from "../../net/server_queries.js";
import { PlanForm } from "./plan_form.js";
import { ConfirmButton, Problem, useAction } from "../action_button.js";
import { _, ngettext } from "../../messages/texts.js";

/** @typedef {import("../events").FieldEvent} FieldEvent */
/** @typedef {import("../../net/protocol").Tournament} Tournament */
/** @typedef {import("../../net/protocol").Entrant} Entrant */
/** @typedef {import("../../net/protocol").RunTournament["do"]} Verb */
/** @typedef {(verb: Verb, message?: string) => Promise<boolean>} Run send a
 *   command and show `message` after it; resolves to whether it succeeded */

/** Show the panel until the tournament is finished. @param {{t: Tournament}} props */
export function OrganiserPanel({ t }) {
  const app = useApp();
  const action = useAction();
  const [message, tell] = useState("");
  if (t.status === "finished") return null;
  /** @type {Run} */
  const run = async (verb, words = "") => {
    tell("");
    // The request is sent again if no answer came. Because the token stays the same, it has an
    // effect only once.
    const once = newToken();
    const done = await action.act(() =>
      app.connection.askUntilAnswered({ type: "run_tournament", code: t.code, do: verb, once }),
    );
    if (done) tell(words);
    return done;
  };
  const props = { t, run, busy: action.busy };
  return html`<section class="panel organiser" aria-labelledby="organiser">
    <h2 id="organiser">${_("You organise it")}</h2>
    <div class="buttons"><${CourseButtons} ...${props} /></div>
    <${MoreTime} ...${props} />
    <${Line} ...${props} id="announce" words=${_("Announce")} label=${_("Tell everybody who follows it")}
      longest=${200} verb=${(/** @type {string} */ text) => ({ verb: "announce", text })}
      done=${_("Announced.")} />
    <${Problem} action=${action} />
    ${message && html`<p class="good" role="status">${message}</p>`}
    ${t.status === "draft" && html`<details><summary>${_("What is played")}</summary><${Redraft} t=${t} /></details>`}
    <details><summary>${_("People")}</summary><${People} ...${props} /></details>
    ${t.rounds.length > 0 && html`<details><summary>${_("Rounds")}</summary><${OfRounds} ...${props} /></details>`}
    ${t.status !== "draft" && html`<details><summary>${_("Many in one hall")}</summary><${Hall} ...${props} /></details>`}
    <details><summary>${_("Another organiser")}</summary><${Sharing} ...${props} /></details>
    <details><summary>${_("End it, or hand it over")}</summary><${EndForms} ...${props} /></details>
  </section>`;
}

/** Show the form that replaces the plan of a draft. @param {{t: Tournament}} props */
function Redraft({ t }) {
  const app = useApp();
  const catalogue = useCatalogue();
  const [saved, tell] = useState("");
  if (catalogue === undefined) return null;
  const send = async (/** @type {import("../../net/protocol").AskedTournamentPlan} */ plan) => {
    tell("");
    await app.connection.ask({ type: "change_tournament", code: t.code, plan });
    tell(_("The plan is changed."));
  };
  return html`<${PlanForm} catalogue=${catalogue} plan=${t.plan} words=${_("Change the plan")} send=${send} />
    ${saved && html`<p class="good" role="status">${saved}</p>`}`;
}

/** Show the button for the next step: open, start, go on, pause, resume.
 * @param {{t: Tournament, run: Run, busy: boolean}} props */
function CourseButtons({ t, run, busy }) {
  const round = tournaments.awaitedRound(t);
  if (t.status === "draft") {
    return html`<button type="button" class="first" disabled=${busy}
      onClick=${() => run({ verb: "open" })}>${_("Open: let people in")}</button>`;
  }
  if (t.status === "open") return html`<${Begin} t=${t} run=${run} busy=${busy} />`;
  if (t.status === "paused") {
    return html`<button type="button" class="first" disabled=${busy}
      onClick=${() => run({ verb: "resume" })}>${_("End the pause")}</button>`;
  }
  return html`
    ${round !== null && html`<button type="button" class="first" disabled=${busy}
      onClick=${() => run({ verb: "start", round })}>${_("Go on at once")}</button>`}
    <button type="button" disabled=${busy} onClick=${() => run({ verb: "pause" })}>${_("Pause")}</button>`;
}

/** Show the button that starts the tournament, with how many have checked in.
 * @param {{t: Tournament, run: Run, busy: boolean}} props */
function Begin({ t, run, busy }) {
  const there = t.entrants.filter((one) => one.checked_in && one.gone === null).length;
  const missing = t.entrants.filter((one) => !one.checked_in && one.gone === null).length;
  if (!there) return html`<p>${_("Nobody has checked in yet.")}</p>`;
  const question = missing
    ? _("Start, {missing} not checked in?", { missing })
    : ngettext("Start with the {n} who is there?", "Start with the {n} who are there?", there);
  return html`<${ConfirmButton} words=${_("Start")} question=${question} disabled=${busy}
    onSure=${() => run({ verb: "start", round: 0 })} />`;
}

/** Show the buttons that postpone the start, the next round, or the end of the time for deals.
 * @param {{t: Tournament, run: Run, busy: boolean}} props */
function MoreTime({ t, run, busy }) {
  const scheduled = t.status === "open" && t.clocks.starts_in_ms !== null;
  const goesOn = ["running", "paused"].includes(t.status);
  if (!scheduled && !(goesOn && (tournaments.awaitedRound(t) !== null || tournaments.isOwnPace(t)))) return null;
  const round = tournaments.awaitedRound(t);
  /** @type {[ms: number, words: string][]} */
  const more = [[60_000, _("1 minute")], [300_000, _("5 minutes")], [900_000, _("15 minutes")]];
  return html`<div class="buttons" role="group" aria-label=${_("More time")}>
    <span class="label">${_("More time:")}</span>
    ${more.map(([ms, words]) => html`<button type="button" key=${ms} disabled=${busy}
      onClick=${() => run({ verb: "add_time", ms, round }, _("{words} more.", { words }))}>${words}</button>`)}</div>`;
}

/** Show a text field with its button. `verb` returns the command for the typed text; `done` is the
 * message to show after the command has succeeded.
 * @param {{run: Run, busy: boolean, id: string, words: string, label: string, note?: string,
 *   longest?: number, done: string, verb: (text: string) => Verb}} props */
function Line({ run, busy, id, words, label, note, longest = 60, done, verb }) {
  const [text, set] = useState("");
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const said = text.trim().replace(/\s+/g, " ");
    if (said && (await run(verb(said), done))) set("");
  };
  return html`<form class="line" onSubmit=${send}>
    <label for=${id}>${label}</label>
    <div class="buttons"><input id=${id} value=${text} maxlength=${longest} autocomplete="off"
        onInput=${(/** @type {FieldEvent} */ event) => set(event.currentTarget.value)} />
      <button disabled=${busy || !text.trim()}>${words}</button></div>
    ${note && html`<p class="quiet">${note}</p>`}</form>`;
}

/** Show the entrants with the buttons for each, and the forms that invite and admit somebody.
 * @param {{t: Tournament, run: Run, busy: boolean}} props */
function People({ t, run, busy }) {
  return html`
    <ul class="people">${t.entrants.map((one) => html`<li key=${one.number}>
      <span class="who">${tournaments.entrantName(one)}</span>
      <span class="buttons"><${OnePerson} one=${one} run=${run} busy=${busy} /></span></li>`)}</ul>
    ${t.plan["invited"] != null && html`<${Line} run=${run} busy=${busy} id="invite" words=${_("Invite")}
      label=${_("Invite: names of accounts, with commas")} longest=${2_000} done=${_("Invited.")}
      verb=${(/** @type {string} */ text) => ({ verb: "invite", names: listed(text) })} />`}
    ${t.status !== "draft" && html`<${Line} run=${run} busy=${busy} id="admit" words=${_("Admit")}
      label=${_("Admit: the name of an account")} done=${_("Admitted.")}
      note=${_("They take part, invited or not, late or not.")}
      verb=${(/** @type {string} */ name) => ({ verb: "admit", name })} />`}`;
}

/** Return the names in a text, which are separated by commas. @param {string} text */
function listed(text) {
  return text.split(",").map((name) => name.trim()).filter(Boolean);
}

/** Show the buttons for one entrant. @param {{one: Entrant, run: Run, busy: boolean}} props */
function OnePerson({ one, run, busy }) {
  const entrant = one.number;
  const name = tournaments.entrantName(one);
  if (one.gone !== null) {
    return html`<button type="button" disabled=${busy} aria-label=${_("Reinstate {name}", { name })}
      onClick=${() => run({ verb: "reinstate", entrant }, _("{name} takes part again.", {
        name,
      }))}>${_("Reinstate")}</button>`;
  }
  return html`
    <${ConfirmButton} words=${_("Withdraw")} disabled=${busy}
      question=${_("Wait no more for {name}? What they have played stays.", { name })}
      onSure=${() => run({ verb: "withdraw", entrant })} />
    <${ConfirmButton} words=${_("Remove")} disabled=${busy} question=${_("Remove {name}, as if never there?", {
      name,
    })}
      onSure=${() => run({ verb: "remove", entrant })} />`;
}

/** Show the rounds that were raced, with buttons to void or replay each.
 * @param {{t: Tournament, run: Run, busy: boolean}} props */
function OfRounds({ t, run, busy }) {
  const played = t.rounds.filter((r) => ["racing", "table", "closed"].includes(r.state));
  if (!played.length) return html`<p>${_("None has been raced yet.")}</p>`;
  return html`<ul class="people">${played.map(({ number }) => html`<li key=${number}>
    <span class="who">${_("Round {n}", { n: number })}</span><span class="buttons">
      <${ConfirmButton} words=${_("Void")} disabled=${busy}
        question=${_("Let round {number} count for nothing? That cannot be undone.", { number })}
        onSure=${() => run({ verb: "void_round", round: number })} />
      <${ConfirmButton} words=${_("Replay")} disabled=${busy}
        question=${_("Round {number} counts for nothing and is played again on another deal?", { number })}
        onSure=${() => run({ verb: "replay_round", round: number })} /></span></li>`)}</ul>`;
}

/** Show who else organises the tournament, and the button that makes a link for them.
 * @param {{t: Tournament, run: Run, busy: boolean}} props */
function Sharing({ t, run, busy }) {
  const [link, show] = useState("");
  const share = async () => {
    const word = newToken();
    if (await run({ verb: "share", word })) show(`${location.origin}/t/${t.code}?organise=${word}`);
  };
  const end = async () => {
    if (await run({ verb: "share" }, _("Nobody else organises it any more."))) show("");
  };
  const helpers = (t.helpers ?? []).join(", ");
  return html`<p>${helpers ? _("It is organised by {names} too.", { names: helpers }) : _("You alone organise it.")}</p>
    ${link && html`<p>${_("Whoever opens this link with an account may do all that you can do here, but hand it over.")}</p>
      <p><input aria-label=${_("The link for organisers")} readonly value=${link}
        onFocus=${(/** @type {any} */ event) => event.currentTarget.select()} /></p>`}
    <div class="buttons"><button type="button" disabled=${busy} onClick=${share}>${_("Make a link")}</button>
      ${helpers && html`<button type="button" disabled=${busy} onClick=${end}>${_("Organise it alone again")}</button>`}</div>`;
}

/** Show the form that raises the limits of an address for many people, or the button that ends it.
 * @param {{t: Tournament, run: Run, busy: boolean}} props */
function Hall({ t, run, busy }) {
  const [people, count] = useState("60");
  const [address, name] = useState("");
  if (t.hall) {
    return html`<p>${ngettext("Open for {n} person.", "Open for {n} people.", t.hall)}</p>
      <div class="buttons"><button type="button" disabled=${busy}
        onClick=${() => run({ verb: "close_hall" }, _("The limits are as before."))}>${_("Close the hall")}</button></div>`;
  }
  const open = (/** @type {Event} */ event) => {
    event.preventDefault();
    void run({ verb: "open_hall", people: Number(people), address: address.trim() || null }, _("The hall is open."));
  };
  return html`<form class="line" onSubmit=${open}>
    <p>${_("Many people in one place share one network address, which is limited. Its limits are raised until the tournament is over.")}</p>
    <label for="hall-people">${_("For how many people")}</label>
    <input id="hall-people" type="number" min="1" max="200" required value=${people}
      onInput=${(/** @type {FieldEvent} */ event) => count(event.currentTarget.value)} />
    <label for="hall-address">${_("The address of the hall, if you are not there")}</label>
    <input id="hall-address" value=${address} maxlength="45" autocomplete="off" spellcheck=${false}
      onInput=${(/** @type {FieldEvent} */ event) => name(event.currentTarget.value)} />
    <div class="buttons"><button disabled=${busy}>${_("Open the hall")}</button></div></form>`;
}

/** Show the buttons that end the tournament or its series, and the form that hands it over.
 * @param {{t: Tournament, run: Run, busy: boolean}} props */
function EndForms({ t, run, busy }) {
  const repeats = tournaments.planOf(t).schedule?.repeat != null;
  const question = repeats
    ? _("End this tournament? The next of its series is opened all the same.")
    : _("End this tournament for good?");
  return html`
    <div class="buttons"><${ConfirmButton} words=${_("Stop")} question=${question} disabled=${busy}
      onSure=${() => run({ verb: "stop" }, _("It is over after the games in progress and the time for their table."))} />
      ${repeats && html`<${ConfirmButton} words=${_("Stop the series")} disabled=${busy}
        question=${_("End this tournament, and open no next one?")}
        onSure=${() => run({ verb: "stop", for_good: true })} />`}</div>
    <${Line} run=${run} busy=${busy} id="hand-over" words=${_("Hand over")}
      label=${_("Hand over to: the name of an account")} done=${_("Handed over.")}
      note=${_("From then on you can no longer do any of this.")}
      verb=${(/** @type {string} */ name) => ({ verb: "hand_over", name })} />`;
}
