// relay.js -- a yardstick: a relay with Node's ws that knows no rules and stores nothing.
const { WebSocketServer } = require(process.argv[2] || 'ws');
const rooms = new Map();
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false, maxPayload: 65536,
  backlog: 4096, handleProtocols: () => 'skerry.1' });
server.on('connection', (socket, request) => {
  const id = request.url.split('room=')[1];
  if (!rooms.has(id)) rooms.set(id, new Set());
  const room = rooms.get(id);
  room.add(socket);
  socket.on('message', (data, binary) => { for (const peer of room) peer.send(data, { binary }); });
  socket.on('close', () => room.delete(socket));
  socket.on('error', () => {});
});
server.on('listening', () => console.log(`Relay on 127.0.0.1:${server.address().port}`));
