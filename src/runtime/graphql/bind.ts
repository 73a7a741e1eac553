/** Arguments → a GraphQL over HTTP request. What a model says goes into variables alone: the document is constant. */
import { stringifyJson } from "../../json/stringify.js";
import type { JsonSchemaObject } from "../../tool/json-schema.js";
import type { GraphqlPlan, GraphqlToolDefinition } from "../../tool/types.js";
import type { Arguments } from "../call/call.js";
import { ToolError } from "../call/errors.js";
import { keyHeaderOf } from "../call/repeatable.js";
import type { FileStore } from "../http/files.js";
import type { WireRequest } from "../http/request/bind.js";
import type { EncodedBody } from "../http/request/multipart.js";
import { destinationOf } from "../http/request/url.js";
import { toWire } from "../http/request/wire.js";
import type { Registration } from "../registry/registration.js";
import { isRecord, setOwn } from "../schema.js";
import { takeFiles, uploadBody } from "./upload.js";
import { planned } from "./variables.js";

/** GraphQL over HTTP, section "Media Types": the type whose status codes can be trusted, and what older servers speak. */
const ACCEPT = "application/graphql-response+json, application/json;q=0.9";

/** What servers take as a sign that no page of a browser sent a form to them: Apollo and Yoga, Hot Chocolate. */
const PREFLIGHT: Readonly<Record<string, string>> = { "apollo-require-preflight": "true", "graphql-preflight": "1" };

export function bindOperation(
  registration: Registration,
  tool: GraphqlToolDefinition,
  args: Arguments,
  files: FileStore,
  idempotencyKey: () => string,
): WireRequest {
  const { origin, target } = destinationOf(registration, tool.graphql);
  const body = bodyOf(tool, args, files);
  const keyHeader = keyHeaderOf(tool, registration);
  return {
    method: "POST",
    base: origin,
    origin,
    path: target,
    query: [],
    headers: {
      accept: ACCEPT,
      "user-agent": "toolgen",
      "content-type": body.contentType,
      ...(body.contentType.startsWith("multipart/") ? PREFLIGHT : {}),
      ...(keyHeader !== undefined && { [keyHeader.toLowerCase()]: idempotencyKey() }),
    },
    cookies: [],
    body: body.bytes,
  };
}

function bodyOf(tool: GraphqlToolDefinition, args: Arguments, files: FileStore): EncodedBody {
  const { operation, document: query, operationName, uploads = [] } = tool.graphql;
  if (operation !== "query" && operation !== "mutation") {
    throw new ToolError("unsupported", `${tool.name} is a ${operation}, whose answers do not end.`, {
      hint: "Use a tool that reads once.",
    });
  }
  const { variables, uploaded } = takeFiles(variablesOf(tool, args), uploads);
  const argOf = (name: string): string => planned(tool.graphql).find((one) => one.name === name)?.arg ?? name;
  const request = { query, variables, operationName };
  return uploaded.length > 0
    ? uploadBody(request, uploaded, files, argOf)
    : { contentType: "application/json", bytes: stringifyJson(request) };
}

/** Only what was given, so that defaults act; an explicit null is null (GraphQL, section 6.4.1). */
export function variablesOf({ graphql, input }: GraphqlToolDefinition, args: Arguments): Record<string, unknown> {
  const root: JsonSchemaObject = isRecord(input) ? input : {};
  const variables: Record<string, unknown> = {};
  for (const { arg, name } of planned(graphql)) {
    const value = Object.hasOwn(args, arg) ? args[arg] : undefined;
    if (value === undefined) continue;
    setOwn(variables, name, graphql.renamed ? toWire(value, root.properties?.[arg], root) : value);
  }
  return withPage(variables, graphql.page);
}

function withPage(variables: Record<string, unknown>, page: GraphqlPlan["page"]): Record<string, unknown> {
  // Null means "as many as you like", which is what services with such connections refuse.
  const given = (name: string): boolean => Object.hasOwn(variables, name) && variables[name] !== null;
  if (page && !given(page.variable) && !page.unless?.some(given)) setOwn(variables, page.variable, page.size);
  return variables;
}
