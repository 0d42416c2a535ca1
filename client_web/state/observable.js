// A value with listeners, and the hook that redraws a component when it changes.

import { useEffect, useState } from "../vendor/preact.js";

/** @template T */
export class Observable {
  /** @param {T} value */
  constructor(value) {
    this.value = value;
    /** @type {Set<(value: T) => void>} */
    this.listeners = new Set();
  }

  /** @param {T} value */
  set(value) {
    if (value === this.value) return;
    this.value = value;
    for (const listener of [...this.listeners]) listener(value);
  }

  /** Call `listener` with every new value. Returns a function that stops this.
   * @param {(value: T) => void} listener
   * @returns {() => void} */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** The current value of an observable. The component is redrawn when it changes.
 * @template T
 * @param {Observable<T>} store
 * @returns {T} */
export function useObservable(store) {
  const [, redraw] = useState(0);
  const drawn = store.value;
  useEffect(() => {
    const again = () => redraw((n) => n + 1);
    if (store.value !== drawn) again(); // changed between the first drawing and this effect
    return store.listen(again);
  }, [store]);
  return drawn;
}
