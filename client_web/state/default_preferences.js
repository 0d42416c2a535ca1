// The preferences of a player (theme, colours, movement and so on) as the pages use them, and their
// defaults.

/**
 * The preferences of the player. Stored in this browser, and with the account if the player is logged
 * in.
 * @typedef {Object} Preferences
 * @property {"usual" | "two" | "four" | "blind"} colours how the suits are coloured; `usual`: two colours, or
 *   four in games in which suits matter
 * @property {"baize" | "light" | "night" | "contrast" | "system"} theme `system`: light or baize, as the
 *   operating system is set
 * @property {"green" | "blue" | "wine" | "grey"} felt the colour of the cloth in the themes `baize` and `light`; the other themes
 *   have one of their own
 * @property {"lattice" | "waves" | "dots" | "plain"} back the pattern on the backs of cards
 * @property {"fitting" | "medium" | "small"} cardSize how large cards may be: as the window allows, or less
 * @property {boolean} largePrint whether indices of cards and letters over piles are large
 * @property {boolean} movement whether cards are animated
 * @property {boolean} sounds
 * @property {"quiet" | "medium" | "loud"} volume how loud sounds are
 * @property {boolean} oneTap whether touching a card plays it at once; otherwise it picks the card up
 * @property {"right" | "left"} hand the side on which the buttons of a table are
 * @property {boolean} streamer whether codes, links, invitations and talk are hidden, for players who show
 *   their screen to others
 * @property {boolean} presence whether friends see that the player is on line
 * @property {boolean} watching whether friends see in which room the player races, and can watch
 * @property {boolean} squash whether cards of long columns are pushed together
 * @property {boolean} timer whether the time until the bell is shown
 * @property {boolean} streaks whether the player's own streaks are shown
 * @property {boolean} quiet whether cards and text are large, and no time, rivals or talk are shown beside
 *   the player's own cards
 * @property {boolean} askToDeal whether to ask for confirmation of a deal while a card can still be played
 */

/** @type {Preferences} */
export const DEFAULT_PREFERENCES = {
  colours: "usual",
  theme: "baize",
  felt: "green",
  back: "lattice",
  cardSize: "fitting",
  largePrint: false,
  movement: true,
  sounds: false,
  volume: "medium",
  oneTap: false,
  hand: "right",
  streamer: false,
  presence: true,
  watching: false,
  squash: true,
  askToDeal: true,
  timer: true,
  streaks: true,
  quiet: false,
};
