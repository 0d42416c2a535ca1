// The forms about an account: sign up, log in, recover, rename, change the password, export,
// delete.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { ConnectionLost, Refusal } from "../../net/connection.js";
import { newToken } from "../../net/tokens.js";
import { mergePreferences } from "../../state/preferences.js";
import { savedSeats } from "../../state/saved_rooms.js";
import { claimLeisureParts } from "../../net/leisure_client.js";
import { claimEntries } from "../../net/tournament_client.js";
import { useObservable } from "../../state/observable.js";
import { Form, LONGEST_NAME, nameProblem, newPasswordProblem, passwordProblem, onlyProblems } from "../form.js";
import { _, ngettext } from "../../messages/texts.js";

/** @typedef {import("../../vendor/preact.js").Child} Child */
/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../form.js").Field} Field */
/** @typedef {import("../form.js").Values} Values */
/** @typedef {{tell: (sentence: string) => void, show: (recovery: string | null) => void}} Callbacks
 *   `tell` shows a sentence on the page; `show` shows a recovery code, or hides it if null */

const SEATS_AT_ONCE = 20;
const DIFFER = _("The two passwords differ.");
const REMEMBER = {
  name: "remember", label: _("Remember me for months, not for hours"), type: /** @type {const} */ ("checkbox"),
  value: "yes", hint: _("Not on a computer that others use."),
};
const PASSWORD = {
  name: "password", label: _("Password"), type: /** @type {const} */ ("password"),
  complete: "current-password", most: 200,
};
const NEW_PASSWORD = {
  name: "fresh", label: _("New password"), type: /** @type {const} */ ("password"),
  complete: "new-password", most: 200, hint: _("At least 8 characters."),
};
const REPEAT = {
  name: "repeat", label: _("Repeat"), type: /** @type {const} */ ("password"),
  complete: "new-password", most: 200,
};
/** The field that each refusal concerns, by the code of the refusal. */
const FIELD_OF_REFUSAL = {
  bad_name: "name", name_taken: "name", name_claimed: "name", unknown_name: "name",
  wrong_password: "password", bad_password: "fresh", wrong_recovery: "recovery",
};

// Sign up, log in, recover. ----------------------------------------------------------------------

/** @typedef {"claim" | "log-in" | "recover" | "play-as"} Way what a guest
 *   wants to do */
/** @typedef {"sign_up" | "log_in" | "recover"} Entry the type of the request */
/** @type {[Way, string, string][]} */
const ENTRIES = [
  ["claim", _("Claim a name"), _("A password makes it yours; your races here come along into its history.")],
  ["log-in", _("Log in"), _("To an account you have.")],
  ["recover", _("Recover"), _("By the recovery code, with a new password. All sessions end.")],
  ["play-as", _("Play as"), _("A name for your friends to see, without an account.")],
];

/** Show the forms for a guest, one at a time: sign up, log in, recover, or play under a name.
 * @param {Callbacks} props */
export function AccountEntry({ tell, show }) {
  const app = useApp();
  const [way, go] = useState(/** @type {Way} */ ("claim"));
  const hint = ENTRIES.find(([each]) => each === way)?.[2];
  return html`<section class="panel">
    <div class="segments" role="group" aria-label=${_("What to do")}>
      ${ENTRIES.map(([each, label]) => html`<button key=${each} type="button"
        aria-pressed=${each === way} onClick=${() => go(each)}>${label}</button>`)}</div>
    <p class="quiet">${hint}</p>
    <${EntryForm} key=${way} way=${way} app=${app} tell=${tell} show=${show} />
  </section>`;
}

/** Show the form to sign up, log in, recover, or play under a name, as `way` says. `name` is the
 * initial text of the name field.
 * @param {Callbacks & {way: Way, app: App, name?: string}} props */
function EntryForm({ way, app, tell, show, name: known }) {
  const name = {
    name: "name", label: _("Your name"), value: known ?? app.storage.get("name") ?? "", most: LONGEST_NAME, plain: true,
    complete: "username",
  };
  if (way === "play-as") {
    const act = async (/** @type {Values} */ { name = "" }) => {
      const plain = name.replace(/\s+/g, " ");
      if (await isClaimed(app, plain)) throw new Refusal("name_claimed", nameClaimedText(plain));
      app.storage.set("name", plain);
      tell(_("You play as {name}.", { name: plain }));
    };
    return html`<${Form} id="play-as" fields=${[{ ...name, complete: "nickname" }]} verb=${_("Play as this")}
      check=${(/** @type {Values} */ v) => onlyProblems({ name: nameProblem(v.name ?? "") })} act=${act}
      places=${FIELD_OF_REFUSAL} />`;
  }
  /** @type {Record<Exclude<Way, "play-as">, [Entry, Field[], string]>} */
  const forms = {
    "claim": ["sign_up", [name, NEW_PASSWORD, REPEAT, REMEMBER], _("Claim this name")],
    "log-in": ["log_in", [name, PASSWORD, REMEMBER], _("Log in")],
    "recover": ["recover", [name, RECOVERY, NEW_PASSWORD, REPEAT, REMEMBER], _("Recover")],
  };
  const [type, fields, verb] = forms[way];
  const act = async (/** @type {Values} */ values) => {
    const { account, recovery } = await sendEntry(app, type, values);
    show(recovery ?? null);
    const now = _("You are {name}.", { name: account.name });
    tell(now);
    await mergePreferences(app, account.preferences);
    const claimed = await claimSeats(app);
    tell(claimed ? `${now} ${claimed}` : now);
  };
  // Success logs another account in, so the page is redrawn and `tell` announces it; the form
  // itself needs no message.
  return html`<${Form} id=${way} fields=${fields} verb=${verb} check=${checkFields} act=${act}
    places=${FIELD_OF_REFUSAL} />`;
}

/** Return the sentence with which the server refuses a claimed name in a room.
 * @param {string} name */
function nameClaimedText(name) {
  return _("The name {name} is claimed: log in, if it is yours, or take another.", { name });
}

/** Return whether a name belongs to an account. If the server refuses or the connection is lost,
 * return false: the server checks again when the name is used in a room.
 * @param {App} app @param {string} name */
async function isClaimed(app, name) {
  try {
    await app.connection.ask({ type: "get_streaks", name });
    return true;
  } catch (error) {
    if (error instanceof Refusal || error instanceof ConnectionLost) return false;
    throw error;
  }
}

/** Show the login form to a guest whose name was refused because it is claimed.
 * @param {{name: string}} props */
export function LogIn({ name }) {
  const app = useApp();
  const ignore = () => undefined;
  useEffect(() => void app.loadStyles("pages").catch(ignore), []);
  return html`<section class="panel" aria-labelledby="is-yours"><h2 id="is-yours">${_("Is {name} yours?", {
    name,
  })}</h2>
    <${EntryForm} way="log-in" name=${name} app=${app} tell=${ignore} show=${ignore} /></section>`;
}

const RECOVERY = { name: "recovery", label: _("Recovery code"), plain: true, most: 60 };

/** Return the problems of a form's values as sentences, by field. Fields that the form does not
 * have are not checked.
 * @param {Values} values */
function checkFields(values) {
  /** @type {Values} */
  const problems = {};
  if (values.name !== undefined) problems.name = nameProblem(values.name);
  if (values.password !== undefined) problems.password = passwordProblem(values.password);
  if (values.recovery !== undefined && !values.recovery) problems.recovery = _("No code was typed.");
  if (values.fresh !== undefined) {
    problems.fresh = newPasswordProblem(values.fresh);
    if (!problems.fresh && values.fresh !== values.repeat) problems.repeat = DIFFER;
  }
  return onlyProblems(problems);
}

/** Send a request that signs up, logs in or recovers, and log the account in. Return the answer.
 * @param {App} app @param {Entry} type @param {Values} values */
async function sendEntry(app, type, values) {
  const { name = "", password = "", fresh = password, recovery = "", remember } = values;
  const device = app.storage.get("device") ?? newToken();
  app.storage.set("device", device);
  const who = { name, remember: remember === "yes", device, password: fresh };
  const said = await app.connection.ask(type === "recover" ? { type, ...who, recovery } : { type, ...who });
  const { account, session } = said;
  app.storage.set("name", account.name);
  app.logIn({ name: account.name, session: session ?? "", bot: account.bot }, remember === "yes");
  void app.loadFormerName();
  return said;
}

/** Claim for the account the seats and the entries in tournaments and leisure races that this browser has
 * as a guest.
 * Return sentences about what was claimed; "" if there was nothing to claim.
 * @param {App} app */
async function claimSeats(app) {
  const seats = savedSeats(app.storage);
  /** @type {Set<string>} */
  const codes = new Set();
  let [entries, leisure] = [0, 0];
  try {
    for (let at = 0; at < seats.length; at += SEATS_AT_ONCE) {
      const part = seats.slice(at, at + SEATS_AT_ONCE);
      const done = await app.connection.ask({ type: "claim_seats", seats: part });
      for (const code of done.codes) codes.add(code);
    }
    entries = await claimEntries(app);
    leisure = await claimLeisureParts(app);
  } catch {
    return _("Your seats as a guest could not be claimed just now; log in again later for that.");
  }
  const told = [];
  if (codes.size) told.push(ngettext("The room you sat in came along.", "{n} rooms you sat in came along.", codes.size));
  if (entries) {
    told.push(ngettext("The tournament you entered came along.", "{n} tournaments you entered came along.", entries));
  }
  if (leisure) {
    told.push(ngettext(
      "The leisure race you take part in came along.", "{n} leisure races you take part in came along.", leisure,
    ));
  }
  return told.join(" ");
}

// The account's own page. ------------------------------------------------------------------------

/** @typedef {{type: "rename", name: string} | {type: "renew_recovery", password: string}
 *   | {type: "change_password", password: string, new_password: string}} Changing */

/** Show the forms that change, export or delete the account. `again` requests the account's data
 * from the server again.
 * @param {Callbacks & {again: () => void}} props */
export function AccountSettings({ tell, show, again }) {
  const app = useApp();
  const me = useObservable(app.me);
  const name = { name: "name", label: _("Your name"), value: me?.name ?? "", most: LONGEST_NAME, plain: true,
    complete: "username" };
  /** @param {Changing} request */
  const change = async (request) => {
    const { account, recovery } = await app.connection.ask(request);
    const now = app.me.value;
    if (now) app.logIn({ ...now, name: account.name }, !app.storage.isOfTab("session"));
    app.storage.set("name", account.name);
    if (request.type === "rename") app.formerName.set(null);
    if (recovery) show(recovery);
    again();
  };
  return html`<section><h2>${_("Your account")}</h2>
    <${Section} title=${_("Rename")} summary=${_("The old name is free.")}>
      <${Form} id="rename" fields=${[name]} verb=${_("Rename")} check=${checkFields} places=${FIELD_OF_REFUSAL} first=${false}
        act=${async (/** @type {Values} */ { name = "" }) => {
          await change({ type: "rename", name });
          return _("You are {name} now.", { name: app.me.value?.name ?? "" });
        }} />
    <//>
    <${Section} title=${_("Password")} summary=${_("All other sessions end.")}>
      <${Form} id="password" fields=${[PASSWORD, NEW_PASSWORD, REPEAT]} verb=${_("Change it")} check=${checkFields}
        places=${FIELD_OF_REFUSAL} first=${false}
        act=${async (/** @type {Values} */ { password = "", fresh = "" }) => {
          await change({ type: "change_password", password, new_password: fresh });
          return _("The password is changed; all other sessions have ended.");
        }} />
    <//>
    <${Section} title=${_("Recovery code")} summary=${_("Another one; the old one is void.")}>
      <${Form} id="recovery" fields=${[PASSWORD]} verb=${_("Another code")} check=${checkFields} places=${FIELD_OF_REFUSAL}
        first=${false} act=${async (/** @type {Values} */ { password = "" }) => {
          await change({ type: "renew_recovery", password });
          tell(_("The old recovery code is void."));
        }} />
    <//>
    <${Section} title=${_("Export")} summary=${_("All the server keeps of you, as a file.")}>
      <${Form} id="export" fields=${[]} verb=${_("Make the file")} first=${false} act=${() => exportAccount(app)} />
    <//>
    <${Section} title=${_("Log out")} summary=${_("Your name and your seats stay yours.")}>
      <${LogOut} tell=${tell} />
    <//>
    <${Section} title=${_("Delete")} summary=${_("Your account, for good.")}>
      <p>${_("This deletes your account for good. Races it took part in stay, with the name it had there.")}</p>
      <${Form} id="delete" fields=${[PASSWORD]} verb=${_("Delete my account")} check=${checkFields}
        places=${FIELD_OF_REFUSAL} first=${false}
        act=${async (/** @type {Values} */ { password = "" }) => {
          await app.connection.ask({ type: "delete_account", password });
          app.logOut();
          tell(_("The account is deleted. Races it took part in stay."));
        }} />
    <//>
  </section>`;
}

/** Show a form that opens when its title is clicked.
 * @param {{title: string, summary: string, children?: Child}} props */
function Section({ title, summary, children }) {
  return html`<details class="panel door"><summary><strong>${title}</strong>
      <span>${summary}</span></summary>
    ${children}</details>`;
}

/** Show the buttons that log out on this device or on all devices.
 * @param {{tell: (sentence: string) => void}} props */
function LogOut({ tell }) {
  const app = useApp();
  const out = async (/** @type {boolean} */ everywhere) => {
    const name = app.me.value?.name ?? "";
    const gone = app.connection.state.value === "up"
      ? app.connection.send({ type: "log_out", everywhere }) : Promise.reject(new Error("away"));
    // This browser forgets the session even if the server cannot be reached.
    const ended = await gone.then(() => true, () => false);
    app.logOut();
    if (!ended) tell(_("{name} is logged out here; the server could not be told.", { name }));
    else if (everywhere) tell(_("{name} is logged out on all devices.", { name }));
    else tell(_("{name} is logged out.", { name }));
  };
  return html`<div class="buttons">
    <button type="button" onClick=${() => out(false)}>${_("Log out here")}</button>
    <button type="button" onClick=${() => out(true)}>${_("Log out everywhere")}</button></div>`;
}

/** Download everything the server stores about the account as a file. Return the sentence to show.
 * @param {App} app */
async function exportAccount(app) {
  const { data } = await app.connection.ask({ type: "export_account" });
  const file = new Blob([JSON.stringify(data, null, 1), "\n"], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "patience-account.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return _("Written to patience-account.json.");
}
