// The rows of the wall page, in columns. If they do not fit on the screen, they are shown in parts,
// one after the other. A row is redrawn only if it changed, because there may be 500.

import { Component, html, useEffect, useRef, useState } from "../../vendor/preact.js";
import * as tournaments from "../../state/tournament_state.js";
import { useSlidingRows } from "../sliding_rows.js";
import { isSameBar } from "./tournament_standings.js";
import { clockTime } from "../../messages/formatting.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../vendor/preact.js").Child} Child */
/** @typedef {import("../../net/protocol").Tournament} Tournament */
/** @typedef {import("../../state/tournament_state.js").DrawnBar} DrawnBar */
/** @typedef {{rows: number, columns: number, row: number, turn: number}} Space the space
 *   for cells: how many in a column, how many columns, the height of a cell in pixels, and the
 *   milliseconds for which each part is shown */

/** Show cells in columns. Cells that do not fit are shown part after part.
 * @template T
 * @param {Space & {label: string, kind: string, all: T[], keyOf: (each: T) => string | number,
 *   cell: (each: T, off: boolean) => Child}} props
 *   `off`: the cell is in a part that is not shown now */
function Parts({ rows, columns, row, turn, label, kind, all, keyOf, cell }) {
  const at = rows * columns;
  const parts = Math.max(1, Math.ceil(all.length / at));
  const part = useTurns(parts, turn);
  const down = Math.min(rows, Math.max(1, all.length));
  const few = all.length <= FEW ? " few" : "";
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useSlidingRows(list, all.map((each) => String(keyOf(each))), [part, rows, columns, row].join());
  return html`<div class="parts">
    <ol ref=${list} class=${`wall-rows ${kind}${few}`} aria-label=${label} style=${{
      "--row": `${row}px`,
      gridTemplateRows: `repeat(${down}, var(--row))`,
      gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    }}>${all.map((each, n) => cell(each, Math.floor(n / at) !== part))}</ol>
    ${parts > 1 && html`<p class="part-of" aria-hidden="true">${part + 1} / ${parts}</p>`}</div>`;
}

/** Up to this many cells, their bars are animated. */
const FEW = 40;

/** Return the number of the part that is shown now, from 0. `turn`: milliseconds for each part.
 * @param {number} parts @param {number} turn */
function useTurns(parts, turn) {
  const [part, set] = useState(0);
  useEffect(() => {
    if (parts < 2) return undefined;
    const timer = setInterval(() => set((now) => now + 1), turn);
    return () => clearInterval(timer);
  }, [parts, turn]);
  return part % parts;
}

/** Show the table of a tournament. With `bars`, each cell also has the contestant's bar.
 * @param {Space & {t: Tournament, bars: DrawnBar[] | null}} props */
export function Places({ t, bars, ...space }) {
  const names = tournaments.entrantNames(t);
  const counted = tournaments.isOwnPace(t) || t.rounds.some((r) => r.state === "table" || r.state === "closed");
  const by = new Map((bars ?? []).map((bar) => [bar.entrant, bar]));
  /** @param {import("../../net/protocol").TableRow} row @param {boolean} off */
  const cell = (row, off) => html`<${Cell} key=${row.entrant} off=${off} lead=${row.place}
    name=${names.get(row.entrant) ?? `#${row.entrant}`} total=${row.total}
    bar=${by.get(row.entrant) ?? null} first=${counted && row.place === 1} />`;
  return html`<${Parts} ...${space} label=${_("The table")} kind="places" all=${t.table} keyOf=${(/** @type {import("../../net/protocol").TableRow} */ row) => row.entrant}
    cell=${cell} />`;
}

/** Show the contestants' bars in the running round, furthest first.
 * @param {Space & {t: Tournament, bars: DrawnBar[]}} props */
export function Bars({ t, bars, ...space }) {
  const names = tournaments.entrantNames(t);
  /** @param {DrawnBar} bar @param {boolean} off */
  const cell = (bar, off) => html`<${Cell} key=${bar.entrant} off=${off} lead=""
    name=${names.get(bar.entrant) ?? `#${bar.entrant}`} total=${null} bar=${bar} first=${false} />`;
  return html`<${Parts} ...${space} label=${_("This round")} kind="bars" all=${bars} keyOf=${(/** @type {DrawnBar} */ bar) => bar.entrant}
    cell=${cell} />`;
}

/** Show the table of teams. @param {Space & {t: Tournament}} props */
export function Teams({ t, ...space }) {
  /** @param {import("../../net/protocol").TeamTotal} team @param {boolean} off */
  const cell = (team, off) => html`<${Cell} key=${team.team} off=${off} lead=${team.place}
    name=${team.team} total=${team.total} bar=${null} first=${team.place === 1} />`;
  return html`<${Parts} ...${space} label=${_("The teams")} kind="teams" all=${t.teams}
    keyOf=${(/** @type {import("../../net/protocol").TeamTotal} */ team) => team.team} cell=${cell} />`;
}

/** The sign of somebody who has not checked in. */
const ABSENT = "○";

/** Show the entrants before the start, and whether each has checked in.
 * @param {Space & {t: Tournament}} props */
export function People({ t, ...space }) {
  const there = t.entrants.filter((one) => one.gone === null);
  /** @param {import("../../net/protocol").Entrant} one @param {boolean} off */
  const cell = (one, off) => html`<${Cell} key=${one.number} off=${off}
    lead=${one.checked_in ? "✓" : ABSENT} name=${tournaments.entrantName(one)}
    total=${one.checked_in ? null : html`<span class="aloud">${_("not yet here")}</span>`} bar=${null} first=${false} />`;
  return html`<${Parts} ...${space} label=${_("Who is there")} kind="people" all=${there}
    keyOf=${(/** @type {import("../../net/protocol").Entrant} */ one) => one.number} cell=${cell} />`;
}

/** Show who meets whom in the round that is about to begin.
 * @param {Space & {t: Tournament, round: import("../../net/protocol").RoundInfo}} props */
export function Pairs({ t, round, ...space }) {
  const names = tournaments.entrantNames(t);
  const called = (/** @type {number} */ n) => names.get(n) ?? `#${n}`;
  const heats = [...round.heats.map((heat) => heat.entrants), ...round.byes.map((one) => [one])];
  /** @param {number[]} heat @param {boolean} off */
  const cell = (heat, off) => html`<${Cell} key=${heat.join()} off=${off} lead=""
    name=${heat.map(called).join(" – ")} total=${heat.length === 1 ? _("bye") : null} bar=${null}
    first=${false} />`;
  return html`<${Parts} ...${space} label=${_("Who meets whom")} kind="pairs" all=${heats}
    keyOf=${(/** @type {number[]} */ heat) => heat.join("-")} cell=${cell} />`;
}

/**
 * @typedef {Object} CellProps
 * @property {Child} lead what stands first: the place, or a sign
 * @property {string} name
 * @property {Child} total
 * @property {DrawnBar | null} bar
 * @property {boolean} first whether to emphasise the cell as the first place
 * @property {boolean} off whether the cell is in a part that is not shown now
 */

/** @extends {Component<CellProps>} */
class Cell extends Component {
  /** @override @param {CellProps} next */
  shouldComponentUpdate(next) {
    const now = this.props;
    return next.lead !== now.lead || next.name !== now.name || next.total !== now.total
      || next.first !== now.first || next.off !== now.off || !isSameBar(now.bar, next.bar);
  }

  /** @override @param {CellProps} props */
  render({ lead, name, total, bar, first, off }) {
    return html`<li hidden=${off} class=${`${first ? "first" : ""}${bar ? " raced" : ""}${lead === ABSENT ? " absent" : ""}`}>
      <span class="lead">${lead}</span><${Name} name=${name} />
      ${total !== null && html`<span class="total">${total}</span>`}
      ${bar && html`<span class="run"><span class="bar" aria-hidden="true"><span
          style=${{ transform: `scaleX(${bar.share})` }} /></span>
        <span class=${`far${bar.result === "won" ? " out" : ""}`}>${far(bar)}</span></span>`}</li>`;
  }
}

/** The end of a name that is never cut off: four characters, and the mark of a guest or bot. */
const END = /.{0,4}(?: \([^)]*\))?$/su;

/** Show a name. Where it does not fit, its middle is left out: names such as Margarethe 2 and
 * Margarethe 3 differ at the end. @param {{name: string}} props */
function Name({ name }) {
  const at = name.search(END);
  return html`<span class="name"><span>${name.slice(0, at)}</span><span>${name.slice(at)}</span></span>`;
}

/** Return the progress of a bar as text: `31`, `31 ✗`, `12 ✓`; for a winner the time.
 * @param {DrawnBar} bar */
function far(bar) {
  if (bar.result === "won") return _("solved {time}", { time: clockTime(bar.ended_ms ?? 0) });
  if (bar.result === null) return `${bar.far}`;
  return `${bar.far} ${bar.result === "complete" ? "✓" : "✗"}`;
}
