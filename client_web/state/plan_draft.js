// A plan of a tournament while its form is filled in. Pure.

/** @typedef {Record<string, any>} Plan a plan, complete or as an author writes it */
/**
 * @typedef {Object} Draft
 * @property {Plan} plan its `rounds` are by numbers that never change, for the paths of their fields
 * @property {number[]} order the numbers of the rounds, in the order in which they are played
 */

/** Formats in which everybody plays at their own pace, and in which heats are drawn. */
export const OWN_PACE = ["arena", "crowns"];
export const DUELS = ["knockout", "swiss", "round_robin"];
const GREAT = "crowns";

/** Return the draft of a plan, whose rounds may be names of games. `first` is the game of a plan
 * without rounds. @param {Plan} plan @param {string} first @returns {Draft} */
export function draftOf(plan, first) {
  const rounds = /** @type {(string | Plan)[]} */ (plan["rounds"] ?? [first]);
  const numbered = rounds.map((round, n) => [n, typeof round === "string" ? { game: round } : round]);
  return { plan: { ...plan, rounds: Object.fromEntries(numbered) }, order: rounds.map((_round, n) => n) };
}

/** Return the plan to be sent. @param {Draft} draft
 * @returns {import("../net/protocol").AskedTournamentPlan} */
export function planOf({ plan, order }) {
  const whole = { ...plan, rounds: order.map((n) => plan["rounds"][n]) };
  return /** @type {import("../net/protocol").AskedTournamentPlan} */ (/** @type {unknown} */ (whole));
}

/** Return the value of a plan at a path such as `rounds.2.terms.format`; undefined if it has none.
 * @param {Plan} plan @param {string} path @returns {any} */
export function valueAt(plan, path) {
  return path.split(".").reduce((/** @type {any} */ part, name) => part?.[name], plan);
}

/** Return the plan with a value at a path. Undefined takes out what was there.
 * @param {Plan} plan @param {string} path @param {unknown} value @returns {Plan} */
export function withValue(plan, path, value) {
  const [name = "", ...rest] = path.split(".");
  const inner = rest.length ? withValue(plan[name] ?? {}, rest.join("."), value) : value;
  const { [name]: _before, ...others } = plan;
  return inner === undefined ? others : { ...others, [name]: inner };
}

/** Return the draft with one more round after the one at `at`, by default after the last.
 * @param {Draft} draft @param {Plan} round @param {number} [at] @returns {Draft} */
export function withRound({ plan, order }, round, at = order.length - 1) {
  const number = Math.max(-1, ...Object.keys(plan["rounds"]).map(Number)) + 1;
  return {
    plan: withValue(plan, `rounds.${number}`, round),
    order: [...order.slice(0, at + 1), number, ...order.slice(at + 1)],
  };
}

/** Return the draft in another format, without what only the old format has. The games of a crown
 * tournament are the five great ones.
 * @param {Draft} draft @param {string} format @param {string[]} great @returns {Draft} */
export function inFormat({ plan, order }, format, great) {
  const {
    scoring, knockout: _knockout, turns: _turns, window_ms: _window, queue: _queue, late: _late, most: _most, ...rest
  } = plan;
  const { team_best, team_tie_breaks } = scoring ?? {};
  const kept = scoring ? { scoring: { team_best, team_tie_breaks } } : {};
  const draft = { plan: { ...rest, ...kept, format }, order };
  const games = order.map((n) => plan["rounds"][n].game);
  if (format !== GREAT || [...games].sort().join() === [...great].sort().join()) return draft;
  return draftOf({ ...draft.plan, rounds: great }, "");
}

/** Return a time as a local one in a zone, as a `datetime-local` field has it: `2026-11-27T20:00`.
 * An unknown zone is that of the device. @param {number} ms @param {string} zone */
export function localTime(ms, zone) {
  return new Date(ms + offset(ms, zone)).toISOString().slice(0, 16);
}

/** Return the time at which the clocks of a zone show a local time, or NaN. A local time that they
 * show twice is the earlier; one that they leave out is counted from before the change.
 * @param {string} local @param {string} zone */
export function timeIn(local, zone) {
  const shown = Date.parse(`${local}Z`);
  if (Number.isNaN(shown)) return NaN;
  const [before, after] = [shown - offset(shown - DAY_MS, zone), shown - offset(shown + DAY_MS, zone)];
  return localTime(before, zone) !== local && localTime(after, zone) === local ? after : before;
}

const DAY_MS = 86_400_000;

/** Return by how much the clocks of a zone are ahead of UTC at a time, in milliseconds.
 * @param {number} ms @param {string} zone */
function offset(ms, zone) {
  const whole = Math.floor(ms / 1000) * 1000;
  const parts = formatter(zone).formatToParts(whole);
  const [year, month, day, hour, minute, second] = ["year", "month", "day", "hour", "minute", "second"]
    .map((type) => Number(parts.find((part) => part.type === type)?.value));
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second) - whole;
}

/** @param {string} zone */
function formatter(zone) {
  const usual = /** @type {const} */ ({
    year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric", hourCycle: "h23",
  });
  try {
    return new Intl.DateTimeFormat("en", { ...usual, timeZone: zone });
  } catch (error) {
    if (error instanceof RangeError) return new Intl.DateTimeFormat("en", usual);
    throw error;
  }
}
