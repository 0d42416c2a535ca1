// The rule that all peers play: the next move of a board takes the next card of a shuffled pack.
// After the last card the pack begins again, so that no race ends. A rule so simple costs the
// servers next to nothing.

/** Return the numbers 0 to 51 in random order. */
export function shuffledPack() {
  const pack = Array.from({ length: 52 }, (_, card) => card);
  for (let i = pack.length - 1; i > 0; i -= 1) {
    const j = Math.floor(Math.random() * (i + 1));
    [pack[i], pack[j]] = [pack[j], pack[i]];
  }
  return pack;
}

/**
 * Return the card that move number `asked` takes, or null if the move is illegal: only number
 * `ply`, the number of moves made before, is legal.
 *
 * @param {number[]} pack
 * @param {number} ply
 * @param {unknown} asked
 */
export function cardTaken(pack, ply, asked) {
  return asked === ply ? pack[ply % pack.length] : null;
}

/**
 * Tell the benchmark at which port the server listens.
 *
 * @param {number} port
 */
export function announce(port) {
  process.stdout.write(`listening on ws://127.0.0.1:${port}/\n`);
}
