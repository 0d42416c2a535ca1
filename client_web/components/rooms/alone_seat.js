// A hook for pages on which somebody plays alone in a room of their own: it begins the game, returns
// to an unfinished one, and gives it up.

import { useEffect, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { Refusal } from "../../net/connection.js";
import { openRoom, RoomClient } from "../../net/room_client.js";
import { useAction } from "../action_button.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../net/requests").EntryRequest} EntryRequest */
/** @typedef {`alone/${string}` | `ghost/${string}` | `on/${string}`} Kept the storage name of the room's code */

/** The name of the seat if the player has no name, or one that belongs to somebody else's
 * account. */
const NOBODY = _("Alone");
const OF_THE_NAME = new Set(["bad_name", "name_claimed"]);

/** Return the code of the room of an unfinished game; null if there is none.
 * @param {import("../../state/local_storage.js").LocalStorage} storage @param {Kept} kept */
export function unfinished(storage, kept) {
  const code = storage.get(kept);
  return typeof code === "string" && storage.get(`seat/${code}`) !== null ? code : null;
}

/** Return the client of the room in which the player plays alone, and the functions that begin and
 * give up a game. `client` is null until there is such a room. If the player has an unfinished
 * game, its room is entered at once. The code of the room is stored under `kept` until the game is
 * over.
 * @param {Kept} kept
 * @returns {{client: RoomClient | null, action: import("../action_button.js").Action,
 *   begin: (request: (name: string, token: string) => EntryRequest) => Promise<boolean>,
 *   giveUp: () => Promise<void>}} */
export function useAloneSeat(kept) {
  const app = useApp();
  const action = useAction();
  const [client, sit] = useState(/** @type {RoomClient | null} */ (null));
  const begin = (/** @type {(name: string, token: string) => EntryRequest} */ request) => action.act(async () => {
    const asked = (/** @type {string} */ name) => openRoom(app, (token) => request(name, token));
    const code = await asked(app.me.value?.name ?? app.storage.get("name") ?? NOBODY).catch((error) => {
      if (!(error instanceof Refusal && OF_THE_NAME.has(error.code))) throw error;
      return asked(NOBODY);
    });
    app.storage.set(kept, code);
    sit(new RoomClient(app, code));
  });
  const giveUp = async () => {
    await client?.leave();
    app.storage.remove(kept);
    sit(null);
  };
  useEffect(() => {
    const code = unfinished(app.storage, kept);
    if (code !== null) sit(new RoomClient(app, code));
  }, []);
  useEffect(() => {
    if (client === null) return undefined;
    const forget = () => app.storage.remove(kept);
    const ends = [
      client.state.listen((state) => void (state?.room.race.status === "over" && forget())),
      client.refusal.listen((refusal) => void (refusal && forget())),
    ];
    void Promise.all([app.loadStyles("race"), app.loadStyles("pages")]).catch(() => undefined);
    void client.resume();
    return () => {
      for (const end of ends) end();
      client.close();
    };
  }, [client]);
  return { client, action, begin, giveUp };
}
