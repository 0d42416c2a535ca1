// Times, ages, counts and lists as text: `6:05`, `3 minutes ago`, `3 races`, `Ann, Ben and Cleo`.

import { _, ngettext } from "./texts.js";

/** Return minutes and seconds as `6:05`, with hours as `1:02:03`. Fractions of a second are cut
 * off.
 * @param {number} ms */
export function clockTime(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  const [h, m, rest] = [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(rest)}` : `${m}:${two(rest)}`;
}

/** Return time left as `6:05`, rounded up to seconds, so that it is `0:00` only when none is left.
 * @param {number} ms */
export function clockLeft(ms) {
  return clockTime(Math.ceil(Math.max(0, ms) / 1000) * 1000);
}

/** Return an age as `just now`, `3 minutes ago`, `2 hours ago` or `5 days ago`.
 * @param {number} ms */
export function ago(ms) {
  if (ms >= DAY_MS) return ngettext("{n} day ago", "{n} days ago", Math.floor(ms / DAY_MS));
  if (ms >= HOUR_MS) return ngettext("{n} hour ago", "{n} hours ago", Math.floor(ms / HOUR_MS));
  if (ms >= MINUTE_MS) return ngettext("{n} minute ago", "{n} minutes ago", Math.floor(ms / MINUTE_MS));
  return _("just now");
}

const [DAY_MS, HOUR_MS, MINUTE_MS] = [86_400_000, 3_600_000, 60_000];

/** Return a time to wait: `4:59` below ten minutes, then `12 minutes`, `5 hours`, `3 days`.
 * @param {number} ms */
export function waitTime(ms) {
  if (ms < 600_000) return clockTime(Math.ceil(ms / 1000) * 1000);
  if (ms >= 2 * DAY_MS) return ngettext("{n} day", "{n} days", Math.round(ms / DAY_MS));
  if (ms >= 2 * HOUR_MS) return ngettext("{n} hour", "{n} hours", Math.round(ms / HOUR_MS));
  return ngettext("{n} minute", "{n} minutes", Math.round(ms / MINUTE_MS));
}

/** Return `4:10`, or `6 days` from two days on. @param {number} ms */
export function durationWords(ms) {
  const days = Math.floor(ms / DAY_MS);
  return days < 2 ? clockTime(ms) : ngettext("{n} day", "{n} days", days);
}

/** Return `1 point` or `61 points`. @param {number} points */
export function pointsWords(points) {
  return ngettext("{n} point", "{n} points", points);
}

/** Return `Ann, Ben and Cleo`; of more than four names the first three: `Ann, Ben, Cleo and 7
 * more`.
 * @param {string[]} names */
export function joinNames(names) {
  if (names.length > 4) {
    return _("{names} and {n} more", { names: names.slice(0, 3).join(", "), n: names.length - 3 });
  }
  const last = names.at(-1) ?? "";
  return names.length > 1 ? _("{names} and {last}", { names: names.slice(0, -1).join(", "), last }) : last;
}

/** Return a text with a capital first letter. @param {string} text */
export function capitalise(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
