// The page /tournaments: the list of tournaments, and a form to go to one by its code.

import { html, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useAnswer } from "../../net/server_queries.js";
import { entryWords, FORMAT_TEXTS } from "../../messages/tournaments.js";
import { Title } from "../../components/page_frame.js";
import { parseCode, displayCode } from "../../state/room_codes.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../net/protocol").TournamentEntry} TournamentEntry */

export default function Tournaments() {
  const { answer, refusal, again } = useAnswer({ type: "list_tournaments" });
  const found = /** @type {TournamentEntry[] | undefined} */ (answer?.tournaments);
  return html`
    <${Title} text=${_("Tournaments")} />
    <p>${_(
      "Several deals, the same for everybody who is there, and one table at the end. Whoever organises one " +
      "gives you its code; you enter, check in when it is about to begin, and then every race opens by " +
      "itself. To look on you need nothing; to take part an account or, where guests may enter, a name. Claim " +
      "yours under",
    )} <a href="/me">${_("Your name")}</a>.</p>
    <${ByCode} />
    <h2>${_("Open, under way, or over lately")}</h2>
    ${refusal && html`<p class="problem" role="alert">${refusal.message}</p>`}
    ${found === undefined && !refusal && html`<p class="quiet">${_("Asking the server…")}</p>`}
    ${found?.length === 0 && html`<p>${_("There is none just now.")}</p>`}
    ${found && found.length > 0 && html`<ul class="card-list">${found.map(entry)}</ul>`}
    <div class="buttons"><button type="button" onClick=${again}>${_("Look again")}</button></div>
    <h2>${_("A new one")}</h2>
    <div class="buttons"><a class="button" href="/tournaments/new">${_("Draft a tournament")}</a></div>
    <p class="quiet">${_("In a terminal it is drafted from a file:")}
      ${" "}<code>patience tournament new "Friday" --rounds friday.toml</code></p>
  `;
}

/** Show one tournament of the list. @param {TournamentEntry} each */
function entry(each) {
  return html`<li key=${each.code}><a href=${`/t/${each.code}`}>
    <strong>${each.title}</strong>
    <span class="quiet">${displayCode(each.code)}</span>${" "}
    <span>${entryWords(each)}.</span>
    ${each.status === "open" && html`<small>${FORMAT_TEXTS[each.format] ?? ""}</small>`}
    ${each.organiser && html`<small>${_("Organised by {organiser}.", { organiser: each.organiser })}</small>`}
  </a></li>`;
}

function ByCode() {
  const app = useApp();
  const [problem, tell] = useState("");
  const go = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const typed = String(new FormData(form).get("code") ?? "");
    const code = parseCode(typed.includes("/") ? typed.replace(/\/+$/, "").split("/").pop() ?? "" : typed);
    if (code === null) tell(_("A code has six letters and digits, such as KQ7-4TX."));
    else app.go(`/t/${code}`);
  };
  return html`<form class="by-code" onSubmit=${go}>
    <label for="code">${_("The code of a tournament, or its link")}</label>
    <div class="buttons">
      <input id="code" name="code" placeholder="KQ7-4TX" autocomplete="off" autocapitalize="characters"
        spellcheck=${false} aria-invalid=${problem ? "true" : undefined}
        aria-describedby=${problem ? "code-problem" : undefined} />
      <button class="first">${_("Open it")}</button>
    </div>
    ${problem && html`<p id="code-problem" class="problem" role="alert">${problem}</p>`}
  </form>`;
}
