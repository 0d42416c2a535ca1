// The form for the plan of a tournament. The server checks the plan, and each of its sentences about a
// mistake stands at the field it is about; those about no field stand above the button.

import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { FIRST_GAME } from "../../state/game_catalogue.js";
import { DUELS, draftOf, inFormat, OWN_PACE, planOf, valueAt, withRound, withValue } from "../../state/plan_draft.js";
import { FORMATS, FORMAT_TEXTS, MISSED, QUEUES, SEEDS, TEAM_TIE_BREAKS, WAYS } from "../../messages/tournaments.js";
import { TIE_BREAKS } from "../../messages/tie_breaks.js";
import { Refusal } from "../../net/connection.js";
import { Problem, useAction } from "../action_button.js";
import { Choice, Faults, TextField, Tick } from "../fields.js";
import { idOf, PlanChoice, PlanNames, PlanNumber, PlanNumbers, PlanOrder, PlanTick, SheetContext, useSheet } from "./plan_sheet.js";
import { Round, Rounds } from "./round_fields.js";
import { StartFields } from "./start_fields.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../../state/plan_draft.js").Plan} Plan */
/** @typedef {import("../../state/plan_draft.js").Draft} Draft */
/** @typedef {import("../../net/connection.js").RequestFault} RequestFault */

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Show the form. `send` gets the plan; its refusal is shown. `named` gets each title that is typed.
 * @param {{catalogue: Catalogue, plan: Plan, words: string, named?: (title: string) => void,
 *   send: (plan: import("../../net/protocol").AskedTournamentPlan) => Promise<unknown>}} props */
export function PlanForm({ catalogue, plan: given, words, send, named }) {
  const app = useApp();
  const action = useAction();
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  const [draft, keep] = useState(() => draftOf(given, FIRST_GAME));
  const [faults, tell] = useState(/** @type {ReadonlyMap<string, string>} */ (new Map()));
  useEffect(() => void Promise.all([app.loadStyles("race"), app.loadStyles("pages")]).catch(() => undefined), []);
  useEffect(() => show(form.current, faults), [faults]);
  const { plan, order } = draft;
  const format = plan["format"] ?? "series";
  const sheet = {
    catalogue,
    value: (/** @type {string} */ path) => valueAt(plan, path),
    set: (/** @type {string} */ path, /** @type {unknown} */ value) => {
      keep((now) => ({ ...now, plan: withValue(now.plan, path, value) }));
      if (path === "title") named?.(String(value));
    },
  };
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    tell(new Map());
    await action.act(async () => {
      try {
        await send(planOf(draft));
      } catch (error) {
        if (error instanceof Refusal) tell(atFields(form.current, error.faults, order));
        throw error;
      }
    });
  };
  const rest = faults.get("");
  return html`<${SheetContext.Provider} value=${sheet}><${Faults.Provider} value=${faults}>
    <form ref=${form} class="host-form plan" onSubmit=${submit} noValidate aria-busy=${action.busy}>
      <${TextField} id=${idOf("title")} label=${_("What it is called")} value=${plan["title"] ?? ""} more=${{ maxlength: 60 }}
        set=${(/** @type {string} */ title) => sheet.set("title", title)} />
      <${Choice} id=${idOf("format")} label=${_("Format")} value=${format} ways=${Object.entries(FORMATS)} note=${FORMAT_TEXTS[format]}
        choose=${(/** @type {string} */ to) => keep((now) => inFormat(now, to, catalogue.great_games))} />
      <${Rounds} order=${order} fixed=${format === "crowns"} arrange=${(/** @type {number[]} */ to) => keep((now) => ({ ...now, order: to }))}
        add=${(/** @type {Plan} */ round, /** @type {number} */ at) => keep((now) => withRound(now, round, at))} />
      ${format === "knockout" && html`<details class="panel"><summary>${_("Heats of the knockout")}</summary><${KnockoutFields} /></details>`}
      <details class="panel"><summary>${_("Scoring and breaks")}</summary><${Scoring} format=${format} /><${Breaks} format=${format} /></details>
      <details class="panel"><summary>${_("Who may enter")}</summary><${Entry} format=${format} /></details>
      <details class="panel"><summary>${_("When it starts")}</summary><${StartFields} /></details>
      ${rest && html`<p class="problem" role="alert">${rest}</p>`}
      ${!faults.size && html`<${Problem} action=${action} />`}
      ${faults.size > 0 && !rest && html`<p class="problem" role="alert">${_("Something does not fit yet; it is said at its place.")}</p>`}
      <div class="buttons"><button class="first" disabled=${action.busy}>${words}</button></div>
    </form></${Faults.Provider}></${SheetContext.Provider}>`;
}

/** Return the sentences about faults by the ids of the fields at which they are shown: the field of the
 * value, or of the nearest part of the plan with one; "" if there is none. `order` has the numbers of the
 * rounds that were sent.
 * @param {HTMLFormElement | null} form @param {RequestFault[]} faults @param {number[]} order
 * @returns {ReadonlyMap<string, string>} */
function atFields(form, faults, order) {
  const ids = [...(form?.elements ?? [])].map((field) => field.id).filter(Boolean);
  const found = new Map();
  for (const { path, error } of faults) {
    const parts = path[0] === "rounds" && path.length > 1 ? ["rounds", order[Number(path[1])], ...path.slice(2)] : path;
    const id = nearest(ids, parts.join("."));
    found.set(id, [found.get(id), error].filter(Boolean).join(" "));
  }
  return found;
}

/** Return the id of the field for a path, of the first field within it, or of that for the nearest part of
 * the plan around it; "" if the form has none. @param {string[]} ids @param {string} path @returns {string} */
function nearest(ids, path) {
  if (!path) return "";
  const id = idOf(path);
  const inside = ids.find((each) => each.startsWith(`${id}-`));
  return ids.find((each) => each === id) ?? inside ?? nearest(ids, path.split(".").slice(0, -1).join("."));
}

/** Open the details that have wrong fields, and focus the first of them.
 * @param {HTMLFormElement | null} form @param {ReadonlyMap<string, string>} faults */
function show(form, faults) {
  const wrong = [...(form?.elements ?? [])].filter((field) => faults.has(field.id));
  for (const field of wrong) {
    for (let part = field.closest("details"); part; part = part.parentElement?.closest("details") ?? null) part.open = true;
  }
  const first = wrong[0] instanceof HTMLFieldSetElement ? wrong[0].querySelector("select") : wrong[0];
  if (first instanceof HTMLElement) first.focus();
}

/** Show what only a knockout has. */
function KnockoutFields() {
  return html`
    <${PlanChoice} path="knockout.heats" label=${_("Entrants in a heat")} words=${{}} />
    <${PlanChoice} path="knockout.go_on" label=${_("How many of them go on")} words=${{}} none=${_("default")} />
    <${PlanChoice} path="knockout.seeds" label=${_("The bracket is")} words=${SEEDS} />
    <${Sprint} />`;
}

/** Show the choice of the sprint, which breaks ties. */
function Sprint() {
  const { value, set } = useSheet();
  const own = value("knockout.sprint") != null;
  return html`<${Tick} id="plan-own-sprint" on=${own} words=${_("Choose the game that breaks ties")}
      set=${(/** @type {boolean} */ on) => set("knockout.sprint", on ? { game: FIRST_GAME } : undefined)} />
    ${own && html`<div class="sprint"><${Round} path="knockout.sprint" name=${_("the sprint")} /></div>`}`;
}

/** Show how deals are scored and ties are broken. @param {{format: string}} props */
function Scoring({ format }) {
  const { catalogue, value, set } = useSheet();
  const ways = catalogue.tournaments.ways[format] ?? [];
  const way = value("scoring.way") ?? ways[0] ?? "";
  const known = catalogue.tournaments.scoring[way];
  const choose = (/** @type {string} */ to) => {
    const { team_best, team_tie_breaks } = value("scoring") ?? {};
    set("scoring", { way: to, team_best, team_tie_breaks });
  };
  return html`<${Choice} id=${idOf("scoring.way")} label=${_("How a deal is scored")} value=${way}
      ways=${ways.map((each) => [each, WAYS[each] ?? each])} choose=${choose} />
    ${known && html`<details><summary>${_("More about scoring")}</summary>
      ${way === "place" && html`<${PlanNumbers} key=${way} path="scoring.places" usual=${known.usual.places}
        label=${_("Points by place, with commas: the first place first")} />`}
      ${known.missed.length > 1 && html`<${PlanChoice} path="scoring.missed" label=${_("A deal that was missed scores")} words=${MISSED} />`}
      <${PlanOrder} key=${way} path="scoring.tie_breaks" label=${_("Of equal totals, the first has")} usual=${known.usual.tie_breaks}
        possible=${known.tie_breaks} words=${TIE_BREAKS} /></details>`}`;
}

/** Show the times between rounds, or in which deals begin. @param {{format: string}} props */
function Breaks({ format }) {
  const { catalogue } = useSheet();
  const window = (catalogue.tournaments.window_ms[format] ?? 0) / MINUTE_MS;
  return html`
    ${format === "swiss" && html`<${PlanNumber} path="turns" label=${_("How many rounds; left empty, as many as it takes")} />`}
    ${OWN_PACE.includes(format)
      ? html`<${PlanNumber} key=${format} path="window_ms" label=${_("Minutes in which deals may begin")} unit=${MINUTE_MS} usual=${window} />`
      : html`<${PlanNumber} path="lobby_ms" label=${_("Minutes to sit down before a round")} unit=${MINUTE_MS} />
        <${PlanNumber} path="table_ms" label=${_("Minutes for the table after a round")} unit=${MINUTE_MS} />`}
    ${format === "arena" && html`<${PlanChoice} path="queue" label=${_("The games come")} words=${QUEUES} />`}
    <${PlanNumber} path="delay_ms" label=${_("Spectators see boards so many seconds later")} unit=${SECOND_MS} />`;
}

/** Show who may enter, and the teams. @param {{format: string}} props */
function Entry({ format }) {
  const { catalogue, value, set } = useSheet();
  const invites = value("invited") != null;
  const late = value("late") !== 0;
  const most = catalogue.tournaments.most_entrants[format] ?? 0;
  return html`
    <${PlanTick} path="guests" words=${_("Guests, by name alone")} />
    <${PlanTick} path="bots" words=${_("Bots")} />
    <${Tick} id="plan-by-invitation" on=${invites} words=${_("Only who is invited")}
      set=${(/** @type {boolean} */ on) => set("invited", on ? [] : undefined)} />
    ${invites && html`<${PlanNames} path="invited" label=${_("Names of accounts, with commas")} lines=${3} />`}
    ${(!DUELS.includes(format) || format === "swiss") && html`<${Tick} id="plan-latecomers" on=${late} words=${_("Whoever comes late")}
        set=${(/** @type {boolean} */ on) => set("late", on ? undefined : 0)} />
      ${late && html`<${PlanNumber} path="late" label=${_("The last round in which they may begin; left empty, any")} />`}`}
    <${PlanNumber} key=${format} path="most" label=${_("How many may enter")} usual=${Math.min(most, 500)} most=${most} />
    <${Tick} id="plan-teams" on=${value("teams") != null} words=${_("Teams")}
      set=${(/** @type {boolean} */ on) => set("teams", on ? {} : undefined)} />
    ${value("teams") != null && html`<${TeamFields} />`}`;
}

/** Show the names of teams, their size, and how they are ranked. */
function TeamFields() {
  const { catalogue } = useSheet();
  const breaks = catalogue.tournaments.team_tie_breaks;
  return html`
    <${PlanNames} path="teams.names" label=${_("Their names, with commas; left empty, any name will do")} />
    <${PlanNumber} path="teams.most" label=${_("The most members of a team; left empty, any number")} />
    <${PlanNumber} path="scoring.team_best" label=${_("How many members count")} usual=${catalogue.tournaments.team_best} />
    <${PlanOrder} path="scoring.team_tie_breaks" label=${_("Of equal teams, the first has")} usual=${breaks} possible=${breaks}
      words=${TEAM_TIE_BREAKS} />`;
}
