/** An OpenAPI document in memory, for readers: no files, no positions, pointers and `$id` of one level. */
import type {
  JsonObject,
  JsonValue,
  Location,
  Node,
  OpenApiDocument,
  OpenApiVersion,
} from "../../../../../src/read/openapi/document.js";

const ROOT = "openapi.json";

export function inMemory(
  root: JsonObject,
  version: OpenApiVersion = "3.1",
  others: Record<string, JsonObject> = {},
): OpenApiDocument {
  const files: Record<string, JsonObject> = { [ROOT]: root, ...others };
  const at = (file: string, pointer: string): Node | undefined => {
    let value: JsonValue | undefined = Object.hasOwn(files, file) ? files[file] : undefined;
    for (const token of pointer.split("/").slice(1)) {
      const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
      value = (value as Record<string, JsonValue>)[key];
    }
    return value === undefined ? undefined : { value, at: { file, pointer } };
  };
  return {
    version,
    versionText: `${version}.0`,
    root: { value: root, at: { file: ROOT, pointer: "" } },
    file: ROOT,
    sha256: "",
    resolve(ref: string, from: Location) {
      const [path = "", fragment = ""] = ref.split("#");
      const pointer = decodedPointer(fragment);
      if (pointer === undefined) return undefined;
      if (path !== "") return at(path.replace(/^\.\//, ""), pointer);
      // An `$id` around the reference makes a document of its own.
      const tokens = from.pointer.split("/");
      for (let end = tokens.length; end > 1; end--) {
        const base = tokens.slice(0, end).join("/");
        const node = at(from.file, base);
        if (typeof node?.value === "object" && node.value !== null && "$id" in node.value)
          return at(from.file, base + pointer);
      }
      return at(from.file, pointer);
    },
    place: ({ file, pointer }) => ({ file, pointer: `#${pointer}` }),
  };
}

/** A schema of `components`, as a reference to it. */
export function referTo(name: string): Node {
  return { value: { $ref: `#/components/schemas/${name}` }, at: { file: ROOT, pointer: "/paths/~1x/get/schema" } };
}

export function inline(value: JsonValue): Node {
  return { value, at: { file: ROOT, pointer: "/paths/~1x/get/schema" } };
}

function decodedPointer(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch (cause) {
    if (cause instanceof URIError) return undefined;
    throw cause;
  }
}
