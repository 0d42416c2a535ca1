// Whether things move on the page. A module of its own, since pages without a table need it too.

/** Return whether to animate: the player has chosen it, and the system does not ask for reduced
 * motion.
 * @param {boolean} chosen */
export function isAnimated(chosen) {
  return chosen && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
