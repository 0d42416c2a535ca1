// Reads positions, one JSON line each ({game, view, legal}), and holds the input of the browser client
// to them: every legal move is reached by taps and by letters, and whatever is tapped comes to a
// legal move or to nothing. Prints a line of JSON for each fault, and what was done at the end.

import { createInterface } from "node:readline";

const at = new URL("../../client_web/table/", import.meta.url);
const { InputController } = await import(new URL("input/input_controller.js", at));
const { labels, cellLabel, sizeOf } = await import(new URL("places.js", at));
const TAPS = Number(process.argv[2] ?? 40);

let seed = 7;
const below = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;

/** Input at a table nobody draws; `made` are the moves that left it. */
function sit({ game, view, legal }) {
  const made = [];
  const app = { announce() {}, storage: { get: () => null }, preferences: { value: { askToDeal: true } } };
  const controller = new InputController(app, () => undefined);
  const table = { game, view, legal, marks: [], label: "", play: (move) => made.push(move), tilt() {} };
  controller.take(table);
  return { controller, made, hand: () => controller.input() };
}

const same = (a, b) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
const isOrder = (move, view) =>
  move.kind === "put_back" &&
  [...move.order].sort((a, b) => a - b).every((i, nth) => i === nth) &&
  move.order.length === view.piles.fan.up.length;
const isLegal = ({ legal, view }, move) =>
  legal.some((one) => same(one, move) || (one.kind === "put_back" && isOrder(move, view)));

/** The place of a pile's card, so many from the top. */
function card(view, pile, n = 1) {
  const size = sizeOf(view, pile);
  return size ? `${pile}#${size - n}` : pile;
}

/** What a move names, in the order hands name it: places, then what there is to choose. */
function steps(game, view, move) {
  if (move.cell) return [`cell:${move.cell.join()}`];
  if (move.kind === "choose") return [`last.${move.n}`, `last.${move.n}`];
  if (move.src === undefined && !move.slots) return [card(view, game.drawing.hand), card(view, move.dst)];
  if (move.slots) return move.slots.map((slot) => card(view, slot));
  const inside = /^(fan|waste)\.(\d+)$/.exec(move.src);
  const first = !inside ? card(view, move.src, move.n)
    : inside[1] === "fan" ? `fan#${inside[2]}` : card(view, "waste", 1 + Number(inside[2]));
  const { down, up } = view.piles[first.split("#")[0]];
  const moved = up[Number(first.split("#")[1]) - down];
  const homes = ["discard", "aces", "foundation", game.drawing.homes[moved], `foundation.${moved?.[1]}`];
  const goal = move.dst ?? homes.find((home) => home && home in view.piles);
  return [first, ...[goal, ...(move.fills ?? [])].map((pile) => card(view, pile))];
}

/** Makes a move by taps; what has been chosen for one is not named again. */
function tapped(position, move) {
  const { controller, made, hand } = sit(position);
  const { view } = position;
  if (Object.keys(move).length === 1 || move.order) {
    hand().deal();
    if (!made.length && controller.held.asked) hand().deal();
    choose(hand, made, move);
    return made;
  }
  const [first, ...rest] = steps(position.game, view, move);
  hand().tap(first);
  for (let turn = 0; turn < 12 && !made.length; turn += 1) {
    if (choose(hand, made, move)) continue;
    const next = rest[controller.held.picked?.steps.length ?? 0];
    if (next === undefined) break;
    hand().tap(next);
  }
  return made;
}

function choose(hand, made, move) {
  const choice = hand().choices?.find((one) => same(one.move, move));
  if (choice && !made.length) hand().choose(choice.move);
  return choice !== undefined;
}

/** Makes a move by letters; null where letters cannot name it (a card inside a fan, one of the last four). */
function typed(position, move) {
  const { made, hand, controller } = sit(position);
  const { view, game } = position;
  const type = (text) => [...String(text)].forEach((char) => hand().type(char));
  if (Object.keys(move).length === 1 || move.order) return null;
  if (move.cell) return type(cellLabel(game, move.cell)), made;
  if (move.kind === "choose" || /^(fan|waste)\.\d/.test(move.src)) return null;
  const names = labels(game, view);
  const [first, ...rest] = steps(game, view, move).map((place) => place.split("#")[0]);
  type(`${move.n ?? ""}${names.get(first)}`);
  // The whole of it at once, as fingers do that know their way.
  if (!controller.held.choices) {
    for (const name of rest.slice(0, 1)) type(names.get(name));
    if (!made.length && hand().typed) type("\n");
  }
  for (let turn = 0; turn < 12 && !made.length; turn += 1) {
    const choices = hand().choices ?? [];
    const number = choices.findIndex((one) => same(one.move, move));
    if (number >= 0) {
      type(number + 1);
      continue;
    }
    const next = rest[controller.held.picked?.steps.length ?? 0];
    if (next === undefined) break;
    type(names.get(next));
  }
  return made;
}

/** Taps, drags and types whatever comes to hand. */
function monkey(position) {
  const { made, hand } = sit(position);
  const { view } = position;
  const places = Object.entries(view.piles).flatMap(([name, { down, up }]) => [
    name,
    ...Array.from({ length: down + up.length }, (_, i) => `${name}#${i}`),
  ]);
  if (view.grid) for (let i = -5; i < 6; i += 1) places.push(`cell:${i},${below(9) - 4}`, "next");
  const any = () => places[below(places.length)];
  const lit = () => [...hand().targets, ...hand().sources][below(hand().targets.size + hand().sources.size || 1)];
  for (let i = 0; i < TAPS; i += 1) {
    const place = (below(2) && lit()) || any();
    const deed = below(12);
    if (deed < 6) hand().tap(place);
    else if (deed < 7) hand().doubleTap(place);
    else if (deed < 9) hand().lift(place) && hand().drop(below(4) ? lit() ?? null : any());
    else if (deed < 10) hand().type("abcdefghijklmnopqrtuvxyz123sw"[below(29)]);
    else if (deed < 11) hand().deal();
    else if (hand().choices) hand().choose(hand().choices[below(hand().choices.length)].move);
    else hand().shift(below(2) ? 1 : -1);
  }
  return made;
}

const done = { positions: 0, moves: 0, typed: 0, monkeys: 0, kinds: {} };
const fault = (what, { game, view }, move, made) =>
  console.log(JSON.stringify({ fault: what, game: game.slug, move, made, view }));

for await (const line of createInterface({ input: process.stdin })) {
  const position = JSON.parse(line);
  done.positions += 1;
  for (const move of position.legal) {
    done.moves += 1;
    const kind = `${position.game.slug} ${move.kind}`;
    done.kinds[kind] = (done.kinds[kind] ?? 0) + 1;
    const made = tapped(position, move);
    if (made.length !== 1 || !same(made[0], move)) fault("by taps", position, move, made);
    const letters = typed(position, move);
    if (letters === null) continue;
    done.typed += 1;
    if (letters.length !== 1 || !same(letters[0], move)) fault("by letters", position, move, letters);
  }
  for (const move of monkey(position)) {
    done.monkeys += 1;
    if (!isLegal(position, move)) fault("by chance", position, move, []);
  }
}
console.log(JSON.stringify(done));
