// The hook that handles all input at a table: taps, drags and keys. It keeps the picked-up cards,
// and makes only legal moves.

import { useLayoutEffect, useMemo, useReducer, useRef } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { InputController } from "./input_controller.js";

/** @typedef {import("../types").TableProps} TableProps */
/** @typedef {import("../types").TableInput} TableInput */

/** Return the state of the input at a table and its actions.
 * @param {TableProps} props @returns {TableInput} */
export function useTableInput(props) {
  const app = useApp();
  const [, redraw] = useReducer((/** @type {number} */ n) => n + 1, 0);
  const controller = useMemo(() => new InputController(app, () => redraw(0)), [app]);
  controller.take(props);
  useLayoutEffect(() => controller.settled());
  const input = useRef(/** @type {TableInput | null} */ (null));
  if (input.current === null || controller.changed) input.current = controller.input();
  return input.current;
}
