/** The name of each shared schema, in each direction. */
import { shortHash } from "../../names/hash.js";
import { assignNames, typeName } from "../../names/type.js";
import type { JsonValue, Location, OpenApiDocument } from "../document.js";
import { isObject, own } from "./node.js";
import { scanTargets } from "./reach/scan.js";
import type { Targets } from "./reach/targets.js";
import type { Target } from "./scope.js";
import { referenceIn } from "./siblings.js";

const INPUT = "Input";

export interface Namer {
  /** `sent`: the schema differs between the directions, and this is the one for what is sent. */
  name(target: Target, sent: boolean): string;
}

export function createNamer(document: OpenApiDocument, targets: Targets): Namer {
  let names = nameComponents(document, targets);
  const components = new Set([...names.values()].map((name) => name.toLowerCase()));
  const reserved = new Set([...components, ...[...components].map((name) => name + INPUT.toLowerCase())]);
  let plain = components;
  let scanned = false;

  const nameOthers = (): void => {
    scanned = true;
    const others = scanTargets(document, targets).filter((target) => !names.has(target.key));
    const candidates = others.map(({ key, node }) => ({ key, name: typeName(tailOf(node.at, document)), rank: 0 }));
    const given = assignNames(candidates, (name) => reserved.has(name.toLowerCase()));
    names = new Map([...names, ...given]);
    plain = new Set([...names.values()].map((name) => name.toLowerCase()));
  };

  return {
    name(target, sent) {
      if (!names.has(target.key) && !scanned) nameOthers();
      const isComponent = components.has((names.get(target.key) ?? "").toLowerCase());
      // Not found by the scan: only a reference that stands in no schema's place can lead there.
      const name = names.get(target.key) ?? `${typeName(tailOf(target.node.at, document))}_${shortHash(target.key)}`;
      if (!sent) return name;
      const view = `${name}${INPUT}`;
      return (isComponent ? components : plain).has(view.toLowerCase()) ? `${view}_${shortHash(target.key)}` : view;
    },
  };
}

/** A component that only refers on gives its name to what it refers to. */
function nameComponents(document: OpenApiDocument, targets: Targets): ReadonlyMap<string, string> {
  const components = own(document.root.value, "components");
  const schemas = isObject(components) ? own(components, "schemas") : undefined;
  if (!isObject(schemas)) return new Map();
  const candidates = new Map<string, { readonly key: string; readonly name: string; readonly rank: number }>();
  for (const raw of Object.keys(schemas).sort()) {
    const token = raw.replaceAll("~", "~0").replaceAll("/", "~1");
    const here = `#/components/schemas/${token}`;
    const value = schemas[raw];
    const target =
      isObject(value) && own(value, "$ref") !== undefined
        ? targets.find(`#/components/schemas/${encodeURIComponent(token)}`, document.root.at)
        : { key: here };
    if (!target) continue;
    const name = typeName(raw);
    // Its own name goes before one that it is lent, and the nearest lender's before that of one who borrows it in turn.
    const distance = target.key === here ? 0 : isBorrowed(value) ? 4 : 2;
    const rank = (name === raw ? 0 : 1) + distance;
    const before = candidates.get(target.key);
    if (!before || rank < before.rank) candidates.set(target.key, { key: target.key, name, rank });
  }
  return assignNames([...candidates.values()]);
}

function isBorrowed(value: JsonValue | undefined): boolean {
  return referenceIn(value ?? null)?.ref.startsWith("#/components/schemas/") === true;
}

const GENERIC = new Set(
  (
    "components schemas definitions $defs schema properties patternProperties items prefixItems additionalProperties allOf " +
    "anyOf oneOf not content requestBody responses parameters paths"
  ).split(" "),
);

/** What tells a place best: the names in its pointer, else its file. */
function tailOf(at: Location, document: OpenApiDocument): string {
  const tokens = at.pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  const telling = tokens.filter(
    (token) => !GENERIC.has(token) && !/^\d{1,2}$/.test(token) && !/^[a-z]+\/[\w.+*-]+$/.test(token),
  );
  if (telling.length > 0) return telling.slice(-3).join(" ");
  const base = at.file
    .split("/")
    .at(-1)
    ?.replace(/\.[A-Za-z]+$/, "");
  return at.file === document.root.at.file || !base ? "Schema" : base;
}
