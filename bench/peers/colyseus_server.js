// The trivial game on Colyseus: `node colyseus_server.js`. Rooms of the type `each_move` tell the
// other contestants of every move at once; rooms of the type `patches` tell them of changes of the
// state at the default rate of Colyseus, 20 times a second.

import { Room, Server } from "@colyseus/core";
import { schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { announce, cardTaken, shuffledPack } from "./trivial_game.js";

const Progress = schema({ plies: t.map("number") }, "Progress");

class RaceRoom extends Room {
  onCreate() {
    this.pack = shuffledPack();
    this.onMessage("move", (client, asked) => {
      const { ply } = client.userData;
      const card = cardTaken(this.pack, ply, asked);
      if (card === null) {
        client.send("refused", { ply });
        return;
      }
      client.userData.ply = ply + 1;
      client.send("moved", { ply: ply + 1, card });
      this.moved(client);
    });
  }

  onJoin(client, { seat }) {
    client.userData = { seat: String(seat), ply: 0 };
  }
}

class EachMoveRoom extends RaceRoom {
  patchRate = null;

  moved(client) {
    this.broadcast("progress", client.userData, { except: client });
  }
}

class PatchesRoom extends RaceRoom {
  state = new Progress();

  moved(client) {
    this.state.plies.set(client.userData.seat, client.userData.ply);
  }
}

const transport = new WebSocketTransport();
const server = new Server({ transport, greet: false });
server.define("each_move", EachMoveRoom);
server.define("patches", PatchesRoom);
await server.listen(0, "127.0.0.1");
announce(transport.server.address().port);
