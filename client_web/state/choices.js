// The player's choices (theme, colours, movement and so on) as the pages use them, and their defaults.

/**
 * Stored in this browser, and with the account if the player is logged in.
 * @typedef {Object} Choices
 * @property {"usual" | "two" | "four" | "blind"} colours usual: as suits the game
 * @property {"baize" | "night" | "contrast"} theme
 * @property {boolean} movement
 * @property {boolean} sounds
 * @property {"right" | "left"} hand
 * @property {boolean} squash whether cards of long columns are pushed together
 * @property {boolean} askToDeal whether to ask once before a deal while another move remains
 */

/** @type {Choices} */
export const DEFAULT_CHOICES = {
  colours: "usual",
  theme: "baize",
  movement: true,
  sounds: false,
  hand: "right",
  squash: true,
  askToDeal: true,
};
