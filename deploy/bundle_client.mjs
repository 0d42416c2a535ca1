// Bundles the browser client: `node deploy/bundle_client.mjs SOURCES FOLDER` writes the modules of the
// client to FOLDER as few minified files, and prints the names of those that every page loads, as JSON.
//
// There are three common chunks: `core` is what the page needs on which a player joins a race, `table` what a
// race or a game alone needs beyond that, `shared` what several other pages have in common. Each page has a chunk
// of its own. All lie in one folder, because `app.js` finds the other files of the client relative to itself.

import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { rolldown } from "../tests/browser/node_modules/rolldown/dist/index.mjs";

const [sources = "", folder = ""] = process.argv.slice(2).map((path) => resolve(path));

/** Return the paths of a module and of all modules that it imports at once, and those that these import. */
function imported(/** @type {string} */ name, found = new Set()) {
  const path = join(sources, name);
  if (found.has(path)) return found;
  found.add(path);
  for (const [, from] of readFileSync(path, "utf8").matchAll(/^(?:import|export)\b[^;]*?from "(\.[^"]+)"/gms)) {
    imported(join(dirname(name), from), found);
  }
  return found;
}

const core = new Set([...imported("main.js"), ...imported("pages/rooms/room.js")]);
const table = new Set(["pages/rooms/play.js", ...["race", "common_race", "results", "spectator"].map(
  (name) => `components/rooms/${name}.js`)].flatMap((name) => [...imported(name)]));

const bundle = await rolldown({ input: { main: join(sources, "main.js") }, preserveEntrySignatures: false });
const { output } = await bundle.write({
  dir: folder,
  format: "esm",
  minify: true,
  entryFileNames: "[name].js",
  chunkFileNames: "[name]-[hash].js",
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      { name: "core", test: (path) => core.has(path), priority: 3 },
      { name: "table", test: (path) => table.has(path), priority: 2 },
      { name: "shared", minShareCount: 2, priority: 1 },
    ],
  },
});
await bundle.close();
const [main] = output;
console.log(JSON.stringify([main.fileName, ...main.imports]));
