/** Files that have been read → the document, with what there is to say about them. */
import { createHash } from "node:crypto";
import type { Diagnostics } from "../../diagnostics.js";
import { ReadFault } from "../source/fault.js";
import { shownUrl } from "../source/origin.js";
import type { SpecName } from "../source/spec.js";
import { convertSwagger2 } from "./convert/convert.js";
import type { Link } from "./convert/rebase.js";
import type { JsonObject, JsonValue, Location, OpenApiDocument } from "./document.js";
import type { Limits } from "./limits.js";
import { reportImprecise } from "./numbers.js";
import type { Placer } from "./place/place.js";
import { fragmentOf } from "./pointer.js";
import type { Files } from "./reference/files.js";
import type { DocumentFile } from "./reference/library.js";
import { createLinks } from "./reference/links.js";
import { reportReferences } from "./reference/report.js";
import { createResolver, type Resolver, type Tree } from "./reference/resolve.js";
import { isObject, ownObject } from "./value.js";
import { swaggerParserVerdict } from "./verdict.js";
import { detectVersion, type Version } from "./version.js";

export interface Assembly {
  readonly name: SpecName;
  readonly placer: Placer;
  readonly limits: Limits;
  readonly validate: boolean | undefined;
}

/** swagger-parser takes a second for each 3 MB or so. */
const MAX_VERDICT_BYTES = 1024 * 1024;

/** Throws `ReadFault` where the root is no OpenAPI document. */
export async function assemble(files: Files, assembly: Assembly, diagnostics: Diagnostics): Promise<OpenApiDocument> {
  const { placer, limits, name } = assembly;
  const { root, version } = detectVersion(files.root.value);
  limitOperations(root, limits);
  reportTexts(files, placer, diagnostics);
  if (version.unknown) {
    const message = `${version.text} is read as ${version.version}`;
    diagnostics.report("VERSION_UNKNOWN", { message, at: placer.place({ file: files.root.key, pointer: "/openapi" }) });
  }
  const link = createLinks(files);
  const written = createResolver(treesOf(files), link);
  reportReferences(files, written, link, placer, diagnostics);
  for (const file of files.all.values()) reportImprecise(file, placer, diagnostics);
  await reportVerdict(files.root, root, version, assembly, diagnostics);

  const { origin, key } = files.root;
  const facts = {
    version: version.version,
    versionText: version.text,
    file: name.file,
    sha256: digest(files),
    ...(origin.kind === "url" ? { url: shownUrl(origin.url) } : {}),
  };
  const at: Location = { file: key, pointer: "" };
  if (version.version !== "2.0") {
    return { ...facts, root: { value: root, at }, resolve: written.resolve, place: placer.place };
  }
  return { ...facts, ...fromSwagger2(files, root, written, link, placer, diagnostics) };
}

function fromSwagger2(
  files: Files,
  root: JsonObject,
  written: Resolver,
  link: Link,
  placer: Placer,
  diagnostics: Diagnostics,
): Pick<OpenApiDocument, "root" | "resolve" | "place"> {
  const { key, origin } = files.root;
  const at: Location = { file: key, pointer: "" };
  const converted = convertSwagger2({
    root: { value: root, at },
    files: new Map([...files.all].map(([file, { value }]) => [file, value])),
    link,
    scheme: origin.kind === "url" ? origin.url.protocol.slice(0, -1) : undefined,
    resolve: written.resolve,
    report: (code, message, place) => diagnostics.report(code, { message, at: placer.place(place) }),
  });
  const { trail } = converted;
  const resolver = createResolver(treesOf(files, converted.files), link);
  return {
    root: { value: converted.root, at },
    resolve(ref, from) {
      const node = resolver.resolve(ref, from);
      if (node) return node;
      // A reference to a place that has moved: into another operation, say.
      const old = written.resolve(ref, from);
      const moved = old?.at.file === key ? trail.converted(old.at) : undefined;
      return moved === undefined ? undefined : resolver.resolve(fragmentOf(moved), at);
    },
    place: (place) => placer.place((place.file === key ? trail.original(place.pointer) : undefined) ?? place),
  };
}

function treesOf(files: Files, values?: ReadonlyMap<string, JsonValue>): ReadonlyMap<string, Tree> {
  return new Map(
    [...files.all.values()].map(({ key, origin, value, scan }): [string, Tree] => {
      // Made of the key, so that equal documents in different places resolve equally.
      const base = origin.kind === "url" ? origin.url.href : new URL(encodeURI(key), "file:///a/a/a/a/a/a/a/").href;
      return [key, { value: values?.get(key) ?? value, base, ids: scan.ids, anchors: scan.anchors }];
    }),
  );
}

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]);

function limitOperations(root: JsonObject, { operations }: Limits): void {
  let count = 0;
  for (const item of Object.values(ownObject(root, "paths") ?? {})) {
    if (isObject(item)) for (const key of Object.keys(item)) if (METHODS.has(key)) count += 1;
  }
  if (count > operations) {
    const message = `the document has ${count} operations; the limit is ${operations}`;
    throw new ReadFault("LIMIT_EXCEEDED", message, { pointer: "/paths" });
  }
}

function reportTexts(files: Files, placer: Placer, diagnostics: Diagnostics): void {
  for (const { key, lax, twice } of files.all.values()) {
    const { file } = placer.place({ file: key, pointer: "" });
    if (lax) diagnostics.report("JSON_LAX", { message: `${file} is read as YAML`, at: { file, pointer: "" } });
    for (const { pointer, line, column } of twice.slice(0, 50)) {
      const at = { file, pointer: `#${pointer}`, line, column };
      diagnostics.report("JSON_DUPLICATE_KEY", { message: "an earlier key of the same name is overwritten", at });
    }
  }
}

async function reportVerdict(
  file: DocumentFile,
  root: JsonObject,
  { version, text }: Version,
  { validate, placer }: Assembly,
  diagnostics: Diagnostics,
): Promise<void> {
  if (!(validate ?? file.bytes.length <= MAX_VERDICT_BYTES)) return;
  const verdict = await swaggerParserVerdict(root, version, file.scan.longestList);
  const at = (pointer: string) => placer.place({ file: file.key, pointer });
  if (verdict.skipped !== undefined) {
    diagnostics.report("VERDICT_SKIPPED", { message: `OpenAPI ${text}: ${verdict.skipped}`, at: at("") });
  }
  for (const { message, pointer } of verdict.findings) diagnostics.report("SPEC_INVALID", { message, at: at(pointer) });
}

function digest(files: Files): string {
  const hash = createHash("sha256");
  const byName = [...files.all.values()].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  for (const { bytes } of byName) hash.update(bytes);
  return hash.digest("hex");
}
