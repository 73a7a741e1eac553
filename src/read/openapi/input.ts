/** Parameters and body → one flat, closed object of arguments, and the plan that leads each back to its place. */
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import type { HttpBody, HttpParameter, HttpParameterPlan, HttpPlan } from "../../tool/types.js";
import { type ArgumentPlace, nameArguments, type Slot } from "./arguments.js";
import { type Body, type BodyContext, readBody } from "./body.js";
import type { Candidate } from "./operations.js";
import type { Parameter, ParameterContext } from "./parameter.js";
import { readParameters } from "./parameters.js";
import { propertySchema, schemaObject } from "./property.js";
import type { FlatProperty } from "./schema.js";
import { neverEmpty, PARAMETER, spreadOf } from "./vanishing.js";

export interface Input {
  readonly schema: JsonSchemaObject;
  readonly plan: HttpPlan;
}

export interface InputContext extends BodyContext, ParameterContext {
  readonly text: (raw: string) => string;
  /** Of parameters that several operations share. */
  readonly read: WeakMap<Parameter, ReadArgument>;
}

/** @throws {OperationFault} and {BrokenReference}: the operation cannot be called rightly. */
export function readInput(candidate: Candidate, context: InputContext): Input {
  const parameters = readParameters(candidate, context);
  const body = readBody(candidate, context);
  const fields = body?.flat?.properties ?? [];
  const slots: Slot[] = [
    ...parameters.list.map(({ in: place, name }) => ({
      place: place === "querystring" ? ("query" as const) : place,
      name,
    })),
    ...fields.map(({ name }) => ({ place: "body" as const, name })),
  ];
  const whole = body !== undefined && !body.flat;
  const names = nameArguments(slots, whole);
  const args = parameters.list.map((parameter, i) => ({
    arg: names[i] ?? parameter.name,
    ...readArgument(parameter, context),
  }));
  const flat = fields.map((field, i) => ({ arg: names[args.length + i] ?? field.name, field }));
  const properties: Record<string, JsonSchema> = Object.create(null);
  for (const { arg, schema } of args) properties[arg] = schema;
  for (const { arg, field } of flat) {
    const examples = [schemaObject(field.node, context.document)];
    const spread = body && field.required ? spreadOf(body, field.name) : [];
    const sent = neverEmpty(field.schema, field.node, spread, context.document);
    properties[arg] = propertySchema(sent, { examples }, context.document);
  }
  if (body && whole) properties["body"] = wholeBody(body, context);
  const required = [
    ...args.filter(({ parameter }) => parameter.required).map(({ arg }) => arg),
    ...flat.filter(({ field }) => field.required && body?.required).map(({ arg }) => arg),
    ...(body?.required && whole ? ["body"] : []),
  ];
  const schema: JsonSchemaObject = {
    type: "object",
    additionalProperties: false,
    properties,
    ...(required.length > 0 && { required }),
    ...dependencies(body, flat),
    ...leastProperties(body, required.length),
  };
  const planned = body && planBody(body, flat, properties, context);
  return { schema, plan: planRequest(candidate, parameters, args, planned) };
}

interface ReadArgument {
  readonly parameter: Parameter;
  readonly schema: JsonSchema;
  readonly renamed: boolean;
}

interface Argument extends ReadArgument {
  readonly arg: string;
}

function readArgument(parameter: Parameter, context: InputContext): ReadArgument {
  const { schemas, document, text } = context;
  const known = context.read.get(parameter);
  if (known) return known;
  const read = parameter.schema ? schemas.read(parameter.schema, "input") : ({ type: "string" } as const);
  const spread = parameter.required && parameter.content === undefined ? PARAMETER : [];
  const sent = neverEmpty(read, parameter.schema, spread, document);
  const description = parameter.description === undefined ? "" : text(parameter.description);
  const schema = propertySchema(
    sent,
    {
      ...(description !== "" && { description }),
      deprecated: parameter.deprecated,
      examples: [parameter.examples, schemaObject(parameter.schema, document)],
    },
    document,
  );
  const argument = { parameter, schema, renamed: schemas.renamed(read) };
  context.read.set(parameter, argument);
  return argument;
}

function wholeBody(body: Body, { document, text }: InputContext): JsonSchema {
  const described = body.description === undefined ? "" : text(body.description);
  const description =
    described || (typeof body.schema === "object" && body.schema.description) || `The body, ${body.mediaType}.`;
  return propertySchema(body.schema ?? {}, { description, examples: [] }, document);
}

interface FlatField {
  readonly arg: string;
  readonly field: FlatProperty;
}

/** An optional body that is given has to be given whole. */
function dependencies(body: Body | undefined, flat: readonly FlatField[]): Pick<JsonSchemaObject, "dependentRequired"> {
  const out = new Map<string, Set<string>>();
  const add = (arg: string, needs: Iterable<string>): void => {
    const all = out.get(arg) ?? new Set();
    for (const need of needs) if (need !== arg) all.add(need);
    if (all.size > 0) out.set(arg, all);
  };
  const argOf = new Map(flat.map(({ arg, field }) => [field.name, arg]));
  for (const [name, needs] of Object.entries(body?.flat?.dependentRequired ?? {})) {
    const arg = argOf.get(name);
    if (arg !== undefined)
      add(
        arg,
        needs.flatMap((need) => argOf.get(need) ?? []),
      );
  }
  if (body && !body.required) {
    const needed = flat.filter(({ field }) => field.required).map(({ arg }) => arg);
    for (const { arg } of flat) add(arg, needed);
  }
  if (out.size === 0) return {};
  return { dependentRequired: Object.fromEntries([...out].map(([arg, needs]) => [arg, [...needs]])) };
}

/** Not all that `minProperties` of the body says, as other arguments count too; but never more. */
function leastProperties(body: Body | undefined, required: number): Pick<JsonSchemaObject, "minProperties"> {
  const least = body?.required ? (body.flat?.minProperties ?? 0) : 0;
  const counted = (body?.flat?.properties ?? []).filter((field) => field.required).length;
  return least > counted ? { minProperties: required - counted + least } : {};
}

function planBody(
  body: Body,
  flat: readonly FlatField[],
  properties: Readonly<Record<string, JsonSchema>>,
  { schemas }: InputContext,
): HttpBody {
  const shown = body.flat ? flat.map(({ arg }) => arg) : ["body"];
  const renamed = shown.some((arg) => schemas.renamed(properties[arg] ?? {}));
  return {
    mediaType: body.mediaType,
    ...(body.required && { required: true }),
    ...(body.flat
      ? { fields: flat.map(({ arg, field }) => (arg === field.name ? arg : { arg, name: field.name })) }
      : { arg: "body" }),
    ...(body.file && { file: true }),
    ...(body.encoding && { encoding: body.encoding }),
    ...(renamed && { renamed: true }),
  };
}

function planRequest(
  candidate: Candidate,
  { path, idempotencyHeader }: { readonly path: string; readonly idempotencyHeader?: string },
  args: readonly Argument[],
  body: HttpBody | undefined,
): HttpPlan {
  const inPlace = (place: Parameter["in"]): readonly Argument[] =>
    args.filter(({ parameter }) => parameter.in === place);
  const list = (place: Exclude<ArgumentPlace, "body">): readonly HttpParameter[] => inPlace(place).map(planParameter);
  const pathParameters = list("path").filter((parameter) => typeof parameter !== "string");
  const [whole] = inPlace("querystring");
  const [query, header, cookie] = [list("query"), list("header"), list("cookie")];
  return {
    method: candidate.method,
    path: path.startsWith("/") ? path : `/${path}`,
    ...(pathParameters.length > 0 && { pathParameters }),
    ...(query.length > 0 && { query }),
    ...(header.length > 0 && { header }),
    ...(cookie.length > 0 && { cookie }),
    ...(whole && { querystring: { arg: whole.arg, content: whole.parameter.content ?? "text/plain" } }),
    ...(body && { body }),
    ...(idempotencyHeader !== undefined && { idempotencyHeader }),
  };
}

function planParameter({ arg, parameter, renamed }: Argument): HttpParameter {
  const { name, style, explode, allowReserved, content } = parameter;
  const plan: HttpParameterPlan = {
    arg,
    ...(name !== arg && { name }),
    ...(style !== undefined && { style }),
    ...(explode !== undefined && { explode }),
    ...(allowReserved && { allowReserved }),
    ...(content !== undefined && { content }),
    ...(renamed && { renamed }),
  };
  return Object.keys(plan).length === 1 ? arg : plan;
}
