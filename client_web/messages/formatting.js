// Times, ages, counts and lists as text: `6:05`, `3 minutes ago`, `3 races`, `Ann, Ben and Cleo`.

import { _, ngettext } from "./texts.js";

/** Minutes and seconds: `6:05`, with hours `1:02:03`. @param {number} ms */
export function clockTime(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  const [h, m, rest] = [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(rest)}` : `${m}:${two(rest)}`;
}

/** Time left, as a clock that shows 0:00 only when none is left. @param {number} ms */
export function clockLeft(ms) {
  return clockTime(Math.ceil(Math.max(0, ms) / 1000) * 1000);
}

/** `just now`, `3 minutes ago`, `2 hours ago`, `5 days ago`. @param {number} ms */
export function ago(ms) {
  if (ms >= DAY_MS) return ngettext("{n} day ago", "{n} days ago", Math.floor(ms / DAY_MS));
  if (ms >= HOUR_MS) return ngettext("{n} hour ago", "{n} hours ago", Math.floor(ms / HOUR_MS));
  if (ms >= MINUTE_MS) return ngettext("{n} minute ago", "{n} minutes ago", Math.floor(ms / MINUTE_MS));
  return _("just now");
}

const [DAY_MS, HOUR_MS, MINUTE_MS] = [86_400_000, 3_600_000, 60_000];

/** Time to wait: `5 hours`, `12 minutes`, under ten minutes `4:59`. @param {number} ms */
export function waitTime(ms) {
  if (ms < 600_000) return clockTime(Math.ceil(ms / 1000) * 1000);
  if (ms >= 2 * DAY_MS) return ngettext("{n} day", "{n} days", Math.round(ms / DAY_MS));
  if (ms >= 2 * HOUR_MS) return ngettext("{n} hour", "{n} hours", Math.round(ms / HOUR_MS));
  return ngettext("{n} minute", "{n} minutes", Math.round(ms / MINUTE_MS));
}

/** `4:10`, or `6 days` from two days on. @param {number} ms */
export function durationWords(ms) {
  const days = Math.floor(ms / DAY_MS);
  return days < 2 ? clockTime(ms) : ngettext("{n} day", "{n} days", days);
}

/** `1 point`, `61 points`. @param {number} points */
export function pointsWords(points) {
  return ngettext("{n} point", "{n} points", points);
}

/** `Ann, Ben and Cleo`; of many names, the first ones and how many more. @param {string[]} names */
export function joinNames(names) {
  if (names.length > 4) {
    return _("{names} and {n} more", { names: names.slice(0, 3).join(", "), n: names.length - 3 });
  }
  const last = names.at(-1) ?? "";
  return names.length > 1 ? _("{names} and {last}", { names: names.slice(0, -1).join(", "), last }) : last;
}

/** @param {string} text */
export function capitalise(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
