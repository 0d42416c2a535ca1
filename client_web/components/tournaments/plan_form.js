// The form for the plan of a tournament. Parts of the plan that the form does not show (options and
// terms of a round, the heats of a knockout, a series of evenings) stay unchanged. The server
// checks the plan, and its sentence about the first mistake is shown.

import { html, useState } from "../../vendor/preact.js";
import { FIRST_GAME } from "../../state/game_catalogue.js";
import { FORMATS, FORMAT_TEXTS, WAYS } from "../../messages/tournaments.js";
import { Problem, useAction } from "../action_button.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../events").FieldEvent} FieldEvent */
/** @typedef {import("../../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../../net/protocol").AskedTournamentPlan} AskedTournamentPlan */
/** @typedef {Record<string, any>} Plan a plan, complete or as an author writes it
 * @typedef {{id: number, round: Plan}} Row a round in the form; `id` never changes */

const MINUTE_MS = 60_000;
const BREAKS_S = [15, 30, 60, 120, 300, 600, 900];
const OWN_PACE = ["arena", "crowns"];
const DUELS = ["knockout", "swiss", "round_robin"];

/** Show the form. `send` is called with the plan, and its refusal is shown. `named` is called with
 * each title that is typed.
 * @param {{catalogue: Catalogue, plan: Plan, words: string, send: (plan: AskedTournamentPlan) => Promise<unknown>,
 *   named?: (title: string) => void}} props */
export function PlanForm({ catalogue, plan: given, words, send, named }) {
  const action = useAction();
  const [plan, keep] = useState(given);
  const [rows, list] = useState(() => rowsOf(given));
  const set = (/** @type {Plan} */ changed) => keep({ ...plan, ...changed });
  const format = plan["format"] ?? "series";
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    return action.act(() => send(written(plan, rows)));
  };
  return html`<form class="host-form plan" onSubmit=${submit} aria-busy=${action.busy}>
    <div class="field"><label for="plan-title">${_("What it is called")}</label>
      <input id="plan-title" required maxlength="60" autocomplete="off" value=${plan["title"] ?? ""}
        onInput=${(/** @type {FieldEvent} */ e) => {
          set({ title: e.target.value });
          named?.(e.target.value);
        }} /></div>
    <${Choice} id="plan-format" label=${_("Format")} value=${format} ways=${Object.entries(FORMATS)}
      choose=${(/** @type {string} */ to) => keep(inFormat(plan, to))} note=${FORMAT_TEXTS[format]} />
    ${format !== "crowns" && html`<${Rounds} catalogue=${catalogue} rows=${rows} list=${list} />`}
    <details class="panel"><summary>${_("Scoring and breaks")}</summary>
      <${Choice} id="plan-way" label=${_("How a deal is scored")} value=${plan["scoring"]?.way ?? ""}
        ways=${(catalogue.tournaments.ways[format] ?? []).map((way) => [way, WAYS[way] ?? way])}
        choose=${(/** @type {string} */ way) => set({ scoring: { way } })} />
      ${OWN_PACE.includes(format)
        ? html`<${Minutes} label=${_("Minutes in which deals may begin")} value=${plan["window_ms"]} usual=${format === "arena" ? 30 : 240}
            id="plan-window" set=${(/** @type {number} */ ms) => set({ window_ms: ms })} />`
        : html`<${Break} id="plan-lobby" label=${_("Time to sit down before a round")} value=${plan["lobby_ms"]}
            set=${(/** @type {number} */ ms) => set({ lobby_ms: ms })} />
          <${Break} id="plan-table" label=${_("Time for the table after a round")} value=${plan["table_ms"]}
            set=${(/** @type {number} */ ms) => set({ table_ms: ms })} />`}</details>
    <details class="panel"><summary>${_("Who may enter")}</summary>
      <${Tick} on=${plan["guests"] === true} words=${_("Guests, by name alone")} set=${(/** @type {boolean} */ on) => set({ guests: on })} />
      <${Tick} on=${plan["bots"] === true} words=${_("Bots")} set=${(/** @type {boolean} */ on) => set({ bots: on })} />
      ${(!DUELS.includes(format) || format === "swiss") && html`<${Tick} on=${plan["late"] !== 0} words=${_("Whoever comes late")}
        set=${(/** @type {boolean} */ on) => set({ late: on ? null : 0 })} />`}
      <${Tick} on=${plan["teams"] != null} words=${_("Teams")} set=${(/** @type {boolean} */ on) => set({ teams: on ? {} : null })} />
      ${plan["teams"] != null && html`<div class="field"><label for="plan-teams">${_("Their names, with commas; left empty, any name will do")}</label>
        <input id="plan-teams" autocomplete="off" value=${(plan["teams"].names ?? []).join(", ")}
          onChange=${(/** @type {FieldEvent} */ e) => set({ teams: { ...plan["teams"], names: listed(e.target.value) } })} /></div>`}</details>
    <details class="panel"><summary>${_("When it starts")}</summary>
      <${Start} schedule=${plan["schedule"]} set=${(/** @type {Plan | null} */ schedule) => set({ schedule })} /></details>
    <div class="buttons"><button class="first" disabled=${action.busy}>${words}</button></div>
    <${Problem} action=${action} />
  </form>`;
}

/** Return a row for each round of a plan. A round of the plan may be just the name of a game.
 * @param {Plan} plan @returns {Row[]} */
function rowsOf(plan) {
  const rounds = /** @type {(string | Plan)[]} */ (plan["rounds"] ?? [FIRST_GAME]);
  return rounds.map((round, id) => ({ id, round: typeof round === "string" ? { game: round } : round }));
}

/** Return the plan that is sent. @param {Plan} plan @param {Row[]} rows @returns {AskedTournamentPlan} */
function written(plan, rows) {
  const { rounds: _rounds, ...rest } = plan;
  const whole = plan["format"] === "crowns" ? rest : { ...rest, rounds: rows.map((row) => row.round) };
  return /** @type {AskedTournamentPlan} */ (whole);
}

/** Return the plan in another format, without the fields that depend on the format.
 * @param {Plan} plan @param {string} format @returns {Plan} */
function inFormat(plan, format) {
  const { scoring: _scoring, knockout: _knockout, turns: _turns, window_ms: _window, queue: _queue, late: _late, most: _most, ...rest } = plan;
  return { ...rest, format };
}

/** Return the names in a text, which are separated by commas. @param {string} text */
function listed(text) {
  return text.split(",").map((name) => name.trim()).filter(Boolean);
}

/** Show the rounds: each with its game and its bell, and buttons to add, move and remove them.
 * @param {{catalogue: Catalogue, rows: Row[], list: (rows: Row[]) => void}} props */
function Rounds({ catalogue, rows, list }) {
  const add = () => {
    const id = Math.max(-1, ...rows.map((row) => row.id)) + 1;
    list([...rows, { id, round: { game: rows.at(-1)?.round["game"] ?? FIRST_GAME } }]);
  };
  const swap = (/** @type {number} */ at) => {
    const [one, other] = [rows[at - 1], rows[at]];
    if (one && other) list([...rows.slice(0, at - 1), other, one, ...rows.slice(at + 1)]);
  };
  return html`<fieldset class="rounds"><legend>${_("Rounds")}</legend>
    <ol>${rows.map((row, at) => html`<li key=${row.id}>
      <${Round} catalogue=${catalogue} number=${at + 1} round=${row.round}
        set=${(/** @type {Plan} */ round) => list(rows.map((each) => (each === row ? { ...row, round } : each)))} />
      <span class="buttons">
        ${at > 0 && html`<button type="button" aria-label=${_("Round {n}: earlier", { n: at + 1 })} onClick=${() => swap(at)}>↑</button>`}
        ${rows.length > 1 && html`<button type="button" aria-label=${_("Round {n}: leave out", { n: at + 1 })}
          onClick=${() => list(rows.filter((each) => each !== row))}>×</button>`}</span></li>`)}</ol>
    <div class="buttons"><button type="button" disabled=${rows.length >= catalogue.tournaments.most_rounds}
      onClick=${add}>${_("One more round")}</button></div></fieldset>`;
}

/** Show a round. Another game has its own options, terms and bell.
 * @param {{catalogue: Catalogue, number: number, round: Plan, set: (round: Plan) => void}} props */
function Round({ catalogue, number, round, set }) {
  const game = catalogue.games.find((each) => each.slug === round["game"]);
  const minutes = round["bell_ms"] ? round["bell_ms"] / MINUTE_MS : "";
  const usual = String(Math.round((game?.bell_ms ?? 0) / MINUTE_MS));
  return html`
    <select aria-label=${_("Game of round {n}", { n: number })}
      onChange=${(/** @type {FieldEvent} */ e) => set({ game: e.target.value })}>
      ${catalogue.games.filter((each) => each.choice).map((each) => html`<option key=${each.slug} value=${each.slug}
        selected=${each.slug === round["game"]}>${each.title}</option>`)}</select>
    <input type="number" min="1" max="1440" step="any" value=${minutes} placeholder=${usual}
      aria-label=${_("Minutes until the bell of round {n}", { n: number })}
      onInput=${(/** @type {FieldEvent} */ e) => set(belled(round, Number(e.target.value)))} />
    <span class="quiet">${_("minutes")}</span>`;
}

/** Return a round whose bell rings after `minutes`; 0 stands for the usual bell of the game.
 * @param {Plan} round @param {number} minutes @returns {Plan} */
function belled(round, minutes) {
  const { bell_ms: _bell, ...rest } = round;
  return minutes > 0 ? { ...rest, bell_ms: Math.round(minutes * MINUTE_MS) } : rest;
}

/** Show the choice of the length of a break.
 * @param {{id: string, label: string, value: number | undefined, set: (ms: number) => void}}
 * props */
function Break({ id, label, value = MINUTE_MS, set }) {
  const seconds = [...new Set([...BREAKS_S, value / 1000])].sort((a, b) => a - b);
  return html`<${Choice} id=${id} label=${label} value=${String(value / 1000)}
    ways=${seconds.map((s) => [String(s), s < 60 ? _("{n} seconds", { n: s }) : _("{n} min", { n: s / 60 })])}
    choose=${(/** @type {string} */ s) => set(Number(s) * 1000)} />`;
}

/** Show a field for minutes. @param {{id: string, label: string, value: number | null | undefined, usual: number,
 *   set: (ms: number) => void}} props */
function Minutes({ id, label, value, usual, set }) {
  return html`<div class="field"><label for=${id}>${label}</label>
    <input id=${id} type="number" min="1" max="1440" value=${value ? value / MINUTE_MS : usual}
      onInput=${(/** @type {FieldEvent} */ e) => set(Number(e.target.value) * MINUTE_MS)} /></div>`;
}

/** Show the field for the planned start, by the clock of this device. If it is empty, the organiser
 * starts the tournament.
 * @param {{schedule: Plan | null | undefined, set: (schedule: Plan | null) => void}} props */
function Start({ schedule, set }) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const change = (/** @type {FieldEvent} */ event) => {
    const at = Date.parse(event.target.value);
    set(Number.isNaN(at) ? null : { ...schedule, starts_at: at, zone });
  };
  return html`<div class="field"><label for="plan-start">${_("Start by itself; left empty, you start it")}</label>
    <input id="plan-start" type="datetime-local" value=${schedule ? localTime(schedule["starts_at"]) : ""} onChange=${change} /></div>`;
}

/** Return a time as the value of a `datetime-local` field. @param {number} ms */
function localTime(ms) {
  const at = new Date(ms);
  return new Date(ms - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** Show a list of values to choose from. @param {{id: string, label: string, value: string, ways: [string, string][],
 *   choose: (value: string) => void, note?: string}} props */
function Choice({ id, label, value, ways, choose, note }) {
  return html`<div class="field"><label for=${id}>${label}</label>
    <select id=${id} onChange=${(/** @type {FieldEvent} */ e) => choose(e.target.value)}>
      ${ways.map(([way, words]) => html`<option key=${way} value=${way} selected=${way === value}>${words}</option>`)}</select>
    ${note && html`<small>${note}</small>`}</div>`;
}

/** Show a checkbox. @param {{on: boolean, words: string, set: (on: boolean) => void}} props */
function Tick({ on, words, set }) {
  return html`<label class="tick"><input type="checkbox" checked=${on} onChange=${() => set(!on)} /> ${words}</label>`;
}
