// Computes the order in which a player arranges the fan of Kings. The server learns it only when
// the fan is put back. Pure.

/** Return the order after the cards of the fan have changed. Cards that remain keep their order;
 * new cards come last. An order lists indices into the pile, in drawing order from the bottom.
 * @param {number[]} order indices into `before`
 * @param {string[]} before @param {string[]} after @returns {number[]} indices into `after` */
export function updateFanOrder(order, before, after) {
  const left = after.map((card, i) => ({ card, i }));
  const found = [];
  for (const at of order) {
    const k = left.findIndex((one) => one.card === before[at]);
    if (k >= 0) found.push(...left.splice(k, 1));
  }
  return [...found, ...left].map((one) => one.i);
}

/** Return the order after the card `at` was moved to the position of the card `to`.
 * @param {number[]} order @param {number} at @param {number} to indices into the pile */
export function moveInFan(order, at, to) {
  const target = order.indexOf(to);
  const rest = order.filter((i) => i !== at);
  rest.splice(target, 0, at);
  return target < 0 ? order : rest;
}

/** Return the order after the card `at` was moved by one position: 1 is towards the near end, where
 * the top card is drawn, -1 towards the far end.
 * @param {number[]} order @param {number} at @param {number} step */
export function shiftInFan(order, at, step) {
  const other = order[order.indexOf(at) + step];
  return other === undefined ? order : moveInFan(order, at, other);
}
