// The trivial game on boardgame.io: `node boardgame_io_server.js`. It sends the whole state, as
// each player may see it, to every player after each move. Matches are kept in memory.

import { createRequire } from "node:module";
import { announce, cardTaken, shuffledPack } from "./trivial_game.js";

const require = createRequire(import.meta.url); // the package has no entries for `import`
const { Server } = require("boardgame.io/server");
const { ActivePlayers, INVALID_MOVE } = require("boardgame.io/core");

const game = {
  name: "patience",
  setup: ({ ctx }) => ({
    pack: shuffledPack(),
    plies: Array(ctx.numPlayers).fill(0),
    cards: Array(ctx.numPlayers).fill(null),
  }),
  playerView: ({ G, playerID }) => ({ plies: G.plies, card: G.cards[playerID] ?? null }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    move: {
      move: ({ G, playerID }, asked) => {
        const card = cardTaken(G.pack, G.plies[playerID], asked);
        if (card === null) {
          return INVALID_MOVE;
        }
        G.plies[playerID] += 1;
        G.cards[playerID] = card;
      },
      client: false,
      ignoreStaleStateID: true, // several contestants move at the same time
    },
  },
  disableUndo: true, // otherwise every state has a copy of all states before it
};

const running = await Server({ games: [game], origins: [] }).run(0);
announce(running.appServer.address().port);
