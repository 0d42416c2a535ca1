// A hook that shrinks the page frame while a table is shown.

import { useEffect } from "../../vendor/preact.js";

/** Shrink the page frame while the component that calls this is mounted. */
export function useShrunkFrame() {
  useEffect(() => {
    document.body.dataset["playing"] = "yes";
    return () => delete document.body.dataset["playing"];
  }, []);
}
