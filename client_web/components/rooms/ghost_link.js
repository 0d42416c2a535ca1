// The button that makes a link with which a friend can race against a finished game.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { ONLY_HERE, useReachableOrigin } from "../../net/reach.js";
import { shareText } from "../copying.js";
import { displayCode } from "../../state/room_codes.js";
import { _ } from "../../messages/texts.js";

/** Show the button, and once it was tapped the link, as text and as a QR code. `race` is the id of a
 * finished race; its contestant `seat` becomes the ghost.
 * @param {{race: string, seat: number}} props */
export function GhostLink({ race, seat }) {
  const app = useApp();
  const [isOpen, open] = useState(false);
  const [told, tell] = useState("");
  const [QrCode, found] = useState(/** @type {typeof import("../qr_code.js").default | null} */ (null));
  const origin = useReachableOrigin();
  const link = origin && `${origin}/g/${race}/${seat}`;
  useEffect(() => {
    if (isOpen) import("../qr_code.js").then((module) => found(() => module.default), () => undefined);
  }, [isOpen]);
  const share = async () => {
    open(true);
    if (link) tell(await shareText(link, _("Race me at patience")));
  };
  const isHidden = app.preferences.value.streamer;
  return html`<div class="ghost-link">
    <div class="buttons"><button onClick=${share}>${_("Race a friend on this deal")}</button></div>
    ${isOpen && html`<section class="panel invitation" aria-label=${_("Race a friend on this deal")}><div>
      <p>${_("Whoever opens the link plays the same cards against your game, on its clock. They need no account.")}</p>
      ${isHidden ? html`<p>${_("The code and the link are hidden while you stream.")}</p>` : html`
        ${link && html`<p class="link"><a href=${link}>${link.replace(/^https?:\/\//, "")}</a></p>`}
        ${origin === "" && html`<p class="quiet">${ONLY_HERE}</p>`}
        <p class="quiet">${_("In a terminal:")} <code>patience play --ghost ${displayCode(race)}</code></p>`}
      <p class="quiet" role="status">${told}</p></div>
      ${QrCode && link && !isHidden && html`<${QrCode} link=${link} />`}</section>`}
  </div>`;
}
