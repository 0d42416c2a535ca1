// Reads moves of games, one JSON line each ({game, view, legal, move, after}), and draws each as the
// browser client does before the server has answered it. Prints a line of JSON for each: whether it
// is drawn at all, and the drawn cards that the server has then put elsewhere.

import { createInterface } from "node:readline";

const at = new URL("../../client_web/table/", import.meta.url);
const { placesReached, viewAfterMove } = await import(new URL("moves/pending.js", at));
const { LegalRoutes } = await import(new URL("moves/legal_routes.js", at));
const { cardAt, readCell, sizeOf } = await import(new URL("places.js", at));

const inCell = (view, place) => view.grid.find((one) => `cell:${one.cell}` === place)?.card ?? null;
const seen = (view, place) => (readCell(place) ? inCell(view, place) : cardAt(view, place));

for await (const line of createInterface({ input: process.stdin })) {
  const { game, view, legal, move, after } = JSON.parse(line);
  const drawn = viewAfterMove(new LegalRoutes(game, view, legal), move);
  const places = [...placesReached(view, drawn)];
  // A pile from which the server has taken cards, such as a complete column, says nothing, nor do
  // piles that have other names now, because one is gone.
  const named = Object.keys(view.piles).every((pile) => pile in after.piles);
  const kept = places.filter((place) => readCell(place) || named &&
    sizeOf(after, place.split("#")[0]) >= sizeOf(drawn, place.split("#")[0]));
  const wrong = kept.filter((place) => seen(after, place) !== seen(drawn, place));
  const down = Object.keys(drawn.piles).filter((pile) =>
    drawn.piles[pile].down > view.piles[pile].down || drawn.piles[pile].up.some((card) => !card));
  console.log(JSON.stringify({ kind: `${game.slug} ${move.kind}`, drawn: places.length > 0, kept: kept.length, wrong, down }));
}
