// Where a table has the screen.

import { useEffect } from "../vendor/preact.js";

/** The page's frame steps back while one plays. */
export function usePlaying() {
  useEffect(() => {
    document.body.dataset["playing"] = "yes";
    return () => delete document.body.dataset["playing"];
  }, []);
}
