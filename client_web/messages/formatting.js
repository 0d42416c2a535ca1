// Times, ages, counts and lists as text: `6:05`, `3 minutes ago`, `3 races`, `Ann, Ben and Cleo`.

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

/** `1 race`, `3 races`. @param {number} count @param {string} word */
export function plural(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** `just now`, `3 minutes ago`, `2 hours ago`, `5 days ago`. @param {number} ms */
export function ago(ms) {
  for (const [size, word] of AGES) if (ms >= size) return `${plural(Math.floor(ms / size), word)} ago`;
  return "just now";
}

/** @type {[number, string][]} */
const AGES = [[86_400_000, "day"], [3_600_000, "hour"], [60_000, "minute"]];

/** Time to wait: `5 hours`, `12 minutes`, under ten minutes `4:59`. @param {number} ms */
export function waitTime(ms) {
  if (ms < 600_000) return clockTime(Math.ceil(ms / 1000) * 1000);
  for (const [size, word] of AGES) if (ms >= 2 * size) return plural(Math.round(ms / size), word);
  return plural(Math.round(ms / 60_000), "minute");
}

/** `Ann, Ben and Cleo`; of many names, the first ones and how many more. @param {string[]} names */
export function joinNames(names) {
  if (names.length > 4) return `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
  const last = names.at(-1) ?? "";
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${last}` : last;
}

/** @param {string} text */
export function capitalise(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
