// Sentences about crowns and crown runs, in the same words as the terminal client. Between two
// messages of the server, this browser's own clock measures the time.

import { ago, clockTime } from "./formatting.js";
import { _, ngettext } from "./texts.js";
import { displayCode } from "../state/room_codes.js";

/** @typedef {import("../net/protocol").Crown} Crown */
/** @typedef {import("../net/protocol").BreakTaken} BreakTaken */
/** @typedef {import("../net/protocol").CrownLimits} CrownLimits */
/** @typedef {import("../net/protocol").CrownWon} CrownWon */
/** @typedef {{crown: Crown, at: number}} CrownSnapshot the state of the run, and when it was
 *   received, by `performance.now()` */
/** @typedef {(slug: string) => string} Titles */

export const CROWNS = { triple: _("Triple Crown"), quintuple: _("Quintuple Crown") };
const BREAKS = {
  between: _("between games"),
  declared: _("the board covered"),
  line_lost: _("the line lost"),
};
/** @type {[keyof CrownLimits, string][]} */
const LIMITS = [
  ["between_s", _("between two games")],
  ["within_s", _("one break during a game")],
  ["total_s", _("all breaks of a run together")],
  ["idle_s", _("one move, connected and without a break")],
];
const NUMBERS = [_("no"), _("one"), _("two"), _("three"), _("four"), _("five")];
export const NO_RUN = _("You have no run: whoever wins one of the five great games has begun one.");

/** Return the milliseconds since the snapshot that count as a break; 0 while the player is kept
 * waiting, which does not count, or if there is no run.
 * @param {CrownSnapshot} snapshot @param {number} now */
function metered({ crown, at }, now) {
  return crown.waiting || !crown.won.length ? 0 : Math.max(0, now - at);
}

/** Return the length of the current break in milliseconds; null without one.
 * @param {CrownSnapshot} snapshot @param {number} now */
function pauseMs(snapshot, now) {
  return snapshot.crown.pause === null ? null : snapshot.crown.pause.ms + metered(snapshot, now);
}

/** Return the length of all breaks of the run together in milliseconds.
 * @param {CrownSnapshot} snapshot @param {number} now */
export function spentMs(snapshot, now) {
  return snapshot.crown.spent_ms + (snapshot.crown.pause === null ? 0 : metered(snapshot, now));
}

/** Return the milliseconds until the next limit is exceeded if nothing changes; null if no limit
 * applies now.
 * @param {CrownSnapshot} snapshot
 * @param {number} now */
export function leftMs(snapshot, now) {
  const left = snapshot.crown.left_ms;
  return left === null ? null : Math.max(0, left - metered(snapshot, now));
}

/** Return how many shields to show: three if the games won so far can lead to a Triple Crown with
 * three games in all, otherwise five.
 * @param {Crown} crown */
export function shieldCount(crown) {
  return crown.won.length + crown.triple_after === 3 ? 3 : 5;
}

/** Return `Two in a row: a Triple Crown after one more, a Quintuple Crown after three more.`
 * @param {Crown} crown */
export function afterWords(crown) {
  const number = (/** @type {number} */ n) => NUMBERS[n] ?? String(n);
  const won = number(crown.won.length);
  return _("{won} in a row: a Triple Crown after {triple} more, a Quintuple Crown after {quintuple} more.", {
    won: `${won.charAt(0).toUpperCase()}${won.slice(1)}`,
    triple: number(crown.triple_after),
    quintuple: number(crown.quintuple_after),
  });
}

/** Return how the last run ended, as a sentence; "" if none has ended.
 * @param {CrownSnapshot} snapshot @param {number} now */
export function endedWords({ crown, at }, now) {
  if (crown.ended === null) return "";
  const when = ago(crown.ended.ago_ms + Math.max(0, now - at));
  return _("Your last run ended {when}: {why}.", { when, why: endReason(crown.ended.why, crown.limits) });
}

/** Return why a run ended, as the end of a sentence. `reason` is the server's code.
 * @param {string} reason @param {CrownLimits} limits */
export function endReason(reason, limits) {
  const of = (/** @type {number} */ seconds) => clockTime(1000 * seconds);
  /** @type {Record<string, string>} */
  const reasons = {
    lost: _("a game was lost"),
    resigned: _("a game was given up"),
    timeout: _("time was up before the game was finished"),
    abandoned: _("a game was left for another, or the host sent you away"),
    between: _("more than {time} went by between two games", { time: of(limits.between_s) }),
    within: _("a break during a game was longer than {time}", { time: of(limits.within_s) }),
    total: _("all breaks together were longer than {time}", { time: of(limits.total_s) }),
    idle: _("no move was made for {time}", { time: of(limits.idle_s) }),
    gave_up: _("you gave it up"),
    quintuple: _("all five games were won, and with them the Quintuple Crown"),
  };
  return reasons[reason] ?? reason;
}

/** Return a finished break as text: `between games, 2:31`. @param {BreakTaken} taken */
export function breakWords(taken) {
  return `${BREAKS[taken.kind]}, ${clockTime(taken.ms)}`;
}

/** Return the sentence about the time that is measured now:
 * `A break, between games: 2:31 of 10:00, 7:29 left.`
 * @param {CrownSnapshot} snapshot @param {number} now */
export function nowWords(snapshot, now) {
  const { crown } = snapshot;
  if (crown.waiting) return _("You are kept waiting: nothing is counted.");
  const pause = pauseMs(snapshot, now);
  if (crown.pause !== null && pause !== null) {
    const of = 1000 * (crown.pause.kind === "between" ? crown.limits.between_s : crown.limits.within_s);
    return _("A break, {kind}: {time} of {limit}, {left} left.", {
      kind: BREAKS[crown.pause.kind],
      time: clockTime(pause),
      limit: clockTime(of),
      left: clockTime(Math.max(0, of - pause)),
    });
  }
  const left = leftMs(snapshot, now);
  if (left !== null && crown.limit === "idle") return _("You play; a move within {time}.", { time: clockTime(left) });
  return _("You play.");
}

/** Return the sentence about all breaks together: `All breaks: 2:31 of 30:00, 27:29 left.`
 * @param {CrownSnapshot} snapshot @param {number} now */
export function totalWords(snapshot, now) {
  const [spent, of] = [spentMs(snapshot, now), 1000 * snapshot.crown.limits.total_s];
  return _("All breaks: {time} of {limit}, {left} left.", {
    time: clockTime(spent),
    limit: clockTime(of),
    left: clockTime(Math.max(0, of - spent)),
  });
}

/** Return the limits of this server, one line each.
 * @param {CrownLimits} limits @returns {string[]} */
export function limitLines(limits) {
  const told = LIMITS.map(([name, words]) => `${words}: ${clockTime(1000 * limits[name])}`);
  if (limits.refusals) {
    told.push(
      ngettext(
        "{n} untouched deal may be refused in a run",
        "{n} untouched deals may be refused in a run",
        limits.refusals,
      ),
    );
  }
  return told;
}

/** Return a sentence about what has changed in a run: it ended, or a game was won; otherwise "".
 * @param {Crown} before @param {Crown} crown */
export function changeWords(before, crown) {
  if (crown.ended && !crown.won.length && before.won.length && crown.ended.why !== "quintuple") {
    return _("Your run is over: {why}.", { why: endReason(crown.ended.why, crown.limits) });
  }
  const races = (/** @type {Crown} */ each) => each.won.map((won) => won.race).join();
  return crown.won.length && races(before) !== races(crown) ? afterWords(crown) : "";
}

/** Return the news that somebody has won a crown, or that the player's own crown is withdrawn; ""
 * if somebody else's is withdrawn.
 * @param {CrownWon} said @param {string | null} me the name of the player's account */
export function crownWonSentence({ crown: kind, name, withdrawn }, me) {
  const crown = CROWNS[kind];
  if (withdrawn) {
    return name === me ? _("The {crown} is withdrawn: a race it was won in is void.", { crown }) : "";
  }
  return name === me ? _("You have won the {crown}!", { crown }) : _("{name} has won the {crown}!", { name, crown });
}

/** Return the name of a race for people: `KQ7-4TX-1`, `tournament KQ7-4TX, deal 2`. `race` is a
 * race id.
 * @param {string} race */
export function raceWords(race) {
  const of = /^(tournament|crown)-([0-9A-HJKMNP-TV-Z]{6})-(\d+)$/.exec(race);
  if (of) {
    const [code, deal] = [displayCode(of[2] ?? ""), of[3] ?? ""];
    return of[1] === "crown"
      ? _("crown race {code}, deal {deal}", { code, deal })
      : _("tournament {code}, deal {deal}", { code, deal });
  }
  const found = /^([0-9A-HJKMNP-TV-Z]{6})-(\d+)$/.exec(race);
  return found ? `${displayCode(found[1] ?? "")}-${found[2]}` : race;
}

/** Return the code of the room in a race id; null if the id names no room. @param {string} race */
export function roomOf(race) {
  return /^([0-9A-HJKMNP-TV-Z]{6})-\d+$/.exec(race)?.[1] ?? null;
}
