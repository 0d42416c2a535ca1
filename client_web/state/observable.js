// `Observable`, a value with listeners, and the hook that redraws a component when the value
// changes.

import { useEffect, useState } from "../vendor/preact.js";

/** A value whose listeners are called when it changes. @template T */
export class Observable {
  /** @param {T} value */
  constructor(value) {
    this.value = value;
    /** @type {Set<(value: T) => void>} */
    this.listeners = new Set();
  }

  /** Set the value and call the listeners, unless it is the same value. @param {T} value */
  set(value) {
    if (value === this.value) return;
    this.value = value;
    for (const listener of [...this.listeners]) listener(value);
  }

  /** Call `listener` with every new value. Return the function that ends this.
   * @param {(value: T) => void} listener
   * @returns {() => void} */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** Return the current value of an observable, and redraw the component whenever it changes.
 * @template T
 * @param {Observable<T>} store
 * @returns {T} */
export function useObservable(store) {
  const [, redraw] = useState(0);
  const drawn = store.value;
  useEffect(() => {
    const again = () => redraw((n) => n + 1);
    if (store.value !== drawn) again(); // it changed between the first drawing and this effect
    return store.listen(again);
  }, [store]);
  return drawn;
}
