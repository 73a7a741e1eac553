// Prism as the judge, behind a proxy on loopback that notes what it says of each request.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request as send } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const bin = join(import.meta.dirname, "node_modules/.bin");

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** @param {string} file the document; a big one takes Prism a minute to read */
export async function startJudge(file) {
  const port = await freePort();
  const prism = spawn(
    join(bin, "node"),
    ["--max-old-space-size=6000", join(bin, "prism"), "mock", "-p", String(port), "--multiprocess", "false", file],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let said = "";
  prism.stdout.on("data", (d) => {
    said = `${said}${d}`.slice(-4000);
  });
  prism.stderr.on("data", (d) => {
    said = `${said}${d}`.slice(-4000);
  });
  const ended = once(prism, "exit").then(() => {
    throw new Error(`Prism ended: ${said}`);
  });
  const ready = (async () => {
    for (let i = 0; i < 1800; i++) {
      if (said.includes("Prism is listening")) return;
      await sleep(100);
    }
    throw new Error(`Prism did not start within 180 s: ${said}`);
  })();
  await Promise.race([ready, ended]);
  ended.catch(() => {});

  const verdicts = [];
  const proxy = createServer((req, res) => {
    const chunks = [];
    req.on("data", (c) => chunks.push(c));
    req.on("end", () => {
      const body = Buffer.concat(chunks);
      const up = send(
        {
          host: "127.0.0.1",
          port,
          method: req.method,
          path: req.url,
          headers: { ...req.headers, host: `127.0.0.1:${port}` },
        },
        (answer) => {
          const parts = [];
          answer.on("data", (c) => parts.push(c));
          answer.on("end", () => {
            const violations = violationsOf(answer.headers["sl-violations"]);
            const text = Buffer.concat(parts).toString("utf8");
            const problem = /"type":"(https:\/\/stoplight\.io\/prism\/errors#[A-Z_]+)"/.exec(text)?.[1]?.split("#")[1];
            verdicts.push({
              method: req.method,
              url: req.url,
              headers: req.headers,
              body: body.toString("latin1"),
              status: answer.statusCode,
              violations,
              problem,
              detail: problem ? text.slice(0, 400) : undefined,
            });
            res.writeHead(answer.statusCode, { "content-type": answer.headers["content-type"] ?? "text/plain" });
            res.end(Buffer.concat(parts));
          });
        },
      );
      up.on("error", (cause) => {
        verdicts.push({ method: req.method, url: req.url, broken: cause.code });
        res.destroy();
      });
      up.end(body);
    });
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    baseUrl: `http://127.0.0.1:${proxy.address().port}`,
    /** What was judged since the last call. */
    take: () => verdicts.splice(0),
    stop: async () => {
      proxy.close();
      proxy.closeAllConnections();
      prism.kill("SIGKILL");
    },
  };
}

/** Prism cuts the list when a header could not hold it; what was cut off is one violation more. */
function violationsOf(header = "[]") {
  const text = header.replace(/^Too many violations! /, "");
  try {
    return JSON.parse(text).filter((v) => v.location[0] === "request");
  } catch {
    return [{ location: ["request"], code: "too-many", message: text.slice(0, 300) }];
  }
}
