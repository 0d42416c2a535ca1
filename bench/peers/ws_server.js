// The trivial game on the library ws alone: `node ws_server.js`. A contestant connects to
// `/?room=NAME&seat=NUMBER`. Four times a second, as our server does, it sends the progress of a
// room in which moves were made to all its contestants.

import { WebSocketServer } from "ws";
import { announce, cardTaken, shuffledPack } from "./trivial_game.js";

const PROGRESS_MS = 250;

/** @type {Map<string, { pack: number[], plies: number[], members: Set<WebSocket>, changed: boolean }>} */
const rooms = new Map();

function roomOf(name) {
  if (!rooms.has(name)) {
    rooms.set(name, { pack: shuffledPack(), plies: [], members: new Set(), changed: false });
  }
  return rooms.get(name);
}

const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });

server.on("connection", (socket, request) => {
  const query = new URL(request.url, "ws://localhost").searchParams;
  const [name, seat] = [query.get("room"), Number(query.get("seat"))];
  const room = roomOf(name);
  room.members.add(socket);
  room.plies[seat] = 0;
  socket.on("message", (data) => {
    const { ply: asked } = JSON.parse(data);
    const ply = room.plies[seat];
    const card = cardTaken(room.pack, ply, asked);
    if (card === null) {
      socket.send(JSON.stringify({ type: "refused", ply }));
      return;
    }
    room.plies[seat] = ply + 1;
    room.changed = true;
    socket.send(JSON.stringify({ type: "moved", ply: ply + 1, card }));
  });
  socket.on("close", () => {
    room.members.delete(socket);
    if (!room.members.size) {
      rooms.delete(name);
    }
  });
});

setInterval(() => {
  for (const room of rooms.values()) {
    if (room.changed) {
      room.changed = false;
      const progress = JSON.stringify({ type: "progress", plies: room.plies });
      for (const member of room.members) {
        member.send(progress);
      }
    }
  }
}, PROGRESS_MS);

server.on("listening", () => announce(server.address().port));
