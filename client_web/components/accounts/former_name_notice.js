// A notice that the server has renamed the account. The player can keep the new name or choose
// another.

import { html, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useObservable } from "../../state/observable.js";
import { _ } from "../../messages/texts.js";

/** Show the notice. `former` is the name before the server changed it.
 * @param {{former: string}} props */
export function FormerNameNotice({ former }) {
  const app = useApp();
  const me = useObservable(app.me);
  const [problem, tell] = useState("");
  if (me === null) return null;
  const keep = async () => {
    try {
      await app.connection.ask({ type: "rename", name: me.name });
      app.formerName.set(null);
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<section class="notice" role="status" aria-label=${_("Your name")}>
    <p>${_("The server has named you")} <strong>${me.name}</strong>${_(
      ": your former name, {former}, looks like that of an older account, or nobody may have it.",
      { former },
    )}</p>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <div class="buttons"><a class="button" href="/me">${_("Choose another name")}</a>
      <button type="button" onClick=${keep}>${_("Keep this one")}</button></div>
  </section>`;
}
