// Texts about a common table: what happens at it, who was first at a place, how a round ended, and
// what can be claimed. Pure.

import { cardSign, cardWords } from "./card_names.js";
import { capitalise, joinNames } from "./formatting.js";
import { nameOf } from "./races.js";
import { _ } from "./texts.js";

/** @typedef {import("../net/protocol").TableChanged} TableChanged */
/** @typedef {import("../net/protocol").TableCommand} TableCommand */
/** @typedef {import("../net/protocol").TableOver} TableOver */
/** @typedef {import("../net/protocol").View} View */
/** @typedef {import("../state/common_table.js").TableMove} TableMove */
/** @typedef {import("../state/room_state.js").RoomState} RoomState */
/** A card that a seat has laid on the foundation with an index. @typedef {{seat: number, card: string, foundation: number}} Claimed */

/** Return the sentences about commands at a common table, except about cards that were laid.
 * `before` is the state before them, `after` the state after them.
 * @param {RoomState} before @param {RoomState} after @param {TableChanged} said @returns {string[]} */
export function tableSentences(before, after, said) {
  if (after.common === before.common) return [];
  const told = said.commands.flatMap((command) => commandSentences(after, command));
  const known = new Set(before.common?.emptied);
  if (!said.over) {
    told.push(...said.emptied.filter((seat) => !known.has(seat)).map((seat) => isOwn(after, seat)
      ? _("Your demon is used up.") : _("The demon of {name} is used up.", { name: nameOf(after, seat) })));
  }
  return said.over ? [...told, roundEnd(after, said.over)] : told;
}

/** Return the sentences about one command.
 * @param {RoomState} state @param {TableCommand} command @returns {string[]} */
function commandSentences(state, { seat, move, events }) {
  const name = nameOf(state, seat);
  const own = isOwn(state, seat);
  const told = [];
  if (move === "stuck") told.push(own ? _("You say that you are stuck.") : _("{name} is stuck.", { name }));
  if (move === "resign") told.push(own ? _("You have left the table.") : _("{name} has left the table.", { name }));
  const shifts = events.filter((event) => event.event === "shifted").length;
  if (shifts) told.push(_("Nobody can play: everybody puts the top card of the stock at its bottom."));
  return told;
}

/** Return the sentence that says how a round ended.
 * @param {RoomState} state @param {TableOver} over */
export function roundEnd(state, { reason, out }) {
  if (out !== null) return isOwn(state, out) ? _("You are the first out!") : _("{name} is the first out!", { name: nameOf(state, out) });
  const ends = {
    out: "",
    blocked: _("Nobody can play any more: the round is over."),
    deserted: _("Only one contestant is left: the round is over."),
    bell: _("Time is up: the round is over."),
  };
  return ends[reason];
}

/** Return the sentence for a claim that came too late: whose hand was first, and the card that lies
 * there now.
 * @param {RoomState} state @param {import("../net/protocol").OvertakenClaim} overtaken */
export function overtakenSentence(state, { seat, top }) {
  const card = cardSign(top);
  return isOwn(state, seat)
    ? _("You were there before: {card} lies there now.", { card })
    : _("{name} was first: {card} lies there now.", { name: nameOf(state, seat), card });
}

/** Return the cards that commands have laid on foundations, in order.
 * @param {readonly TableCommand[]} commands @returns {Claimed[]} */
export function claimsOf(commands) {
  return commands.flatMap(({ events }) => events.flatMap(({ seat, dst, cards: [card] }) => {
    const index = /^foundation\.(\d+)$/.exec(dst ?? "")?.[1];
    return seat === null || card === undefined || index === undefined ? [] : [{ seat, card, foundation: Number(index) }];
  }));
}

/** Return one short line about cards that rivals have laid on foundations: `Ben: five of hearts, six of
 * hearts; Cleo: ace of spades.` Empty without any.
 * @param {RoomState} state @param {readonly Claimed[]} claimed */
export function claimsLine(state, claimed) {
  /** @type {Map<number, string[]>} */
  const bySeat = new Map();
  for (const { seat, card } of claimed) {
    if (!isOwn(state, seat)) bySeat.set(seat, [...(bySeat.get(seat) ?? []), cardWords(card)]);
  }
  const parts = [...bySeat].map(([seat, cards]) => `${nameOf(state, seat)}: ${cards.join(", ")}`);
  return parts.length ? `${parts.join("; ")}.` : "";
}

/** Return one line about the cards that the player's own commands have moved and turned up: `Five of
 * hearts to foundation 2; jack of clubs turned up.` Empty without any.
 * @param {RoomState} state @param {readonly TableCommand[]} commands */
export function ownMovesLine(state, commands) {
  const events = commands.filter((command) => isOwn(state, command.seat)).flatMap((command) => command.events);
  const parts = events.filter((event) => event.cards.length > 0).map(({ event, dst, cards }) => {
    const values = { cards: cards.map(cardWords).join(", "), pile: pileName(dst ?? "") };
    return event === "moved" ? _("{cards} to {pile}", values) : _("{cards} turned up", values);
  });
  return parts.length ? `${capitalise(parts.join("; "))}.` : "";
}

/** Return the name of a pile of a common table in a sentence. @param {string} pile */
function pileName(pile) {
  const [kind = "", number = ""] = pile.split(".");
  const n = Number(number) + 1;
  if (kind === "foundation") return _("foundation {n}", { n });
  if (kind === "tab") return _("work pile {n}", { n });
  return { reserve: _("the demon"), waste: _("the waste"), stock: _("the stock") }[kind] ?? kind;
}

/** Return the sentence that says which cards can be laid on foundations now.
 * @param {View} view @param {readonly TableMove[]} legal */
export function claimableLine(view, legal) {
  const sources = new Set(legal.flatMap((move) => (move.kind === "claim" ? [move.src] : [])));
  const cards = [...sources].flatMap((src) => view.piles[src]?.up.at(-1) ?? []).map(cardWords);
  return cards.length ? _("To the middle: {cards}.", { cards: joinNames(cards) }) : _("Nothing goes to the middle now.");
}

/** @param {RoomState} state @param {number} seat */
function isOwn(state, seat) {
  return seat === state.room.seat;
}
