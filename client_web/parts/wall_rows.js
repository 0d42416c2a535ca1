// What stands on the wall, in columns that turn by themselves where there are more rows than room. A
// row is drawn anew when something of it is another, and no other: five hundred may move at once.

import { Component, html, useEffect, useRef, useState } from "../vendor/preact.js";
import * as fold from "../wire/tournament.js";
import { sameBar } from "./standing.js";
import { clock } from "./words.js";

/** @typedef {import("../wire/protocol").Tournament} Tournament */
/** @typedef {import("../wire/protocol").Bar} Bar */
/** @typedef {{rows: number, columns: number, row: number, turn: number}} Space `row` in pixels */

/** All of the rows, some of them on the screen: part after part is moved into view.
 * @param {Space & {label: string, kind: string, children: any[]}} props */
function Parts({ rows, columns, row, turn, label, kind, children }) {
  const at = rows * columns;
  const parts = Math.max(1, Math.ceil(children.length / at));
  const part = useTurns(parts, turn);
  const view = useRef(/** @type {HTMLElement | null} */ (null));
  const [width, measured] = useState(0);
  useEffect(() => measured(view.current?.clientWidth ?? 0));
  const down = Math.min(rows, Math.max(1, children.length));
  return html`<div class="parts" ref=${view}>
    <ol class=${`wall-rows ${kind}`} aria-label=${label} style=${{
      "--row": `${row}px`,
      gridTemplateRows: `repeat(${down}, var(--row))`,
      gridAutoColumns: columns === 1 ? "minmax(0, 100%)" : `${(width || 1) / columns}px`,
      transform: `translateX(${-part * width}px)`,
    }}>${children}</ol>
    ${parts > 1 && html`<p class="part-of" aria-hidden="true">${part + 1} / ${parts}</p>`}</div>`;
}

/** Which part is to be seen. @param {number} parts @param {number} turn */
function useTurns(parts, turn) {
  const [part, set] = useState(0);
  useEffect(() => {
    if (parts < 2) return undefined;
    const timer = setInterval(() => set((now) => now + 1), turn);
    return () => clearInterval(timer);
  }, [parts, turn]);
  return part % parts;
}

/** The table; with `bars` each row has that of the round as well.
 * @param {Space & {t: Tournament, bars: Bar[] | null}} props */
export function Places({ t, bars, ...space }) {
  const names = fold.names(t);
  const by = new Map((bars ?? []).map((bar) => [bar.entrant, bar]));
  return html`<${Parts} ...${space} label="The table" kind="places">${t.table.map((row) =>
    html`<${Cell} key=${row.entrant} lead=${row.place} name=${names.get(row.entrant) ?? `#${row.entrant}`}
      total=${row.total} bar=${bars === null ? null : (by.get(row.entrant) ?? null)}
      first=${row.place === 1} />`)}<//>`;
}

/** How far everybody is in the round that is raced, the furthest first.
 * @param {Space & {t: Tournament, bars: Bar[]}} props */
export function Bars({ t, bars, ...space }) {
  const names = fold.names(t);
  return html`<${Parts} ...${space} label="This round" kind="bars">${bars.map((bar) =>
    html`<${Cell} key=${bar.entrant} lead="" name=${names.get(bar.entrant) ?? `#${bar.entrant}`}
      total=${null} bar=${bar} first=${false} />`)}<//>`;
}

/** Before the start, who is there. @param {Space & {t: Tournament}} props */
export function People({ t, ...space }) {
  const there = t.entrants.filter((one) => one.gone === null);
  return html`<${Parts} ...${space} label="Who is there" kind="people">${there.map((one) =>
    html`<${Cell} key=${one.number} lead=${one.checked_in ? "✓" : "○"} name=${fold.named(one)}
      total=${one.checked_in ? null : "not yet here"} bar=${null} first=${false} />`)}<//>`;
}

/** Who meets whom in the round that is about to begin.
 * @param {Space & {t: Tournament, round: import("../wire/protocol").RoundInfo}} props */
export function Pairs({ t, round, ...space }) {
  const names = fold.names(t);
  const called = (/** @type {number} */ n) => names.get(n) ?? `#${n}`;
  const heats = [...round.heats.map((heat) => heat.entrants), ...round.byes.map((one) => [one])];
  return html`<${Parts} ...${space} label="Who meets whom" kind="pairs">${heats.map((heat) =>
    html`<${Cell} key=${heat.join()} lead="" name=${heat.map(called).join(" – ")}
      total=${heat.length === 1 ? "bye" : null} bar=${null} first=${false} />`)}<//>`;
}

class Cell extends Component {
  /** @override @param {any} next */
  shouldComponentUpdate(next) {
    const now = /** @type {any} */ (this.props);
    return next.lead !== now.lead || next.name !== now.name || next.total !== now.total
      || next.first !== now.first || !sameBar(now.bar, next.bar);
  }

  /** @override @param {any} props */
  render({ lead, name, total, bar, first }) {
    return html`<li class=${`${first ? "first" : ""}${bar ? " raced" : ""}`}>
      <span class="lead">${lead}</span><span class="name">${name}</span>
      ${total !== null && html`<span class="total">${total}</span>`}
      ${bar && html`<span class="run"><span class="bar" aria-hidden="true"><span
          style=${{ transform: `scaleX(${Math.min(1, bar.best / Math.max(1, bar.goal))})` }} /></span>
        <span class=${`far${bar.result === "won" ? " out" : ""}`}>${far(bar)}</span></span>`}</li>`;
  }
}

/** `31`, `✗ 31`, and who is out with the time. @param {Bar} bar */
function far(bar) {
  if (bar.result === "won") return `out ${clock(bar.ended_ms ?? 0)}`;
  return bar.result === null ? `${bar.best}` : `${bar.best} ✗`;
}
