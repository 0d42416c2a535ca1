// The fields for the start of a tournament: by the clocks of a zone, once or again and again.

import { html } from "../../vendor/preact.js";
import { localTime, timeIn } from "../../state/plan_draft.js";
import { REPEATS } from "../../messages/tournaments.js";
import { Choice, TextField } from "../fields.js";
import { idOf, PlanChoice, PlanNumber, PlanNumbers, useSheet } from "./plan_sheet.js";
import { _ } from "../../messages/texts.js";

const MINUTE_MS = 60_000;
const USUAL_REMIND_MS = [900_000];

/** Show the planned start; without one, the organiser starts it. The local time stays when another zone is
 * chosen. */
export function StartFields() {
  const { value, set } = useSheet();
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const schedule = value("schedule");
  const zone = schedule?.zone ?? own;
  const local = schedule ? localTime(schedule.starts_at, zone) : "";
  const start = (/** @type {string} */ text) => {
    const at = timeIn(text, zone);
    set("schedule", Number.isNaN(at) ? undefined : { ...schedule, starts_at: at, zone });
  };
  const zones = [...new Set([zone, own, "UTC", ...Intl.supportedValuesOf("timeZone")])];
  return html`<${TextField} id=${idOf("schedule.starts_at")} label=${_("Start by itself; left empty, you start it")} value=${local}
      set=${start} more=${{ type: "datetime-local" }} />
    ${schedule && html`<${Choice} id=${idOf("schedule.zone")} label=${_("By the clocks of")} value=${zone} ways=${zones.map((name) => [name, name])}
        choose=${(/** @type {string} */ to) => set("schedule", { ...schedule, zone: to, starts_at: timeIn(local, to) })} />
      <${PlanChoice} path="schedule.repeat" label=${_("Held again")} words=${REPEATS} none=${_("no, once only")} />
      ${schedule.repeat && html`<${PlanNumber} path="schedule.times" label=${_("How many times; left empty, until it is stopped")} />`}
      <${PlanNumbers} path="schedule.remind_ms" unit=${MINUTE_MS} usual=${USUAL_REMIND_MS}
        label=${_("Entrants are reminded so many minutes before, with commas")} />`}`;
}
