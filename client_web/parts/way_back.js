// The way to a seat while the line still sits somewhere else: that seat stays, and has its own way back.

import { Refusal } from "../wire/link.js";

/** Ask for something that seats one; a line that sits elsewhere is made anew first, which leaves that
 * seat where it is. @param {import("../wire/app.js").App} app
 * @param {() => Promise<any>} ask @returns {Promise<any>} */
export async function seatedElsewhere(app, ask) {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "already_seated")) throw error;
  }
  app.link.comeBack();
  return ask();
}
