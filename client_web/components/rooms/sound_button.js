// The button that switches sounds on and off beside a table, and changes their volume.

import { html } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useObservable } from "../../state/observable.js";
import { savePreference } from "../../state/preferences.js";
import { playSound } from "../sounds.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../sounds.js").Volume} Volume */

/** The volumes in the order in which the button goes through them. @type {Volume[]} */
const VOLUMES = ["quiet", "medium", "loud"];
/** @type {Record<Volume | "off", string>} */
const WORDS = { off: _("Sounds: off"), quiet: _("Sounds: quiet"), medium: _("Sounds: medium"), loud: _("Sounds: loud") };
const SPEAKER = "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z";
/** @type {Record<Volume | "off", string>} what stands beside the speaker: a cross, or one wave after the other */
const WAVES = {
  off: "M15.5 9.5l5 5M20.5 9.5l-5 5",
  quiet: "M14.8 10a3 3 0 010 4",
  medium: "M14.8 10a3 3 0 010 4M17 7.8a6 6 0 010 8.4",
  loud: "M14.8 10a3 3 0 010 4M17 7.8a6 6 0 010 8.4M19.2 5.6a9 9 0 010 12.8",
};

export function SoundButton() {
  const app = useApp();
  const { sounds, volume } = useObservable(app.preferences);
  const now = sounds ? volume : "off";
  const change = () => {
    const next = sounds ? VOLUMES[VOLUMES.indexOf(volume) + 1] : VOLUMES[0];
    void savePreference(app, "sounds", next !== undefined);
    if (next === undefined) return app.announce(WORDS.off);
    void savePreference(app, "volume", next);
    playSound("snap", next);
    app.announce(WORDS[next]);
  };
  return html`<button class="sound-button" aria-label=${WORDS[now]} title=${WORDS[now]} onClick=${change}>
    <svg class="line" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d=${SPEAKER + WAVES[now]} /></svg></button>`;
}
