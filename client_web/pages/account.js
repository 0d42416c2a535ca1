// The page /me: a guest's name, or the account with its friends and settings.

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { useObservable } from "../state/observable.js";
import { useAnswer } from "../net/server_queries.js";
import { copyText } from "../components/copying.js";
import { Title } from "../components/page_frame.js";
import { Friends } from "../components/accounts/friends.js";
import { AccountSettings, AccountEntry } from "../components/accounts/account_forms.js";
import { _, ngettext } from "../messages/texts.js";

const NOT_SIGNED_IN = new Set(["not_signed_in", "session_ended"]);

export default function AccountPage() {
  const app = useApp();
  const me = useObservable(app.me);
  const [status, tell] = useState("");
  const [recovery, show] = useState(/** @type {string | null} */ (null));
  return html`<${Title} text=${_("Your name")} />
    <p class="good" role="status">${status}</p>
    ${recovery && html`<${Recovery} code=${recovery} done=${() => show(null)} />`}
    ${me ? html`<${Owner} key=${me.session} tell=${tell} show=${show} />`
      : html`<${Guest} tell=${tell} show=${show} />`}`;
}

/** @typedef {{tell: (sentence: string) => void, show: (recovery: string | null) => void}} Callbacks
 *   `tell` shows a sentence; `show` shows a recovery code, or hides it if null */

/** Show the name of a guest and the forms to get an account. @param {Callbacks} props */
function Guest({ tell, show }) {
  const app = useApp();
  const name = app.storage.get("name");
  return html`
    <p>${name ? html`${_("You play as")} <strong>${name}</strong>.` : _("You have no name yet.")}
      ${" "}${_(
        "Nobody needs an account: a guest has a name, and a seat in each room. A name with a password is " +
        "yours alone: what you race from then on stands on the leaderboards, and the races you sat in here " +
        "come along into its history.",
      )}</p>
    <${AccountEntry} tell=${tell} show=${show} />`;
}

/** Show the account of the player who is logged in. @param {Callbacks} props */
function Owner({ tell, show }) {
  const app = useApp();
  const me = useObservable(app.me);
  const { answer, refusal, again } = useAnswer({ type: "get_account" }, me?.name);
  useEffect(() => {
    if (refusal && NOT_SIGNED_IN.has(refusal.code)) {
      app.logOut();
      tell(_("Your session has ended; log in again."));
    }
  }, [refusal]);
  const account = answer?.account;
  const since = account && new Date(account.made_ms).toLocaleDateString("en", { dateStyle: "long" });
  return html`
    <p>${_("You are")} <strong>${me?.name}</strong>${account?.bot && `, ${_("a bot")}`}.
      ${account && ` ${ngettext(
        "{n} session on this server; here since {day}.",
        "{n} sessions on this server; here since {day}.",
        account.sessions, { day: since ?? "" },
      )}`}</p>
    ${refusal && html`<p class="problem" role="alert">${refusal.message}</p>`}
    <div class="buttons">
      <a class="button" href="/history">${_("History")}</a>
      <a class="button" href="/rivals">${_("Rivals")}</a>
      <a class="button" href="/options">${_("Options")}</a>
    </div>
    <${Friends} />
    <${AccountSettings} tell=${tell} show=${show} again=${again} />`;
}

/** Show a new recovery code. The server shows it only once.
 * @param {{code: string, done: () => void}} props */
function Recovery({ code, done }) {
  const [copied, tell] = useState("");
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => box.current?.focus(), [code]); // scrolls to the box and lets screen readers read it
  const copy = async () =>
    tell((await copyText(code)) ? _("Copied.") : _("It could not be copied: write it down."));
  return html`<section ref=${box} class="panel recovery" tabindex="-1"
      aria-labelledby="recovery-code">
    <h2 id="recovery-code">${_("Recovery code")}</h2>
    <p class="code">${code}</p>
    <p>${_("Write it down: it is shown once, and the only way back without the password.")}</p>
    <div class="buttons"><button type="button" onClick=${copy}>${_("Copy")}</button>
      <button type="button" class="first" onClick=${done}>${_("I have it")}</button></div>
    <p class="good" role="status">${copied}</p>
  </section>`;
}
