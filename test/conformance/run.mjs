// Every tool is called with arguments made from its own input schema; an independent mock server of the same document
// judges the requests. Usage: run.mjs [--only NAME…] [--all] [--sample CALLS] [--seed N] [--jobs N] [--verbose]
import { DEFAULT_SEED, judgeDocument, KINDS } from "./calls.mjs";
import { documents, operationsIn, readDocument } from "./documents.mjs";
import { share } from "./sample.mjs";

function parse(argv) {
  const options = { sample: 0, only: [], all: false, seed: DEFAULT_SEED, jobs: 2, verbose: false };
  for (let i = 0; i < argv.length; i++) {
    const flag = argv[i];
    if (flag === "--sample" || flag === "--seed" || flag === "--jobs") options[flag.slice(2)] = Number(argv[++i]);
    else if (flag === "--all" || flag === "--verbose") options[flag.slice(2)] = true;
    else if (flag === "--only") while (argv[i + 1] && !argv[i + 1].startsWith("--")) options.only.push(argv[++i]);
    else throw new Error(`unknown argument ${flag}`);
  }
  for (const name of ["sample", "seed", "jobs"])
    if (!Number.isSafeInteger(options[name]) || options[name] < 0) throw new Error(`--${name} takes a whole number`);
  return options;
}

function print({ name, tools, calls, faulty, accepted, faults, left, startSeconds, seconds }, verbose) {
  console.log(
    `${name}: ${tools} tools, ${calls} calls, ${faulty} with a fault, ${accepted} with accepted ones only` +
      ` (${seconds} s, ${startSeconds} s of them until Prism was ready)`,
  );
  let shown;
  for (const { tool, kind, location, code, message, args, request } of faults.slice(0, verbose ? Infinity : 15)) {
    console.log(`  ${tool ?? name}${kind ? ` (${kind})` : ""}: ${location} ${code}: ${message}`);
    if (verbose && args !== shown) console.log(`    ${JSON.stringify(args)}\n    ${request ?? "nothing was sent"}`);
    shown = args;
  }
  if (!verbose && faults.length > 15) console.log(`  and ${faults.length - 15} more; --verbose shows all`);
  if (verbose && left.length > 0) console.log(`  could not be made and was left out: ${left.join(", ")}`);
}

const options = parse(process.argv.slice(2));
const { found, missing } = documents(options.only, options.all);
for (const name of missing) console.log(`skipped ${name}: the document is not on this machine (TOOLGEN_CORPUS)`);
// Sizes differ: what a small document cannot give, the others do.
const sizes = found.map(({ file }) => operationsIn(readDocument(file)));
const shares = options.sample ? share(sizes, Math.ceil(options.sample / KINDS.length)) : sizes.map(() => 0);
console.log(`seed ${options.seed}${options.sample ? `, a sample of ${options.sample} calls` : ""}`);

const outcomes = [];
const queue = found.map((document, i) => ({ document, tools: shares[i] }));
await Promise.all(
  Array.from({ length: options.jobs }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const outcome = await judgeDocument(next.document, { seed: options.seed, tools: next.tools });
      print(outcome, options.verbose);
      outcomes.push(outcome);
    }
  }),
);
const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
const failed = outcomes.some(({ faults }) => faults.length > 0) || missing.some((name) => options.only.includes(name));
console.log(
  `${sum("calls")} calls to ${sum("tools")} tools: ${sum("faulty")} with a fault, ${sum("accepted")} accepted`,
);
if (failed) console.log(`not passed: ${outcomes.reduce((total, { faults }) => total + faults.length, 0)} faults above`);
process.exitCode = failed || sum("calls") === 0 ? 1 : 0;
