// An upstream on loopback, in a process of its own; prints its port.
import { createServer } from "node:http";

const BODY = JSON.stringify({
  id: 42,
  name: "Rex",
  tags: ["dog", "old"],
  owner: { id: 7, login: "kim" },
  weight: 31.5,
});
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(BODY) }).end(BODY);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
process.on("disconnect", () => process.exit());
