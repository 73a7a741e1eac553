/** What may be done to us, each case named by the titles of the tests that stand against it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const TESTS = join(import.meta.dirname, "..");

/** S: from document to code. R: building requests. A: credentials. D: limits. M: the MCP server. The numbers have gaps. */
const CASES: Readonly<Record<string, string>> = {
  "S-01": "ends of comments in texts",
  "S-02": "template marks, quotes, line separators, lone surrogates in data",
  "S-04": "names that are missing, reserved, or the same but for their case",
  "S-05": "patterns of String.replace in texts",
  "S-07": "output that depends on time, place, order or environment",
  "S-08": "paths and links that lead out of the output folder",
  "S-09": "files in the output folder that toolgen did not write",
  "S-10": "references out of the document's folder, or to the network",
  "S-11": "allowed hosts that lead elsewhere: redirects, names of loopback, ports",
  "S-12": "schemas that fan out, run deep, or loop",
  "S-13": "YAML: alias bombs, depth, merge keys, tags, doubtful scalars",
  "S-14": "documents, texts and numbers of operations out of all proportion",
  "S-15": "schemas that take each other's names",
  "S-16": "emitted modules that hold more than imports, types and data",
  "S-17": "package.json and README made from hostile texts",
  "R-01": "wrong arguments that reach the network, or cost a credential",
  "R-03": "header values with line breaks or foreign characters",
  "R-04": "header parameters that change how a message travels",
  "R-06": "cookie values that hold further cookies",
  "R-07": "prototypes in arguments",
  "R-08": "delimiters inside values of lists",
  "R-09": "names, file names and boundaries of multipart bodies",
  "R-10": "integers beyond 2^53",
  "R-11": "bodies of another media type than declared",
  "R-12": "arguments that are called like a destination",
  "R-13": "one name in several places, bodies where none belong",
  "A-01": "credentials in anything that is shown",
  "A-03": "credentials sent to another origin",
  "A-05": "credentials over plain http",
  "A-08": "redirects that downgrade, change the method, or never end",
  "A-10": "keys in URLs that errors repeat",
  "A-11": "credentials with characters that no header holds",
  "A-12": "many calls that renew one token",
  "A-13": "tokens shared by whoever should not share them",
  "A-14": "authorization codes: state, issuer, verifier, replays",
  "A-15": "token files: modes, torn writes",
  "A-16": "client certificates shown to another origin",
  "A-17": "requirements: none, optional, all of, any of, unknown",
  "A-18": "an upstream that refuses every token",
  "A-19": "credential providers that throw or hang",
  "D-01": "arguments out of all proportion",
  "D-03": "deep data for schemas that refer to themselves",
  "D-04": "results that flood a model's context",
  "D-06": "upstreams that stall, callers that leave",
  "D-07": "more calls than an upstream takes",
  "D-08": "answers that are not what they say",
  "D-09": "faults at every step",
  "D-10": "toolkits of ten thousand tools",
  "M-01": "requests of pages in a browser: hosts and origins",
  "M-02": "inbound credentials that travel on",
  "M-04": "sessions that see each other",
  "M-05": "other text than messages on stdout",
  "M-06": "tools whose texts change after they were trusted",
  "M-07": "names that clients refuse",
  "M-08": "clients that cancel or leave",
  "M-09": "requests out of all proportion",
  "M-10": "hints that lie",
  "M-11": "instructions and control characters in results",
  "M-12": "session ids that are guessed or stolen",
};

const ID = /\b[SRADM]-\d{2}\b/g;
const files = readdirSync(TESTS, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".test.ts"));
const named = new Set(
  files
    .filter((file) => join(TESTS, file) !== import.meta.filename)
    .flatMap((file) => readFileSync(join(TESTS, file), "utf8").match(ID) ?? []),
);

it("every case has a test that names it", () => {
  expect(Object.keys(CASES).filter((id) => !named.has(id))).toEqual([]);
});

it("no test names a case that is none", () => {
  expect([...named].filter((id) => !Object.hasOwn(CASES, id))).toEqual([]);
});
