/** What is to be said of a schema as a whole, once. */
import { type GraphQLNamedType, getNamedType, isInterfaceType, isLeafType, isObjectType } from "graphql";
import { type Field, isSecret } from "./policy.js";
import type { ReaderContext } from "./reader.js";

export function reportFindings(context: ReaderContext): void {
  reportScalars(context);
  reportUnknownFields(context);
  if (!context.loaded.documents) reportSecrets(context);
}

function reportScalars({ scalars, loaded, diagnostics }: ReaderContext): void {
  if (scalars.unknown.length === 0) return;
  const message = `any value is taken for ${listed(scalars.unknown)}`;
  diagnostics.report("GRAPHQL_SCALAR_UNKNOWN", { message, at: { file: loaded.source.file, pointer: "" } });
}

function reportSecrets({ policy, scalars, loaded, diagnostics }: ReaderContext): void {
  const found = Object.values(policy.schema.getTypeMap()).flatMap((type) =>
    fieldsOf(type)
      .filter((field) => {
        const leaf = getNamedType(field.type);
        return isLeafType(leaf) && isSecret(field, leaf, scalars) && !policy.isWanted(type, field);
      })
      .map((field) => `${type.name}.${field.name}`),
  );
  if (found.length === 0) return;
  const message = `not selected: ${listed(found)}`;
  diagnostics.report("GRAPHQL_SECRET_LEFT_OUT", { message, at: { file: loaded.source.file, pointer: "" } });
}

function reportUnknownFields({ policy, options, diagnostics }: ReaderContext): void {
  for (const flag of ["select", "omit"] as const) {
    for (const name of options[flag] ?? []) {
      const why = reasonAgainst(name, flag, policy);
      if (why !== undefined) diagnostics.report("GRAPHQL_FIELD_UNKNOWN", { message: `--${flag} ${name}: ${why}` });
    }
  }
}

function reasonAgainst(name: string, flag: "select" | "omit", policy: ReaderContext["policy"]): string | undefined {
  const [typeName = "", fieldName = "", ...rest] = name.split(".");
  const type = policy.schema.getType(typeName);
  if (rest.length > 0 || fieldName === "") return "this is no Type.field";
  if (!type) return `there is no type ${typeName}`;
  const field = fieldsOf(type).find((one) => one.name === fieldName);
  if (!field) return `${typeName} has no field ${fieldName}`;
  const refusal = flag === "select" ? policy.refusal(type, field) : undefined;
  return refusal === "required argument" ? "it has required arguments" : undefined;
}

function fieldsOf(type: GraphQLNamedType): readonly Field[] {
  if (type.name.startsWith("__") || !(isObjectType(type) || isInterfaceType(type))) return [];
  return Object.values(type.getFields());
}

const MAX_LISTED = 10;

function listed(names: readonly string[]): string {
  const more = names.length - MAX_LISTED;
  return more > 0 ? `${names.slice(0, MAX_LISTED).join(", ")} and ${more} more` : names.join(", ");
}
