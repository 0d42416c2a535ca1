// The panel that invites friends: a code, and the link as text and as a QR code.

import { html, useEffect, useState } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { displayCode } from "../state/room_codes.js";
import { shareText } from "./copying.js";
import { ONLY_HERE } from "../net/reach.js";
import { _ } from "../messages/texts.js";

/** Show a code, and the link as text and as a QR code. `link` is "" if nobody else can reach the server;
 * `title` is what the link is passed on with. While the player streams, both are hidden.
 * @param {{code: string, link: string, title: string}} props */
export function LinkPanel({ code, link, title }) {
  const app = useApp();
  const [QrCode, found] = useState(/** @type {typeof import("./qr_code.js").default | null} */ (null));
  const [copied, tell] = useState("");
  useEffect(() => {
    // If the module cannot be loaded, the link alone is shown.
    import("./qr_code.js").then((module) => found(() => module.default), () => undefined);
  }, []);
  const share = async () => {
    tell(await shareText(link, title));
    app.announce(_("The link is copied."));
  };
  if (app.preferences.value.streamer) {
    return html`<section class="panel invitation" aria-label=${_("Invite friends")}>
      <div><p>${_("The code and the link are hidden while you stream.")}</p>
        <button onClick=${share}>${_("Pass the link on")}</button>
        <p class="quiet" role="status">${copied}</p></div></section>`;
  }
  return html`<section class="panel invitation" aria-label=${_("Invite friends")}>
    <div><p class="code">${displayCode(code)}</p>
      ${link
        ? html`<p class="link"><a href=${link}>${link.replace(/^https?:\/\//, "")}</a></p>
          <button onClick=${share}>${_("Pass the link on")}</button>`
        : html`<p class="quiet">${ONLY_HERE}</p>`}
      <p class="quiet" role="status">${copied}</p></div>
    ${link && (QrCode ? html`<${QrCode} link=${link} />` : html`<span class="square"></span>`)}
  </section>`;
}
