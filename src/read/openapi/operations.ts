/** The operations of a document, as cheaply as they can be listed: nothing of their parameters or schemas is read. */
import type { Diagnostics } from "../../diagnostics.js";
import type { JsonObject, JsonValue, Location, Node, OpenApiDocument } from "./document.js";
import { chain, follow } from "./follow.js";
import { below, isObject, mapBelow, objectNode, own } from "./schema/node.js";
import { ownList, ownText } from "./value.js";

export interface Candidate {
  /** As sent. */
  readonly method: string;
  /** As the document writes it. */
  readonly path: string;
  readonly operationId: string | null;
  /** As the document writes them. */
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** `x-toolgen-<key>`, unchecked. */
  readonly extensions: Readonly<Record<string, JsonValue>>;
  /** Methods of the same path. */
  readonly methods: ReadonlySet<string>;
  /** The document has the same path with only parameters after it. */
  readonly items: boolean;
  /** Where it is named: `/paths/~1pets/get`. */
  readonly at: Location;
  readonly node: Node<JsonObject>;
  /** The path item, nearest first where it is given by `$ref`. */
  readonly item: readonly Node<JsonObject>[];
}

/** OpenAPI 3.2 Path Item Object; `query` is read in older documents too. */
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"] as const;
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const PREFIX = "x-toolgen-";

export function listOperations(document: OpenApiDocument, diagnostics: Diagnostics): readonly Candidate[] {
  const paths = mapBelow(document.root, "paths").filter(([path]) => !path.startsWith("x-"));
  const collections = collectionPaths(paths.map(([path]) => path));
  const candidates: Candidate[] = [];
  let callbacks = 0;
  for (const [path, node] of paths) {
    const skip = (message: string, at: Location): void =>
      diagnostics.report("OPERATION_SKIPPED", { message, at: document.place(at) });
    const item = chain(document, node);
    if (item.length === 0) {
      skip(`${path} is no path item`, node.at);
      continue;
    }
    const last = item.at(-1);
    if (last && own(last.value, "$ref") !== undefined) {
      skip(`the path item of ${path} refers to nothing that can be read`, last.at);
      if (item.length === 1 && Object.keys(last.value).length === 1) continue;
    }
    const entries = operationEntries(item, skip, path);
    const methods = new Set(entries.map(({ method }) => method));
    const fault = entries.length > 0 ? pathFault(path) : undefined;
    for (const { method, node: given } of entries) {
      const operation = fault === undefined ? follow(document, given) : undefined;
      if (!operation) {
        skip(`${method} ${path}: ${fault ?? "the operation is no object, or its $ref leads nowhere"}`, given.at);
        continue;
      }
      const callbackMap = own(operation.value, "callbacks");
      if (isObject(callbackMap)) callbacks += Object.keys(callbackMap).length;
      candidates.push(candidate(method, path, operation, given.at, item, methods, collections.has(trimmed(path))));
    }
  }
  reportDuplicates(candidates, document, diagnostics);
  reportWebhooks(document, callbacks, diagnostics);
  return candidates;
}

interface Entry {
  readonly method: string;
  readonly node: Node;
}

function operationEntries(
  item: readonly Node<JsonObject>[],
  skip: (message: string, at: Location) => void,
  path: string,
): readonly Entry[] {
  const entries = new Map<string, Node>();
  for (const node of item) {
    for (const key of METHODS) {
      const value = own(node.value, key);
      if (value !== undefined && value !== null && !entries.has(key.toUpperCase())) {
        entries.set(key.toUpperCase(), below(node, key, value));
      }
    }
    for (const [method, given] of mapBelow(node, "additionalOperations")) {
      if (!TOKEN.test(method) || /^(?:connect|track)$/i.test(method)) {
        skip(`${method} ${path}: this is no method that can be sent`, given.at);
      } else if (METHODS.some((key) => key.toUpperCase() === method)) {
        skip(`${method} ${path}: additionalOperations is only for methods without a field of their own`, given.at);
      } else if (!entries.has(method)) {
        entries.set(method, given);
      }
    }
  }
  return [...entries].map(([method, node]) => ({ method, node }));
}

function candidate(
  method: string,
  path: string,
  node: Node<JsonObject>,
  at: Location,
  item: readonly Node<JsonObject>[],
  methods: ReadonlySet<string>,
  items: boolean,
): Candidate {
  const { value } = node;
  const id = own(value, "operationId");
  // A summary or description of the path item is "intended to apply to all operations in this path".
  const text = (key: string): string | undefined =>
    ownText(value, key) ?? item.map((one) => ownText(one.value, key)).find((found) => found !== undefined);
  const summary = text("summary");
  const description = text("description");
  const extensions: Record<string, JsonValue> = Object.create(null);
  for (const [key, setting] of Object.entries(value)) {
    if (key.startsWith(PREFIX)) extensions[key.slice(PREFIX.length)] = setting;
  }
  return {
    method,
    path,
    operationId: typeof id === "string" && id !== "" ? id : typeof id === "number" ? String(id) : null,
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    tags: ownList(value, "tags").filter((tag) => typeof tag === "string"),
    deprecated: own(value, "deprecated") === true,
    extensions,
    methods,
    items,
    at,
    node,
    item,
  };
}

/** Why a path cannot be called, whatever its operations say. */
function pathFault(path: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(path)) return "the path holds a control character";
  const rest = path.replace(/\{[^{}]+\}/g, "");
  return /[{}]/.test(rest) ? "the braces of the path do not match" : undefined;
}

function trimmed(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

/** Paths that others continue by nothing but parameters. */
function collectionPaths(paths: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of paths) {
    let rest = trimmed(path);
    for (let end = rest.lastIndexOf("/"); end !== -1; end = rest.lastIndexOf("/")) {
      if (!/^\{[^{}]*\}$/.test(rest.slice(end + 1))) break;
      rest = rest.slice(0, end);
      found.add(rest);
    }
  }
  return found;
}

function reportDuplicates(candidates: readonly Candidate[], document: OpenApiDocument, diagnostics: Diagnostics): void {
  const first = new Map<string, Candidate>();
  for (const one of candidates) {
    if (one.operationId === null) continue;
    const other = first.get(one.operationId);
    if (!other) first.set(one.operationId, one);
    else {
      const message = `operationId ${JSON.stringify(one.operationId)} of ${one.method} ${one.path} is that of ${other.method} ${other.path} too`;
      diagnostics.report("OPERATION_ID_DUPLICATE", { message, at: document.place(one.at) });
    }
  }
}

function reportWebhooks(document: OpenApiDocument, callbacks: number, diagnostics: Diagnostics): void {
  const webhooks = ["webhooks", "x-webhooks"].flatMap((key) => mapBelow(document.root, key)).length;
  if (webhooks + callbacks === 0) return;
  const parts = [
    ...(webhooks > 0 ? [`${webhooks} webhook${webhooks === 1 ? "" : "s"}`] : []),
    ...(callbacks > 0 ? [`${callbacks} callback${callbacks === 1 ? "" : "s"}`] : []),
  ];
  const at = document.place(objectNode(document.root)?.at ?? document.root.at);
  diagnostics.report("WEBHOOKS_LEFT_OUT", {
    message: `${parts.join(" and ")} left out: they are called by the service`,
    at,
  });
}
