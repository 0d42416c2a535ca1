// A separate connection for a part of a page. A connection follows only one leaderboard at a time,
// so a page that shows several leaderboards needs several connections.

import { html, useEffect, useState } from "../vendor/preact.js";
import { AppContext, useApp } from "../app.js";
import { Connection, serverAddress } from "./connection.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../vendor/preact.js").Child} Child */

/** Show children whose `useApp()` has a separate connection of the same player; the rest of the App
 * is shared. The connection is closed when the children are removed.
 * @param {{children?: Child}} props */
export function OwnConnection({ children }) {
  const app = useApp();
  const [own, set] = useState(/** @type {App | null} */ (null));
  useEffect(() => {
    const connection = new Connection(serverAddress());
    const mine = /** @type {App} */ (Object.assign(Object.create(app), { connection }));
    connection.authenticate = () => mine.authenticate();
    connection.open();
    set(mine);
    return () => connection.close();
  }, []);
  return own && html`<${AppContext.Provider} value=${own}>${children}<//>`;
}
