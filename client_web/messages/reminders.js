// The sentence that reminds of a tournament. It is apart from the other sentences about
// tournaments, because every page loads this module and it should stay small.

import { durationWords } from "./formatting.js";
import { _ } from "./texts.js";
import { displayCode } from "../state/room_codes.js";

/** Return `Friday (KQ7-4TX) starts in 15:00.`
 * @param {{title: string, code: string, starts_in_ms: number}} said */
export function reminderText(said) {
  return _("{title} ({code}) starts in {time}.", {
    title: said.title,
    code: displayCode(said.code),
    time: durationWords(said.starts_in_ms),
  });
}
