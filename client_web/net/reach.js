// The address of this server that may be passed on to others.

import { useEffect, useState } from "../vendor/preact.js";
import { _ } from "../messages/texts.js";

/** The sentence to show in place of a link or a QR code if others cannot reach the server. */
export const ONLY_HERE = _("The server listens to this computer only: no phone and no other computer reaches it.");

/** The names by which a computer reaches only itself. */
const LOOPBACK = /^(localhost|.*\.localhost|127\..*|\[::1\])$/;

const ORIGIN = /^https?:\/\/[^/\s]+$/;

/** Return the origin (`http://host:port`) for links that are passed on to others. It is the origin
 * of the page. If only this computer reaches that, it is an origin that the server has found: null
 * until the server has answered, empty if it has found none.
 * @returns {string | null} */
export function useReachableOrigin() {
  const isHere = LOOPBACK.test(location.hostname);
  const [found, set] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    if (!isHere) return undefined;
    let wanted = true;
    const read = async () => {
      const answer = await fetch("/reach", { cache: "no-store" });
      const text = (await answer.text()).trim();
      return answer.ok && ORIGIN.test(text) ? text : ""; // a proxy may answer with a page of its own
    };
    read().then((origin) => wanted && set(origin), () => wanted && set(""));
    return () => void (wanted = false);
  }, []);
  return isHere ? found : location.origin;
}
