// Prism as the judge, behind a proxy on loopback that notes what it says of each request.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, createServer, request as send } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const bin = join(import.meta.dirname, "node_modules/.bin");
/** Prism takes a minute and more for a document of megabytes where others use the machine too. */
const START_MS = 600_000;

/** @param {string} file the document */
export async function startJudge(file) {
  const port = await freePort();
  const prism = await startPrism(file, port);
  const verdicts = [];
  const agent = new Agent({ keepAlive: true });
  const proxy = createServer(async (req, res) => {
    const body = await bytesOf(req);
    const headers = { ...req.headers, host: `127.0.0.1:${port}` };
    const up = send({ host: "127.0.0.1", port, method: req.method, path: req.url, headers, agent });
    const request = { method: req.method, url: req.url, body: body.toString("latin1") };
    up.on("response", async (answer) => {
      const bytes = await bytesOf(answer);
      verdicts.push({ ...request, ...judgement(answer.headers["sl-violations"], bytes.toString("utf8")) });
      res.writeHead(answer.statusCode, { "content-type": answer.headers["content-type"] ?? "text/plain" });
      res.end(bytes);
    });
    up.on("error", (cause) => {
      verdicts.push({ ...request, violations: [{ location: "request", code: "no-verdict", message: cause.message }] });
      res.destroy();
    });
    up.end(body);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    baseUrl: `http://127.0.0.1:${proxy.address().port}`,
    /** What was judged since the last call. */
    take: () => verdicts.splice(0),
    stop: () => {
      proxy.close();
      proxy.closeAllConnections();
      agent.destroy();
      prism.kill("SIGKILL");
    },
  };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

async function startPrism(file, port) {
  const options = ["mock", "--port", String(port), "--multiprocess", "false", "--verboseLevel", "silent"];
  const prism = spawn(join(bin, "node"), ["--max-old-space-size=6000", join(bin, "prism"), ...options, file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  prism.stderr.on("data", (data) => {
    said = `${said}${data}`.slice(-4000);
  });
  const began = Date.now();
  while (!(await listens(port))) {
    if (prism.exitCode !== null) throw new Error(`Prism ended: ${said}`);
    if (Date.now() - began > START_MS) {
      prism.kill("SIGKILL");
      throw new Error(`Prism did not start within ${START_MS / 1000} s: ${said}`);
    }
    await sleep(100);
  }
  return prism;
}

async function listens(port) {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function bytesOf(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Prism rejects with a problem document; of a request that it lets pass it tells in a header. */
function judgement(header, body) {
  const problem = /^\{"type":"https:\/\/stoplight\.io\/prism\/errors#([A-Z_]+)"/.exec(body)?.[1];
  if (!problem) return { violations: violationsIn(header) };
  const { validation = [], detail } = JSON.parse(body);
  const told = validation.map((one) => ({ ...one, location: ["request", ...(one.location ?? [])] }));
  const violations = told.filter(isRequestError).map(violation);
  return { violations: violations.length > 0 ? violations : [{ location: "request", code: problem, message: detail }] };
}

function violationsIn(header = "[]") {
  // A list that is too long for a header is cut off.
  if (!header.startsWith("[")) return [{ location: "request", code: "too-many", message: header.slice(0, 300) }];
  return JSON.parse(header).filter(isRequestError).map(violation);
}

/** The rest are warnings of what is deprecated, and what Prism itself answers. */
const isRequestError = ({ location, severity }) => location[0] === "request" && severity === "Error";

const violation = ({ location, code, message }) => ({
  location: location.join("."),
  code: String(code ?? ""),
  message: String(message),
});
