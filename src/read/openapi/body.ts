/** Request Body Object: which media type is sent, and how the body stands among the arguments. */
import type { Diagnostics } from "../../diagnostics.js";
import type { JsonSchema } from "../../tool/json-schema.js";
import type { HttpEncoding } from "../../tool/types.js";
import type { JsonObject, Node, OpenApiDocument } from "./document.js";
import { type Part, readEncodings } from "./encoding.js";
import { follow, OperationFault } from "./follow.js";
import { essence, isMediaType, isRange, type MediaKind, mediaKind } from "./media.js";
import type { Candidate } from "./operations.js";
import { below, listBelow, mapBelow } from "./schema/node.js";
import type { FlatObject, SchemaReader } from "./schema.js";
import { own, ownText } from "./value.js";

export interface Body {
  readonly mediaType: string;
  readonly required: boolean;
  /** As the document writes it. */
  readonly description?: string;
  /** Its properties stand flat; else the schema is that of the one argument `body`. */
  readonly flat?: FlatObject;
  readonly schema?: JsonSchema;
  readonly schemaNode?: Node;
  /** The whole body is a file value. */
  readonly file?: boolean;
  readonly encoding?: Readonly<Record<string, HttpEncoding>>;
  /** Of the media type: where its examples stand. */
  readonly media: Node<JsonObject>;
}

export interface BodyContext {
  readonly document: OpenApiDocument;
  readonly diagnostics: Diagnostics;
  readonly schemas: SchemaReader;
}

export function readBody(candidate: Candidate, context: BodyContext): Body | undefined {
  const { document, diagnostics } = context;
  const given = own(candidate.node.value, "requestBody");
  if (given === undefined || given === null) return undefined;
  const declared = below(candidate.node, "requestBody", given);
  const body = follow(document, declared);
  if (!body) throw new OperationFault("the request body is no object, or its $ref leads nowhere", declared.at);
  const reported = (code: "BODY_IGNORED" | "BODY_INVALID", message: string): undefined => {
    diagnostics.report(code, {
      message: `${candidate.method} ${candidate.path}: ${message}`,
      at: document.place(body.at),
    });
    return undefined;
  };
  const choice = chooseMedia(body, context);
  if (!choice) {
    const all = own(body.value, "content");
    if (all === undefined) return reported("BODY_INVALID", "the request body has no content, and is left out");
    return Object.keys(Object(all)).length === 0
      ? undefined
      : reported("BODY_INVALID", "no media type of the request body can be sent");
  }
  const read = readMedia(choice, own(body.value, "required") === true, ownText(body.value, "description"), context);
  if (read.flat && read.flat.properties.length === 0 && !read.required) return undefined;
  // OpenAPI 3.0 Operation Object: there "requestBody SHALL be ignored". DELETE keeps it: APIs that declare it need it.
  const old = document.version === "3.0" || document.version === "2.0";
  if ((old && (candidate.method === "GET" || candidate.method === "HEAD")) || candidate.method === "TRACE") {
    return reported("BODY_IGNORED", `the body of a ${candidate.method} is not sent`);
  }
  return read;
}

/** Levels of `allOf`. */
const MAX_DEPTH = 20;

interface Media {
  /** As declared, or for a range what is sent instead. */
  readonly mediaType: string;
  readonly kind: MediaKind;
  readonly node: Node<JsonObject>;
  readonly schema?: Node;
}

/** JSON first, unless it would have to carry bytes that a multipart body beside it can. */
function chooseMedia(body: Node<JsonObject>, context: BodyContext): Media | undefined {
  const all = mapBelow(body, "content").flatMap(([mediaType, node]) => media(mediaType, node, context));
  const rank = ({ mediaType, kind }: Media): number => {
    if (kind === "json") return essence(mediaType) === "application/json" ? 0 : 1;
    return { form: 2, multipart: 3, text: 4, binary: 5 }[kind];
  };
  const [first] = [...all].sort((a, b) => rank(a) - rank(b));
  if (first?.kind !== "json" && first?.kind !== "form") return first;
  const multipart = all.find(({ kind }) => kind === "multipart");
  const bytes =
    first.schema !== undefined &&
    partsOf(first.schema, context.document).some(({ node }) => context.schemas.holdsFile(node));
  return bytes && multipart ? multipart : first;
}

function media(mediaType: string, node: Node, { document, schemas }: BodyContext): readonly Media[] {
  if (!isMediaType(mediaType)) return [];
  const found = follow(document, node);
  if (!found) return [];
  const schema = own(found.value, "schema");
  const at = schema === undefined ? undefined : below(found, "schema", schema);
  const isFile = at !== undefined && schemas.isFile(at);
  const sent = isRange(mediaType) && !isFile ? concrete(mediaType, at, document) : mediaType;
  const kind = isRange(sent) ? "binary" : mediaKind(sent);
  // A type that nobody knows is text where its schema says text.
  const known =
    kind === "binary" && at && !isFile && !/octet-stream/.test(sent) && saysText(at, document) ? "text" : kind;
  return [{ mediaType: sent, kind: known, node: found, ...(at && { schema: at }) }];
}

/** What to send where the document takes anything: what the schema's kind of value is sent as elsewhere. */
function concrete(range: string, schema: Node | undefined, document: OpenApiDocument): string {
  const [type] = essence(range).split("/");
  if (type === "text") return "text/plain";
  if (type === "multipart") return "multipart/form-data";
  if (type !== "*" && type !== "application") return range;
  return schema && saysText(schema, document) ? "text/plain" : "application/json";
}

function saysText(schema: Node, document: OpenApiDocument): boolean {
  const type = own(follow(document, schema)?.value, "type");
  return type === "string" || (Array.isArray(type) && type.includes("string"));
}

/** The properties that a schema declares, itself or through `allOf`: enough to find files. */
function partsOf(schema: Node, document: OpenApiDocument, depth = 0): readonly Part[] {
  const found = follow(document, schema);
  if (!found || depth > MAX_DEPTH) return [];
  const mine = mapBelow(found, "properties").map(([name, node]) => ({ name, node }));
  return [...mine, ...listBelow(found, "allOf").flatMap((member) => partsOf(member, document, depth + 1))];
}

function readMedia(chosen: Media, required: boolean, description: string | undefined, context: BodyContext): Body {
  const { schemas, document } = context;
  const { mediaType, kind, node, schema } = chosen;
  const base = {
    mediaType,
    required,
    media: node,
    ...(description !== undefined && { description }),
    ...(schema && { schemaNode: schema }),
  };
  if (kind === "binary") {
    // Whatever else the schema says, bytes are what is sent.
    const bytes: Node = { value: { type: "string", format: "binary" }, at: node.at };
    return { ...base, file: true, schema: schemas.read(bytes, "input", { files: true }) };
  }
  if (kind === "text") {
    const text = schema && saysText(schema, document) ? schemas.read(schema, "input") : { type: "string" as const };
    return { ...base, schema: text };
  }
  if (!schema) return { ...base, schema: {} };
  const files = kind === "multipart";
  const flat = schemas.flatten(schema, "input", { files });
  const parts = flat?.properties ?? partsOf(schema, document);
  const encoding =
    kind === "json" ? undefined : readEncodings(node, parts, (part) => files && schemas.holdsFile(part), document);
  return {
    ...base,
    ...(flat ? { flat } : { schema: schemas.read(schema, "input", { files }) }),
    ...(encoding && { encoding }),
  };
}
