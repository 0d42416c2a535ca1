// The hook that connects a table to its input: what is picked up, what can be touched next, and the
// resulting move. Taps, drags and keys all come here, and only legal moves leave.

import { useLayoutEffect, useMemo, useReducer, useRef } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { Fingers } from "./input_controller.js";

/** @typedef {import("./types").TableProps} TableProps */
/** @typedef {import("./types").Hand} Hand */

/** @param {TableProps} props @returns {Hand} */
export function useHand(props) {
  const app = useApp();
  const [, redraw] = useReducer((/** @type {number} */ n) => n + 1, 0);
  const fingers = useMemo(() => new Fingers(app, () => redraw(0)), [app]);
  fingers.take(props);
  useLayoutEffect(() => fingers.settled());
  const hand = useRef(/** @type {Hand | null} */ (null));
  if (hand.current === null || fingers.changed) hand.current = fingers.hand();
  return hand.current;
}
