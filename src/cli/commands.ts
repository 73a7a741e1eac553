/** The commands as data. Light: help, version and completion are answered from here, without loading anything else. */
import type { Command, Positional } from "./command.js";
import * as o from "./options.js";

const toolkits: Positional = { name: "dir", summary: "Folder of a toolkit", many: true, completes: "dir" };
const toolkit: Positional = { name: "dir", summary: "Folder of a toolkit", completes: "dir" };
const CREDENTIALS =
  "Credentials come from the environment: <TOOLKIT>_<SCHEME> in upper case, other characters _ (PETSTORE_API_KEY). " +
  "basic is user:password; oauth2 takes a ready access token there, or …_CLIENT_ID and …_CLIENT_SECRET, or what " +
  "toolgen login has kept; mutual TLS takes files, …_CERT and …_KEY.";

export const commands: readonly Command[] = [
  {
    name: "openapi",
    summary: "Write a toolkit from an OpenAPI document",
    details: "Swagger 2.0, OpenAPI 3.0, 3.1 and 3.2; JSON or YAML; one file or many.",
    positionals: [{ name: "spec", summary: "File, URL, or - for standard input", completes: "file" }],
    options: {
      Toolkit: o.generationOptions,
      Writing: [...o.writingOptions, o.dumpIr, o.configEntry],
      Output: [o.json, o.verbose],
    },
    examples: [
      { line: "toolgen openapi specs/museum.yaml", says: "writes generated/<name>" },
      { line: "toolgen openapi api.json --out tools/api --include 'GET *'", says: "only what reads" },
      {
        line: "toolgen openapi api.json --exclude 'admin_*' --quota 5000/1h",
        says: "leaves out tools, keeps to a quota",
      },
      { line: "toolgen openapi api.json --check", says: "exit 1 when the folder is stale, for CI" },
    ],
    load: async () => (await import("./openapi.js")).run,
  },
  {
    name: "graphql",
    summary: "Write a toolkit from a GraphQL schema or endpoint",
    details:
      "One source is an SDL file, a glob, introspection JSON, or an endpoint, which is asked for its schema with the " +
      "credential of --auth. Each root field becomes a tool, or each operation of --operations. " +
      "The credential comes from the environment: <TOOLKIT>_TOKEN in upper case (GITHUB_TOKEN).",
    positionals: [
      { name: "source", summary: "Files, globs, - for standard input, or one URL", many: true, completes: "file" },
    ],
    options: {
      Toolkit: o.graphqlOptions,
      Writing: [...o.writingOptions, o.dumpIr, o.configEntry],
      Output: [o.json, o.verbose],
    },
    examples: [
      {
        line: "toolgen graphql schema.graphql --endpoint https://api.example.com/graphql",
        says: "a tool for each root field",
      },
      {
        line: "toolgen graphql https://api.github.com/graphql --auth bearer",
        says: "asks the service, with GITHUB_TOKEN",
      },
      {
        line: "toolgen graphql schema.graphql --operations 'ops/**/*.graphql'",
        says: "the operations that you wrote, checked against the schema",
      },
      {
        line: "toolgen graphql schema.graphql --include 'Query.*' --omit User.email",
        says: "only what reads, without a field",
      },
    ],
    load: async () => (await import("./graphql.js")).run,
  },
  {
    name: "generate",
    summary: "Write every toolkit that the config file lists",
    details:
      "The config file is toolgen.config.ts, .js, .mjs, .json or .yaml: { toolkits: [{ spec, out, … }] }, " +
      "with schema in place of spec for GraphQL. The other keys are the flags in camel case.",
    positionals: [],
    options: { Writing: [...o.writingOptions, o.config], Output: [o.json, o.verbose] },
    examples: [
      { line: "toolgen generate", says: "" },
      { line: "toolgen generate --check", says: "exit 1 when any folder is stale, for CI" },
    ],
    load: async () => (await import("./generate.js")).run,
  },
  {
    name: "list",
    summary: "Show the tools of toolkits",
    positionals: [toolkits],
    options: { Output: [o.format, o.search, o.json] },
    examples: [
      { line: "toolgen list generated/museum", says: "" },
      { line: "toolgen list generated/* --search 'create issue'", says: "tools that have both words" },
      { line: "toolgen list generated/museum --format json", says: "with schemas, bindings and credentials" },
      { line: "toolgen list generated/museum --format anthropic", says: "as the tools of a request" },
    ],
    load: async () => (await import("./list.js")).run,
  },
  {
    name: "call",
    summary: "Call one tool",
    details: CREDENTIALS,
    positionals: [toolkit, { name: "tool", summary: "Name of the tool" }],
    options: { Call: [o.args, o.dryCall, o.idempotencyKey, o.approved, ...o.callOptions], Output: [o.save, o.json] },
    examples: [
      { line: `toolgen call generated/museum get_museum_hours --args '{"limit": 3}'`, says: "" },
      {
        line: "toolgen call generated/museum buy_museum_tickets --args @ticket.json --dry-run",
        says: "shows the request only",
      },
      {
        line: "toolgen call generated/museum delete_special_event --args - --yes",
        says: "arguments from standard input",
      },
    ],
    load: async () => (await import("./call.js")).run,
  },
  {
    name: "run",
    summary: "Serve an agent: JSON lines in, JSON lines out",
    details:
      'In: {"id":"1","name":"list_pets","arguments":{…}}; {"id":"1","cancel":true}; an array of calls is a batch. ' +
      'A call may have "idempotencyKey", and "approved", the hash that an approval_required answer gave. ' +
      'Out: one line a call, in the order in which they end; with "progress":true lines {"id","progress":{…}} before it. ' +
      "With several folders a tool is called <toolkit>__<tool>. " +
      CREDENTIALS,
    positionals: [toolkits],
    options: { Calls: o.callOptions },
    examples: [
      { line: `echo '{"id":"1","name":"get_museum_hours"}' | toolgen run generated/museum`, says: "" },
      {
        line: "toolgen run generated/github generated/museum --read-only --timeout 10s",
        says: "two toolkits, reads only",
      },
      {
        line: "toolgen run generated/github --deny 'delete_*' --redis redis://127.0.0.1:6379",
        says: "some tools left out, one quota for several processes",
      },
    ],
    load: async () => (await import("./run.js")).run,
  },
  {
    name: "serve",
    summary: "Serve the tools over MCP",
    details:
      "Standard input and output, or streamable HTTP at /mcp, on 127.0.0.1 unless told otherwise, for clients that send " +
      "the bearer token that is printed at the start. Irreversible calls are approved through the client, where it can " +
      `ask, or by --yes. ${CREDENTIALS}`,
    positionals: [toolkits],
    options: { Server: [o.http, o.token, o.open, o.allowHost], Calls: o.callOptions },
    examples: [
      { line: "toolgen serve generated/museum", says: "for a client that starts it" },
      {
        line: "toolgen serve generated/github generated/museum --http 8080 --read-only",
        says: "over HTTP, reads only",
      },
    ],
    load: async () => (await import("./serve.js")).run,
  },
  {
    name: "login",
    summary: "Sign in to a toolkit's service with OAuth 2",
    details:
      "Authorization code with PKCE through a browser, or the device flow. The client's id comes from " +
      "<TOOLKIT>_<SCHEME>_CLIENT_ID, its secret, if it has one, from …_CLIENT_SECRET. The tokens are kept in the keychain, or " +
      "in a file that only you can read; call, run and serve use them and renew them. Register http://127.0.0.1/callback with the service " +
      "as redirect address.",
    positionals: [toolkit, { name: "scheme", summary: "Security scheme; default: the only one", optional: true }],
    options: {
      Login: [o.device, o.scope, o.browser, o.port, o.patience, o.envFile],
      Logout: [o.revoke],
      Output: [o.json],
    },
    examples: [
      { line: "toolgen login generated/github", says: "" },
      { line: "toolgen login generated/github oauth --device", says: "the browser may be on another machine" },
      {
        line: "toolgen login generated/github --scope repo --scope read:org",
        says: "asks for these, and what was asked before",
      },
      { line: "toolgen login generated/github --revoke", says: "gives the tokens back" },
    ],
    load: async () => (await import("./login.js")).run,
  },
  {
    name: "check",
    summary: "Tell whether toolkits are up to date",
    details: "Exit 1 and the changes when a document, an option or the generator has moved on.",
    positionals: [toolkits],
    options: { Output: [o.json, o.verbose] },
    examples: [
      { line: "toolgen check generated/museum", says: "" },
      { line: "toolgen check generated/* --json", says: "the changes as data" },
    ],
    load: async () => (await import("./check.js")).run,
  },
  {
    name: "demo",
    summary: "A tour without network: generate, call, fail well",
    positionals: [],
    options: { Tour: [o.keep] },
    examples: [{ line: "toolgen demo --keep", says: "leaves the folder to look at" }],
    load: async () => (await import("./demo/tour.js")).run,
  },
  {
    name: "completion",
    summary: "Print a completion script",
    positionals: [{ name: "shell", summary: "bash, zsh or fish; default: from $SHELL", optional: true }],
    options: {},
    examples: [
      { line: "toolgen completion bash >> ~/.bashrc", says: "" },
      { line: "toolgen completion zsh > ~/.zfunc/_toolgen", says: "" },
      { line: "toolgen completion fish > ~/.config/fish/completions/toolgen.fish", says: "" },
    ],
    load: async () => {
      const { complete } = await import("./completion.js");
      return (invocation) => complete(invocation, commands);
    },
  },
];

export function findCommand(name: string): Command | undefined {
  return commands.find((c) => c.name === name);
}
