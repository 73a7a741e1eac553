/** Which tools there are, under which names, and from where. Holds a thousand of them without loading one. */

import { nearest } from "../../tool/nearest.js";
import type { AnyTool, CatalogEntry, Toolkit } from "../../tool/types.js";
import { boundTool, checkBind } from "../arguments/bound.js";
import { ToolError } from "../call/errors.js";
import { checkFallback, wrongFallback } from "../call/fallback.js";
import { checkTool } from "../quota/limit.js";
import type { ToolSummary } from "./describe.js";
import type { RegisterOptions, Registration } from "./registration.js";

const NAME = /^[a-z][a-z0-9_]{0,47}$/;
/** RFC 9110, section 5.6.2. */
const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const MAX_QUOTED = 80;

/** One tool as it was registered. */
export interface Entry {
  /** As exposed: `namespace__tool`, or the tool's own. */
  readonly name: string;
  /** In its toolkit. */
  readonly base: string;
  readonly registration: Registration;
  readonly source: CatalogEntry | AnyTool;
  /** As written, once its module was loaded. */
  written?: AnyTool;
  /** As it is called, once its module was loaded: without the arguments that are bound. */
  loaded?: AnyTool;
  /** Shared by the calls that wait for it, so that they go on in their order. */
  loading?: Promise<AnyTool>;
}

export class Catalog {
  /** By exposed name. A `Map`: there are no other names than those that were registered. */
  readonly #entries = new Map<string, Entry>();

  /** All tools of a toolkit or none. Throws where a name is wrong or taken, or where `check` does. */
  add(toolkit: Toolkit, options: RegisterOptions, check: (registration: Registration) => void): void {
    const registration = registrationOf(toolkit, options);
    const added = Object.keys(toolkit.tools).map((base) => entryOf(base, registration));
    for (const { name } of added) this.#checkFree(name, registration);
    checkFallback(registration);
    check(registration);
    for (const entry of added) this.#entries.set(entry.name, entry);
  }

  /** Takes out what was registered as this toolkit, under this namespace, or else under this toolkit's name. */
  remove(which: string | Toolkit): boolean {
    const gone = [...this.#entries.values()].filter(({ registration: { namespace, toolkit } }) =>
      typeof which === "string" ? (namespace ?? toolkit.name) === which : toolkit === which,
    );
    for (const { name } of gone) this.#entries.delete(name);
    return gone.length > 0;
  }

  all(): readonly Entry[] {
    return [...this.#entries.values()];
  }

  get(name: string): Entry | undefined {
    return this.#entries.get(name);
  }

  /** Throws `unknown_tool`, with the names that may have been meant, of those that `shows` lets pass. */
  find(name: string, shows: (entry: Entry) => boolean = () => true): Entry {
    const entry = this.#entries.get(name);
    if (entry) return entry;
    throw this.unknown(name, shows);
  }

  /** The error of a tool that is not there, for someone who may know of those that `shows` lets pass. */
  unknown(name: string, shows: (entry: Entry) => boolean): ToolError {
    const known = [...this.#entries.values()].filter(shows).map((entry) => entry.name);
    const close = nearest(String(name), known, 3);
    return new ToolError("unknown_tool", `There is no tool ${JSON.stringify(String(name).slice(0, MAX_QUOTED))}.`, {
      hint: close.length > 0 ? `Did you mean ${close.join(", ")}?` : "List the tools, and call one of these.",
    });
  }

  /** The entry that a tool object is registered under; modules of that name are loaded to know. */
  async findTool(tool: AnyTool): Promise<Entry> {
    for (const entry of this.#entries.values()) {
      if (entry.base !== tool.name) continue;
      if (!entry.written) await loadTool(entry);
      if (entry.written === tool) return entry;
    }
    throw new ToolError("unknown_tool", `The tool ${JSON.stringify(tool.name)} is in no toolkit of this registry.`, {
      hint: "Register its toolkit first.",
    });
  }

  /** Sorted by name, by code point. With `search`: those that have all of its words. */
  list(search = "", shows: (entry: Entry) => boolean = () => true): readonly ToolSummary[] {
    const wanted = search
      .toLowerCase()
      .split(/[\s_]+/)
      .filter((word) => word !== "");
    return [...this.#entries.values()]
      .filter((entry) => (wanted.length === 0 || hasWords(entry, wanted)) && shows(entry))
      .map(summaryOf)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #checkFree(name: string, { toolkit }: Registration): void {
    const other = this.#entries.get(name)?.registration.toolkit.name;
    if (other === undefined) return;
    const both =
      other === toolkit.name
        ? `Toolkit "${other}" was registered before and has`
        : `Toolkits "${other}" and "${toolkit.name}" both have`;
    throw new Error(
      `${both} a tool "${name}": register one with a namespace, as in { namespace: "${toolkit.name}_2" }.`,
    );
  }
}

/** The tool of an entry; loaded on first use. A failure is not remembered. */
export function loadTool(entry: Entry): Promise<AnyTool> {
  entry.loading ??= load(entry).catch((cause: unknown) => {
    delete entry.loading;
    throw cause;
  });
  return entry.loading;
}

async function load(entry: Entry): Promise<AnyTool> {
  if (entry.loaded) return entry.loaded;
  if (!("load" in entry.source)) return entry.source;
  let tool: AnyTool | undefined;
  try {
    tool = await entry.source.load();
  } catch (cause) {
    throw unusable(entry, "its module does not load", cause);
  }
  if (tool?.name !== entry.base) throw unusable(entry, "its module does not hold that tool");
  // Batches are planned by what the catalogue says, policies judge by the tool.
  if (tool.effect !== entry.source.effect) throw unusable(entry, "catalogue and module disagree about its effect");
  try {
    checkTool(tool, tool.name);
  } catch (cause) {
    const cure = cause instanceof RangeError ? `mend its quota. ${cause.message.slice(0, -1)}` : "mend its quota";
    throw unusable(entry, "its quota cannot be kept", cause, cure);
  }
  const bound = boundOf(tool, entry.registration);
  if (typeof bound === "string") throw unusable(entry, bound, undefined, "register its toolkit with another bind");
  const wrong = wrongFallback(entry.base, tool.fallback ?? [], entry.registration.toolkit);
  if (wrong !== undefined) throw unusable(entry, wrong, undefined, "mend the names in its fallback");
  entry.written = tool;
  entry.loaded = bound;
  return bound;
}

/** What is known of a tool before its module is loaded: it sends a request. */
export function unloaded({ base, source: { description, effect } }: Entry): AnyTool {
  return { name: base, description, effect, input: {}, http: { method: "GET", path: "/" } };
}

const boundOf = (tool: AnyTool, { bind, namespace }: Registration): AnyTool | string =>
  boundTool(tool, bind, namespace);

function unusable(entry: Entry, why: string, cause?: unknown, cure = "generate the toolkit again"): ToolError {
  const facts = { hint: `This is for whoever runs the host: ${cure}. Use another tool.` };
  return new ToolError("execution_error", `${entry.name} cannot be called: ${why}.`, facts, { cause });
}

function registrationOf(toolkit: Toolkit, options: RegisterOptions): Registration {
  const { namespace, baseUrl } = options;
  checkName("toolkit", toolkit.name);
  if (namespace !== undefined) checkName("namespace", namespace);
  if (baseUrl !== undefined && !(URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol))) {
    throw new Error(`The base URL of toolkit "${toolkit.name}" is no absolute http or https URL.`);
  }
  if (options.idempotencyHeader !== undefined && !HEADER.test(options.idempotencyHeader)) {
    throw new Error(`The idempotency header of toolkit "${toolkit.name}" is no name of a header.`);
  }
  if (options.bind) checkBind(options.bind, toolkit, namespace);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { toolkit, ...(Object.fromEntries(given) as RegisterOptions) };
}

function entryOf(base: string, registration: Registration): Entry {
  const { toolkit, namespace } = registration;
  const source = toolkit.tools[base];
  checkName(`tool of toolkit "${toolkit.name}"`, base);
  if (!source) throw new Error(`Toolkit "${toolkit.name}" has nothing under "${base}".`);
  const name = namespace === undefined ? base : `${namespace}__${base}`;
  if ("load" in source) return { name, base, registration, source };
  if (source.name !== base) {
    throw new Error(`Toolkit "${toolkit.name}": the tool under "${base}" calls itself ${JSON.stringify(source.name)}.`);
  }
  const wrong = wrongFallback(base, source.fallback ?? [], toolkit);
  if (wrong !== undefined) throw new Error(`Tool "${base}" of toolkit "${toolkit.name}": ${wrong}.`);
  const loaded = boundOf(source, registration);
  if (typeof loaded === "string") throw new Error(`Tool "${base}" of toolkit "${toolkit.name}": ${loaded}.`);
  return { name, base, registration, source, written: source, loaded };
}

function checkName(what: string, name: unknown): void {
  if (typeof name === "string" && NAME.test(name)) return;
  const quoted = typeof name === "string" ? JSON.stringify(name.slice(0, MAX_QUOTED)) : String(name);
  throw new Error(`${quoted} is no name for a ${what}: it has to match ${NAME.source}.`);
}

function hasWords({ name, source }: Entry, wanted: readonly string[]): boolean {
  const text = [name, source.title, source.description, ...(source.tags ?? [])].join(" ").toLowerCase();
  return wanted.every((word) => text.includes(word));
}

export function summaryOf({ name, registration, source }: Entry): ToolSummary {
  const { title, description, effect, tags } = source;
  return {
    name,
    toolkit: registration.toolkit.name,
    ...(title !== undefined && { title }),
    description,
    effect,
    ...(tags && { tags: [...tags] }),
  };
}
