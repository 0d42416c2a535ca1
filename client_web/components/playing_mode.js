// A hook that shrinks the page frame while a table is shown.

import { useEffect } from "../vendor/preact.js";

/** The page's frame steps back while one plays. */
export function usePlaying() {
  useEffect(() => {
    document.body.dataset["playing"] = "yes";
    return () => delete document.body.dataset["playing"];
  }, []);
}
