// One document: its toolkit is generated and each tool called, with a mock server of the document as judge.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acceptedIn } from "./accepted.mjs";
import { makeArguments } from "./arguments.mjs";
import { operationsIn, readDocument } from "./documents.mjs";
import { startJudge } from "./judge.mjs";
import { requestHalf } from "./requests.mjs";
import { hash, pick } from "./sample.mjs";

const dist = join(import.meta.dirname, "../../dist");
const { generateOpenApi, createRegistry } = await import(join(dist, "index.js"));
const { loadToolkits } = await import(join(dist, "cli/loader/toolkit.js"));

export const KINDS = ["minimal", "full"];
/** The one that accepted faults are known for. */
export const DEFAULT_SEED = 1;

/** A value for any scheme, so that no call stops for want of one. */
const credentials = async ({ definition }) =>
  definition.type === "http" && definition.scheme === "basic" ? "user:password" : "token-for-the-judge";

/**
 * @param {{name: string, file: string}} document
 * @param {{seed: number, tools: number}} options `tools`: how many are called; 0 for all
 */
export async function judgeDocument({ name, file }, { seed, tools: wanted }) {
  const folder = await mkdtemp(join(tmpdir(), "toolgen-conformance-"));
  const accepted = acceptedIn(name);
  const outcome = { name, tools: 0, calls: 0, faulty: 0, accepted: 0, faults: [], left: [] };
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  let judge;
  try {
    const document = readDocument(file);
    const half = join(folder, "requests.json");
    await writeFile(half, JSON.stringify(requestHalf(document)));
    judge = await startJudge(half);
    outcome.startSeconds = seconds();
    const { toolkit, missing } = await generate(file, name, folder, operationsIn(document));
    outcome.faults.push(...missing);
    const registry = createRegistry({ credentials, timeoutMs: 60_000, retries: 0, approve: () => true, coerce: false });
    registry.register(toolkit, { baseUrl: judge.baseUrl });
    const all = Object.keys(toolkit.tools);
    const chosen = wanted ? pick(all, wanted, seed) : all;
    const judged = new Set();
    for (const tool of chosen) {
      for (const kind of KINDS) {
        const { faults, sent, left } = await judgeCall(registry, judge, { tool, kind, seed: seed + hash(tool) });
        const open = faults.filter((fault) => !accepted.covers(tool, fault));
        outcome.calls++;
        if (sent) judged.add(`${tool} ${kind}`);
        if (open.length > 0) outcome.faulty++;
        else if (faults.length > 0) outcome.accepted++;
        outcome.faults.push(...open);
        outcome.left.push(...left.map((place) => `${tool}${place}`));
      }
    }
    await registry.close();
    outcome.tools = chosen.length;
    for (const tool of chosen) {
      for (const kind of KINDS.filter((one) => !judged.has(`${tool} ${one}`)))
        outcome.faults.push({ tool, kind, location: "call", code: "not-judged", message: "Prism saw no request" });
    }
    if (chosen.length === all.length && seed === DEFAULT_SEED)
      for (const { tool, location } of accepted.unused())
        outcome.faults.push({
          tool,
          location,
          code: "unused",
          message: "accepted.json has an entry that nothing needs",
        });
    outcome.seconds = seconds();
  } finally {
    judge?.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return outcome;
}

/** The toolkit, and operations of the document that neither became a tool nor were reported. */
async function generate(file, name, folder, written) {
  const lists = { include: [], exclude: [], tags: [], allowOrigins: [], allowRefs: [] };
  const options = { cwd: folder, spec: file, out: name, name: "judged", deprecated: true, validate: false };
  const report = await generateOpenApi({ ...options, ...lists });
  if (!report.ok) throw new Error(`${name}: nothing was generated: ${JSON.stringify(report.diagnostics.slice(0, 3))}`);
  const [{ toolkit }] = await loadToolkits([name], folder);
  const tools = Object.keys(toolkit.tools).length;
  const message = `${written} operations, ${tools} tools, ${report.skipped.length} reported as left out`;
  const missing = written === tools + report.skipped.length ? [] : [{ location: "document", code: "missing", message }];
  return { toolkit, missing };
}

async function judgeCall(registry, judge, { tool, kind, seed }) {
  const { inputSchema, origin } = await registry.describe(tool);
  const { args, left } = makeArguments(inputSchema, kind, seed);
  const result = await registry.call(tool, args);
  const verdicts = judge.take();
  const base = { tool, kind, args };
  const faults = verdicts.flatMap(({ violations, method, url, body }) => [
    ...(method === origin.method ? [] : [{ ...base, location: "request", code: "method", message: method }]),
    ...violations.map((violation) => ({ ...base, ...violation, request: `${method} ${url} ${body.slice(0, 1000)}` })),
  ]);
  if (verdicts.length === 0) {
    const message = result.ok ? "no request was sent" : `${result.error.code}: ${result.content}`;
    faults.push({ ...base, location: "call", code: "not-sent", message });
  }
  return { faults, sent: verdicts.length > 0, left };
}
