// Sentences about friends who are on line, and about challenges.

import { titleOf } from "./games.js";
import { _ } from "./texts.js";

/** @typedef {import("../net/protocol").OnlineFriend} OnlineFriend */
/** @typedef {import("../net/protocol").Challenged} Challenged */
/** @typedef {import("../net/protocol").ChallengeDeclined} ChallengeDeclined */
/** @typedef {import("../net/protocol").ChallengeWithdrawn} ChallengeWithdrawn */

/** Return what a friend who is on line does, as words for a list. @param {OnlineFriend} friend */
export const activity = (friend) => (friend.racing ? _("racing") : _("on line"));

/** Return the sentence by which the player learns of a challenge.
 * @param {import("../state/catalogue").Catalogue | undefined} catalogue @param {Challenged} told */
export const challenged = (catalogue, told) =>
  _("{name} challenges you to a race at {game}.", {
    name: told.name, game: titleOf(catalogue, told.game),
  });

/** Return the sentence by which the player learns that a friend has declined.
 * @param {ChallengeDeclined} told */
export const declined = (told) => _("{name} cannot race now.", { name: told.name });

/** Return the sentence by which the player learns that a challenge is over.
 * @param {ChallengeWithdrawn} told */
export const withdrawn = ({ name, begun }) => (begun
  ? _("The race of {name} has begun without you.", { name })
  : _("{name} has left the room: the challenge is over.", { name }));

/** Return the sentence that says that a friend was challenged. @param {string} name */
export const sent = (name) => _("{name} is challenged, and is told so now.", { name });
