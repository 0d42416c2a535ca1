// Hooks that get data from the server: the answer to a request, a subscription, the catalogue or
// another generated file.

import { useEffect, useMemo, useState } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { gamesOf } from "../state/game_catalogue.js";
import { Refusal } from "./connection.js";

/** @typedef {import("./requests").ServerMessage} ServerMessage */
/** @typedef {import("./requests").Request} Request */
/** @template {Request} R @typedef {import("./requests").Answer<R>} Answer */
/** @typedef {import("../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../state/game_catalogue.js").Games} Games */

/** Send a request, and send it again when `key` changes or `again` is called. `answer` is undefined
 * until the answer arrives and after a refusal.
 * @template {Request} R
 * @param {R | null} request null: send nothing @param {unknown} [key]
 * @returns {{answer: Answer<R> | undefined, refusal: Refusal | null, again: () => void}} */
export function useAnswer(request, key = JSON.stringify(request)) {
  const app = useApp();
  const [state, set] = useState(
    /** @type {{answer: Answer<R> | undefined, refusal: Refusal | null}} */ ({ answer: undefined, refusal: null }),
  );
  const [round, next] = useState(0);
  useEffect(() => {
    let wanted = true;
    if (request !== null) {
      app.connection.askUntilAnswered(request).then(
        (answer) => wanted && set({ answer, refusal: null }),
        (error) => wanted && set({ answer: undefined, refusal: asRefusal(error) }),
      );
    }
    return () => void (wanted = false);
  }, [key, round]);
  return { ...state, again: () => next((n) => n + 1) };
}

/** Subscribe to data on the server. Send `request` now and after every reconnect, compute a state
 * from the messages, and send `end` when the component is removed.
 * @template S
 * @param {Request} request its answer becomes the first state
 * @param {(state: S | undefined, said: ServerMessage) => S | undefined} reduce returns the state after a
 *   message: the same object if the message does not concern it, undefined to send `request` again
 * @param {Request | null} end
 * @returns {{state: S | undefined, refusal: Refusal | null, again: () => void}} */
export function useSubscription(request, reduce, end) {
  const app = useApp();
  const [state, set] = useState(/** @type {S | undefined} */ (undefined));
  const [refusal, refuse] = useState(/** @type {Refusal | null} */ (null));
  const [round, next] = useState(0);
  useEffect(() => {
    let now = /** @type {S | undefined} */ (undefined);
    const ask = async () => {
      try {
        now = reduce(undefined, await app.connection.send(request));
        refuse(null);
        set(now);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refuse(error);
      }
    };
    const unhear = app.connection.listen((said) => {
      if (now === undefined || ("id" in said && said.id !== null)) return;
      const after = reduce(now, said);
      if (after === undefined) void ask().catch(() => undefined);
      else if (after !== now) set((now = after));
    });
    const release = app.connection.keep(ask);
    return () => {
      release();
      unhear();
      if (end) app.connection.send(end).catch(() => undefined);
    };
  }, [JSON.stringify(request), round]);
  return { state, refusal, again: () => next((n) => n + 1) };
}

/** Return the content of `catalogue.json`; undefined until it is loaded.
 * @returns {Catalogue | undefined} */
export function useCatalogue() {
  return /** @type {Catalogue | undefined} */ (useFile("catalogue.json"));
}

/** Resolve to the catalogue when it is loaded, for code that needs it before the page has it.
 * Rejects if it cannot be loaded. @param {import("../app.js").App} app
 * @returns {Promise<Catalogue>} */
export async function loadCatalogue(app) {
  return /** @type {Catalogue} */ (await app.loadJson("catalogue.json"));
}

/** Return the content of a generated JSON file; undefined until it is loaded. Throws if it cannot
 * be loaded, so that the page frame shows an error page.
 * @param {string} name @returns {unknown} */
export function useFile(name) {
  const app = useApp();
  const [file, set] = useState(/** @type {unknown} */ (undefined));
  const [failed, fail] = useState(/** @type {Error | null} */ (null));
  useEffect(() => {
    let wanted = true;
    app.loadJson(name).then((found) => wanted && set(found), (error) => wanted && fail(error));
    return () => void (wanted = false);
  }, [name]);
  if (failed) throw failed; // the page frame shows what to do
  return file;
}

/** Return an error that is a refusal; throw any other. @param {unknown} error @returns {Refusal} */
function asRefusal(error) {
  if (error instanceof Refusal) return error;
  throw error;
}

/** Return the games of the catalogue; undefined until it is loaded.
 * @returns {Games | undefined} */
export function useGames() {
  const catalogue = useCatalogue();
  return useMemo(() => catalogue && gamesOf(catalogue), [catalogue]);
}
