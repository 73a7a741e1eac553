// What is generated from. The corpus is a folder of its own (TOOLGEN_CORPUS); GitHub's document comes from npm.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const HERE = import.meta.dirname;
const ROOT = join(HERE, "..");
export const CACHE = join(HERE, ".cache");
const CORPUS = resolve(ROOT, process.env.TOOLGEN_CORPUS ?? "../shared/corpus");

const FILES = {
  museum: join(ROOT, "specs/museum.yaml"),
  adyen: join(CORPUS, "openapi/adyen-management-v3.json"),
  stripe: join(CORPUS, "openapi/stripe.json"),
  github: join(CACHE, "github.json"),
};

/** Those that are there, in the order of their size. */
export function documents(only) {
  const names = only.length ? only : Object.keys(FILES);
  if (names.includes("github")) fetchGithub();
  return names.filter((name) => existsSync(FILES[name] ?? "")).map((name) => ({ name, file: FILES[name] }));
}

function fetchGithub() {
  if (existsSync(FILES.github)) return;
  mkdirSync(CACHE, { recursive: true });
  const packed = execFileSync("npm", ["pack", "@octokit/openapi@23.0.2", "--silent"], { cwd: CACHE, encoding: "utf8" });
  const name = packed.trim();
  execFileSync("tar", ["-xzf", name, "package/generated/api.github.com.json"], { cwd: CACHE });
  renameSync(join(CACHE, "package/generated/api.github.com.json"), FILES.github);
  rmSync(join(CACHE, name), { force: true });
  rmSync(join(CACHE, "package"), { recursive: true, force: true });
}

/** A document of that many operations, each with parameters, a body, an answer, and four to a schema. */
export function synthetic(operations) {
  const file = join(CACHE, `synthetic-${operations}.json`);
  if (existsSync(file)) return file;
  const schemas = {};
  const paths = {};
  const count = Math.ceil(operations / 4);
  for (let i = 0; i < count; i++) {
    const ref = (n) => ({ $ref: `#/components/schemas/Thing${n % count}` });
    schemas[`Thing${i}`] = thing(i, ref);
    const id = { name: "thing_id", in: "path", required: true, schema: { type: "string" } };
    const one = { 200: { description: "It", content: { "application/json": { schema: ref(i) } } } };
    const body = { required: true, content: { "application/json": { schema: ref(i) } } };
    const many = { type: "array", items: ref(i) };
    const query = [
      { name: "limit", in: "query", description: "Most to give back.", schema: { type: "integer", maximum: 100 } },
      { name: "sort", in: "query", schema: { type: "string", enum: ["name", "created", "updated"] } },
    ];
    const answers = { 200: { description: "All", content: { "application/json": { schema: many } } } };
    paths[`/things${i}`] = {
      get: { operationId: `listThings${i}`, summary: `List things ${i}`, parameters: query, responses: answers },
      post: { operationId: `createThing${i}`, summary: `Create a thing ${i}`, requestBody: body, responses: one },
    };
    paths[`/things${i}/{thing_id}`] = {
      get: { operationId: `getThing${i}`, summary: `Get thing ${i}`, parameters: [id], responses: one },
      delete: {
        operationId: `deleteThing${i}`,
        summary: `Delete thing ${i}`,
        parameters: [id],
        responses: { 204: { description: "Gone" } },
      },
    };
  }
  const info = { title: `Synthetic ${operations}`, version: "1.0.0" };
  const servers = [{ url: "https://api.example.com" }];
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(file, JSON.stringify({ openapi: "3.0.3", info, servers, paths, components: { schemas } }));
  return file;
}

function thing(i, ref) {
  return {
    type: "object",
    required: ["id", "name"],
    properties: {
      id: { type: "string", readOnly: true },
      name: { type: "string", maxLength: 80, description: `Name of the thing ${i}, as people see it.` },
      created: { type: "string", format: "date-time", readOnly: true },
      size: { type: "number", minimum: 0 },
      tags: { type: "array", items: { type: "string" } },
      parent: ref(i + 1),
      kind: { type: "string", enum: ["small", "medium", "large"] },
      labels: { type: "object", additionalProperties: { type: "string" } },
    },
  };
}
