// Computes the names of the periods of leaderboards: 2026-11-22, 2026-W47, 2026-11, 2026. Pure.

/** @typedef {"day" | "week" | "month" | "year" | "all"} Kind */

const DAY_MS = 86_400_000;

/** Return the name of the period that is `step` periods after the period called `name`; before it
 * if `step` is negative.
 * @param {Kind} kind @param {string} name @param {number} step */
export function shiftPeriod(kind, name, step) {
  const [year = 0, part = 1, day = 1] = name.split("-").map((text) => Number(text.replace("W", "")));
  switch (kind) {
    case "day":
      return dayName(Date.UTC(year, part - 1, day) + step * DAY_MS);
    case "week":
      return weekName(monday(year, part) + 7 * step * DAY_MS);
    case "month":
      return dayName(Date.UTC(year, part - 1 + step, 1)).slice(0, 7);
    case "year":
      return String(year + step).padStart(4, "0");
    default:
      return name;
  }
}

/** Return the name of the UTC day of a time. @param {number} ms */
function dayName(ms) {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Return the start of a week's Monday in UTC, in milliseconds since 1970. Week 1 of a year is the
 * week with 4 January.
 * @param {number} year @param {number} week */
function monday(year, week) {
  const fourth = Date.UTC(year, 0, 4);
  const since = (new Date(fourth).getUTCDay() + 6) % 7;
  return fourth + ((week - 1) * 7 - since) * DAY_MS;
}

/** Return the name of the week whose Monday starts at `first`, in milliseconds. A week belongs to
 * the year of its Thursday.
 * @param {number} first */
function weekName(first) {
  const thursday = first + 3 * DAY_MS;
  const year = new Date(thursday).getUTCFullYear();
  const week = 1 + Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * DAY_MS));
  return `${year}-W${String(week).padStart(2, "0")}`;
}
