// `LocalStorage`, which stores values in the browser: seats, the session, preferences. If the browser
// forbids storage, values last only as long as the page, and `isLasting` is false.

/** @typedef {import("./stored").Stored} Stored */

const PREFIX = "crown-patience/";

export class LocalStorage {
  constructor() {
    this.local = usable(() => globalThis.localStorage);
    this.tab = usable(() => globalThis.sessionStorage);
    this.isLasting = this.local !== null;
    /** @type {Map<string, string>} */
    this.inMemory = new Map();
  }

  /** Return a stored value, or null. A value stored for this tab comes before one stored for the
   * browser.
   * @template {keyof Stored} N @param {N} name @returns {Stored[N] | null} */
  get(name) {
    for (const place of [this.tab, this.local]) {
      const value = read(place, name);
      if (value !== null) return value;
    }
    const kept = this.inMemory.get(name);
    return kept === undefined ? null : JSON.parse(kept);
  }

  /** Store a value. With `tabOnly` it lasts until this tab is closed.
   * @template {keyof Stored} N
   * @param {N} name @param {Stored[N]} value @param {{tabOnly?: boolean}} [how] */
  set(name, value, { tabOnly = false } = {}) {
    const text = JSON.stringify(value);
    this.inMemory.set(name, text);
    try {
      (tabOnly ? this.local : this.tab)?.removeItem(PREFIX + name);
      (tabOnly ? this.tab : this.local)?.setItem(PREFIX + name, text);
    } catch {
      // The storage is full, or has become forbidden. The value lasts as long as the page.
    }
  }

  /** Return the stored names that begin with `start`, without it.
   * @param {string} start @returns {string[]} */
  names(start) {
    const found = new Set(this.inMemory.keys());
    for (const place of [this.tab, this.local]) {
      for (const key of keysOf(place)) if (key.startsWith(PREFIX)) found.add(key.slice(PREFIX.length));
    }
    return [...found].filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
  }

  /** Return whether a value is stored for this tab only. @param {keyof Stored} name */
  isOfTab(name) {
    return read(this.tab, name) !== null;
  }

  /** Delete a value. @param {keyof Stored} name */
  remove(name) {
    this.inMemory.delete(name);
    try {
      this.tab?.removeItem(PREFIX + name);
      this.local?.removeItem(PREFIX + name);
    } catch {
      // Storage is forbidden, so nothing is stored there.
    }
  }
}

/** Return a storage of the browser; null if it cannot be written.
 * @param {() => Storage} find @returns {Storage | null} */
function usable(find) {
  try {
    const place = find();
    place.setItem(PREFIX + "probe", "1");
    place.removeItem(PREFIX + "probe");
    return place;
  } catch {
    return null;
  }
}

/** Return the keys of a storage; none if it cannot be read.
 * @param {Storage | null} place @returns {string[]} */
function keysOf(place) {
  try {
    return place === null ? [] : Object.keys(place);
  } catch {
    return [];
  }
}

/** Return the value of a name in a storage; null if there is none or it cannot be read.
 * @param {Storage | null} place @param {string} name */
function read(place, name) {
  try {
    const text = place?.getItem(PREFIX + name) ?? null;
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
