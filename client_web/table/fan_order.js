// The order a player has given the fan (Kings). The server does not know it until the fan is put
// back. Pure.

/** The order of the fan after its cards have changed. Remaining cards keep their order.
 * @param {number[]} order indices into `before`, bottom first
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

/** The order after the card `at` is moved to the position of the card `to`.
 * @param {number[]} order @param {number} at @param {number} to indices into the pile */
export function moveInFan(order, at, to) {
  const target = order.indexOf(to);
  const rest = order.filter((i) => i !== at);
  rest.splice(target, 0, at);
  return target < 0 ? order : rest;
}

/** The order after the card `at` is moved by one: 1 is towards the near end, where the last card is
 * drawn.
 * @param {number[]} order @param {number} at @param {number} step */
export function shiftInFan(order, at, step) {
  const other = order[order.indexOf(at) + step];
  return other === undefined ? order : moveInFan(order, at, other);
}
