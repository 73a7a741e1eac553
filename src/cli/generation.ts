/** Flags and config entries → options of the generator; one run of it, with progress and report. */
import type { GenerateOptions, GenerateReport, RunOptions, Stage } from "../generate.js";
import type { Limit } from "../tool/types.js";
import type { VendorName } from "../tool/vendors.js";
import type { ConfigEntry } from "./config.js";
import type { Flags, Option } from "./option.js";
import * as o from "./options.js";
import { bePatient } from "./patience.js";
import { createProgress } from "./progress.js";
import type { GenerationPage } from "./report/generation.js";
import { readScalars } from "./scalars.js";
import type { Source } from "./source.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage.js";

const STAGES: Readonly<Record<Stage, string>> = {
  load: "loading",
  read: "reading",
  emit: "printing",
  write: "comparing and writing",
};

export interface Job {
  readonly cwd: string;
  readonly source: Source;
  /** Of the command line; they go before those of the entry. */
  readonly flags: Flags;
  readonly entry?: ConfigEntry;
}

type Given = <T>(option: Option<T>) => T | undefined;

function commonOptions(
  { cwd, flags, entry }: Job,
  given: Given,
): RunOptions & Pick<GenerateOptions, "tools" | "toolsAt"> {
  return {
    cwd,
    ...present({
      out: given(o.out),
      name: given(o.name),
      include: given(o.include),
      exclude: given(o.exclude),
      baseUrl: given(o.baseUrl),
      ...quotaOf(given(o.quota) ?? []),
      idempotencyHeader: given(o.idempotencyHeader),
      allowOrigins: given(o.allowOrigin),
      allowRefs: given(o.allowRefs),
      deprecated: given(o.deprecated),
      bind: given(o.bind),
      packageName: given(o.packageName),
      force: given(o.force),
      tools: entry?.tools,
      toolsAt: entry && `${entry.at}.tools`,
    }),
    check: flags.on(o.check),
    dryRun: flags.on(o.dryRun) || flags.on(o.dumpIr),
  };
}

/** Several limits hold at once; a vendor's headers hold beside them. */
function quotaOf(given: readonly (Limit | VendorName)[]): Pick<GenerateOptions, "quota" | "vendor"> {
  const [vendor, another] = given.filter((one) => typeof one === "string");
  if (another !== undefined) {
    throw new UsageError(`--quota ${vendor} and --quota ${another}`, "A toolkit has one vendor: name one of them.");
  }
  const limits = given.filter((one) => typeof one !== "string");
  const [first, second] = limits;
  return { ...(first && { quota: second ? limits : first }), ...(vendor !== undefined && { vendor }) };
}

export async function generate(job: Job, terminal: Terminal): Promise<GenerateReport> {
  bePatient();
  const { source, flags, entry, cwd } = job;
  const given: Given = (option) => flags.get(option) ?? entry?.flags.get(option);
  const common = commonOptions(job, given);
  const scalars = source.kind === "graphql" ? readScalars(given(o.scalars), cwd) : undefined;
  const progress = createProgress(terminal);
  const named = source.kind === "openapi" ? source.spec : source.schema.join(" ");
  const shown = named === "-" ? "standard input" : named;
  const onStage = (stage: Stage): void => progress.stage(`${STAGES[stage]} ${shown}`);
  const { generateGraphql, generateOpenApi } = await import("../generate.js");
  try {
    if (source.kind === "openapi") {
      const own = present({ tags: given(o.tag), validate: given(o.validate) });
      return await generateOpenApi({ ...common, ...own, spec: source.spec, onStage });
    }
    const own = present({
      endpoint: given(o.endpoint),
      operations: given(o.operations),
      auth: given(o.auth),
      depth: given(o.depth),
      select: given(o.select),
      omit: given(o.omit),
      chooseFields: given(o.chooseFields),
      scalars,
    });
    return await generateGraphql({ ...common, ...own, sources: source.schema, env: terminal.env, onStage });
  } finally {
    progress.end();
  }
}

/** The report as data; what was read has a flag of its own. */
export function reportData({ spec: _, ...report }: GenerateReport): Omit<GenerateReport, "spec"> {
  return report;
}

export function modeOf(flags: Flags): GenerationPage["mode"] {
  return flags.on(o.check) ? "check" : flags.on(o.dryRun) ? "dry-run" : "write";
}

/** 0: as it should be; 1: no toolkit, or a stale one that was only to be checked. */
export function exitCode({ ok, stale }: GenerateReport, mode: GenerationPage["mode"]): number {
  return ok && !(mode === "check" && stale) ? 0 : 1;
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the keys that are undefined: the generator tells absent from undefined. */
function present<T extends object>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
}
