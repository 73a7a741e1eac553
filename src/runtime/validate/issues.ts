import type { ErrorObject } from "ajv";
import type { JsonSchema } from "../../tool/json-schema.js";
import type { Issue } from "../call/errors.js";
import { pointerParts } from "../schema.js";
import { BITS, EXACT } from "./documents.js";
import { child } from "./keys.js";
import { oneOf } from "./quote.js";
import { TooComplex, type Validator } from "./validators.js";
import { got, isSecret, suggestion, type Words, wordsOf } from "./words.js";

const MAX_ISSUES = 20;
/** What is looked into of a union: its branches are compiled by themselves the first time, and checked again. */
const BUDGET = { unions: 50, keywords: 2000 };

type Budget = typeof BUDGET;

/** One error, and for a union what each of its branches found wrong. */
interface Finding {
  readonly error: ErrorObject;
  readonly branches?: readonly (readonly Finding[])[];
}

/** What is said of: the value as it came, and the schemas that its own refers to. */
interface Said {
  readonly definition: Validator["definition"];
  readonly value: unknown;
}

/** Each wrong field once, in the words of the branch that was most likely meant. */
export function issuesOf(errors: readonly ErrorObject[], validator: Validator, value: unknown): readonly Issue[] {
  const budget = { ...BUDGET };
  const said: Said = { definition: validator.definition, value };
  const issues = new Map<string, Issue>();
  const findings = fold(errors, validator, budget);
  const mistyped = new Set(findings.filter(isMistyped).map(({ error }) => error.instancePath));
  for (const finding of findings) {
    // Of a value that is of the wrong kind there is no more to say.
    const { keyword, instancePath } = finding.error;
    if (isUnion(finding.error) && mistyped.has(instancePath)) continue;
    // Digits that are lost do not matter where the integer is too large anyway.
    if (
      keyword === EXACT &&
      findings.some(({ error }) => error.keyword === BITS && error.instancePath === instancePath)
    )
      continue;
    for (const issue of issuesOfFinding(finding, said)) issues.set(`${issue.path} ${issue.message}`, issue);
    if (issues.size > MAX_ISSUES) break;
  }
  const all = [...issues.values()];
  return all.length > MAX_ISSUES
    ? [...all.slice(0, MAX_ISSUES), { path: "", message: "and more; correct these first" }]
    : all;
}

/**
 * ajv reports the errors of all branches, then the union's own. Which of them belong to the union is found by checking
 * each branch again: as many errors as they report stand right before it.
 */
function fold(errors: readonly ErrorObject[], validator: Validator, budget: Budget): readonly Finding[] {
  const findings: Finding[] = [];
  let end = errors.length;
  while (end > 0) {
    end--;
    const error = errors[end];
    if (!error || error.keyword === "if") continue;
    const branches = isUnion(error) ? branchErrors(error, validator, budget) : undefined;
    if (branches) {
      end = Math.max(0, end - branches.reduce((sum, branch) => sum + branch.length, 0));
      findings.push({ error, branches: branches.map((branch) => fold(branch, validator, budget)) });
      continue;
    }
    const own = isOwn(error);
    if (own) while (end > 0 && own(errors[end - 1])) end--;
    findings.push({ error });
  }
  return findings.reverse();
}

function isMistyped({ error }: Finding): boolean {
  return error.keyword === "type";
}

function isUnion(error: ErrorObject): boolean {
  return error.keyword === "anyOf" || error.keyword === "oneOf";
}

/** For keywords that report what is below them as well: whether an error is of that kind. */
function isOwn(error: ErrorObject): ((other: ErrorObject | undefined) => boolean) | undefined {
  if (error.keyword === "propertyNames") return (other) => other?.propertyName !== undefined;
  if (error.keyword !== "contains" && !isUnion(error)) return undefined;
  return (other) => other?.instancePath.startsWith(error.instancePath) === true;
}

function branchErrors(
  error: ErrorObject,
  validator: Validator,
  budget: Budget,
): readonly (readonly ErrorObject[])[] | undefined {
  budget.keywords -= weight(error.schema, budget.keywords);
  if (--budget.unions < 0 || budget.keywords <= 0) return undefined;
  const passing: unknown = error.params["passingSchemas"];
  const last = Array.isArray(passing) ? Number(passing.at(-1)) : Number.POSITIVE_INFINITY;
  try {
    return (error.schema as readonly JsonSchema[])
      .slice(0, last + 1)
      .map((branch) => validator.branch(branch, error.data) ?? [])
      .map((found) => found.map((e) => ({ ...e, instancePath: error.instancePath + e.instancePath })));
  } catch (cause) {
    if (cause instanceof TooComplex) return undefined;
    throw cause;
  }
}

/** How many keywords a schema holds, counted up to a limit. What it refers to is compiled already. */
function weight(schema: unknown, limit: number): number {
  if (typeof schema !== "object" || schema === null) return 0;
  let sum = 0;
  for (const value of Object.values(schema)) {
    if (sum > limit) break;
    sum += 1 + weight(value, limit - sum);
  }
  return sum;
}

function issuesOfFinding({ error, branches }: Finding, said: Said): readonly Issue[] {
  if (!isUnion(error)) return [issue(error, [wordsOf(error, said.definition)], said)];
  const passing: unknown = error.params["passingSchemas"];
  if (Array.isArray(passing)) {
    return [
      {
        path: error.instancePath,
        message: "fits more than one of the forms that exclude each other; leave out what only one of them has",
      },
    ];
  }
  if (!branches) return [{ path: error.instancePath, message: "fits none of the forms that are allowed here" }];
  return bestBranch(error.instancePath, branches, said);
}

/** In order: the kind of value, the value that tells kinds of objects apart, the fewest errors. */
function bestBranch(at: string, branches: readonly (readonly Finding[])[], said: Said): readonly Issue[] {
  const wrongType = (finding: Finding): boolean =>
    finding.error.instancePath === at && finding.error.keyword === "type";
  const ofType = branches.filter((findings) => !findings.some(wrongType));
  if (ofType.length === 0)
    return joined(
      branches.map((findings) => findings.filter(wrongType)),
      said,
    );

  const tag = tagOf(at, ofType);
  const tagged = ofType.filter((findings) => !findings.some((finding) => isTagError(finding, tag)));
  if (tag !== undefined && tagged.length === 0) {
    return joined(
      ofType.map((findings) => findings.filter((finding) => isTagError(finding, tag))),
      said,
    );
  }
  const here = tagged.every((findings) => findings.length === 1 && findings[0]?.error.instancePath === at);
  if (here && tagged.length > 1) return joined(tagged, said);
  const [best = []] = [...tagged].sort((a, b) => a.length - b.length);
  return best.flatMap((finding) => issuesOfFinding(finding, said));
}

/** The property directly below whose fixed values tell the branches apart: several of them refuse it. */
function tagOf(at: string, branches: readonly (readonly Finding[])[]): string | undefined {
  for (const { error } of branches.flat()) {
    const below = error.instancePath.startsWith(`${at}/`) && !error.instancePath.includes("/", at.length + 1);
    if (below && error.keyword === "const") return error.instancePath;
    if (below && error.keyword === "enum" && Array.isArray(error.schema) && error.schema.length === 1)
      return error.instancePath;
  }
  return undefined;
}

function isTagError({ error }: Finding, tag: string | undefined): boolean {
  return error.instancePath === tag && (error.keyword === "const" || error.keyword === "enum");
}

/** One sentence for alternatives that fail at the same place. */
function joined(branches: readonly (readonly Finding[])[], said: Said): readonly Issue[] {
  const errors = branches.flat().map((finding) => finding.error);
  const [first] = errors;
  if (!first) return [];
  if (errors.every((error) => error.keyword === "required")) {
    const names = [...new Set(errors.map((error) => String(error.params["missingProperty"])))];
    return [{ path: first.instancePath, message: `needs one of: ${names.join(", ")}` }];
  }
  if (branches.flat().some((finding) => finding.branches)) {
    return branches
      .flat()
      .slice(0, 1)
      .flatMap((finding) => issuesOfFinding(finding, said));
  }
  const fixed = errors.every((error) => error.keyword === "const" || error.keyword === "enum");
  if (!fixed)
    return [
      issue(
        first,
        errors.map((error) => wordsOf(error, said.definition)),
        said,
      ),
    ];
  const values = errors.flatMap((error) => (error.keyword === "enum" ? (error.schema as unknown[]) : [error.schema]));
  return [
    issue({ ...first, keyword: "enum", schema: values }, [{ at: first.instancePath, expected: oneOf(values) }], said),
  ];
}

function issue(error: ErrorObject, alternatives: readonly Words[], said: Said): Issue {
  const sentence = alternatives.find((words) => "says" in words);
  if (sentence && "says" in sentence) return { path: sentence.at, message: sentence.says };
  const expected = [...new Set(alternatives.map((words) => ("expected" in words ? words.expected : "")))].join(" or ");
  const hidden = isSecret(error);
  const allowed = error.keyword === "enum" && !hidden ? (error.schema as readonly unknown[]) : [];
  return {
    path: error.propertyName === undefined ? error.instancePath : child(error.instancePath, error.propertyName),
    message: `expected ${expected}, got ${got(exact(error, said.value), hidden)}${suggestion(error.data, allowed)}`,
  };
}

/** With all digits: what was checked is a number that stands for an integer beyond 2^53. */
function exact({ data, instancePath }: ErrorObject, value: unknown): unknown {
  if (typeof data !== "number" || Number.isSafeInteger(data)) return data;
  let at = value;
  for (const part of pointerParts(`#${instancePath}`) ?? []) {
    at = typeof at === "object" && at !== null && Object.hasOwn(at, part) ? Reflect.get(at, part) : undefined;
  }
  return typeof at === "bigint" ? at : data;
}
