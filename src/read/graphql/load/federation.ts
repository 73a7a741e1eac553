/** What Apollo Federation adds to a schema for its gateways. None of it is for callers. */
import { MapperKind, mapSchema } from "@graphql-tools/utils";
import {
  type ASTNode,
  type ConstDirectiveNode,
  type DocumentNode,
  type GraphQLArgumentConfig,
  type GraphQLSchema,
  isIntrospectionType,
  Kind,
  visit,
} from "graphql";

const FEDERATION: ReadonlySet<string> = new Set(
  (
    "authenticated cacheTag composeDirective connect context core cost extends external fromContext inaccessible " +
    "interfaceObject key link listSize override policy provides requires requiresScopes shareable source sourceField " +
    "sourceType sourceAPI tag"
  ).split(" "),
);
const PREFIX = /^(?:join|link|core|federation|connect|inaccessible|tag)__/;
const MACHINERY: ReadonlySet<string> = new Set(["_Any", "_Entity", "_Service", "FieldSet", "_FieldSet"]);
const ROOT_FIELDS: ReadonlySet<string> = new Set(["_service", "_entities"]);

export function isFederationDirective(name: string): boolean {
  return FEDERATION.has(name) || PREFIX.test(name);
}

interface Annotated {
  readonly astNode?: ASTNode | null | undefined;
  readonly extensionASTNodes?: readonly ASTNode[] | null | undefined;
}

/** The schema without gateways' machinery, `@inaccessible` parts and names that are GraphQL's own; and how much went. */
export function publicSchema(
  schema: GraphQLSchema,
  documents: readonly DocumentNode[],
): { readonly schema: GraphQLSchema; readonly hidden: number } {
  const hiding = hidingDirectives(documents);
  const isMarked = (part: Annotated): boolean =>
    [part.astNode, ...(part.extensionASTNodes ?? [])].some((node) =>
      directivesOf(node).some(({ name }) => hiding.has(name.value)),
    );
  const isHiddenType = (type: Annotated & { readonly name: string }): boolean =>
    PREFIX.test(type.name) || MACHINERY.has(type.name) || type.name.startsWith("__") || isMarked(type);
  const isHiddenField = (name: string, field: Annotated): boolean => name.startsWith("__") || isMarked(field);
  if (!hasHidden(schema, isHiddenType, isHiddenField)) return { schema, hidden: 0 };
  let hidden = 0;
  const drop = (isHidden: boolean): null | undefined => {
    if (!isHidden) return undefined;
    hidden++;
    return null;
  };
  const mapped = mapSchema(schema, {
    [MapperKind.TYPE]: (type) => drop(!isIntrospectionType(type) && isHiddenType(type)),
    [MapperKind.ROOT_FIELD]: (field, name) => drop(ROOT_FIELDS.has(name) || isHiddenField(name, field)),
    [MapperKind.OBJECT_FIELD]: (field, name) => drop(isHiddenField(name, field)),
    [MapperKind.INTERFACE_FIELD]: (field, name) => drop(isHiddenField(name, field)),
    [MapperKind.INPUT_OBJECT_FIELD]: (field, name) => drop(isHiddenField(name, field)),
    [MapperKind.ARGUMENT]: (argument: GraphQLArgumentConfig) => drop(isMarked(argument)),
    [MapperKind.ENUM_VALUE]: (value) => drop(isMarked(value)),
  });
  return { schema: mapped, hidden };
}

/** Most schemas have nothing of the kind, and are not mapped. */
function hasHidden(
  schema: GraphQLSchema,
  isHiddenType: (type: Annotated & { readonly name: string }) => boolean,
  isHiddenField: (name: string, field: Annotated) => boolean,
): boolean {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type)) continue;
    if (isHiddenType(type)) return true;
    const parts = "getFields" in type ? Object.values(type.getFields()) : "getValues" in type ? type.getValues() : [];
    for (const part of parts) {
      if (ROOT_FIELDS.has(part.name) || isHiddenField(part.name, part)) return true;
      const args: readonly Annotated[] = "args" in part ? part.args : [];
      if (args.some((argument) => isHiddenField("", argument))) return true;
    }
  }
  return false;
}

/** `@inaccessible`, and the names that `@link(import: [{ name: "@inaccessible", as: "@private" }])` gives it. */
export function hidingDirectives(documents: readonly DocumentNode[]): ReadonlySet<string> {
  const names = new Set(["inaccessible", "federation__inaccessible"]);
  for (const document of documents) {
    for (const node of document.definitions) {
      if (node.kind !== Kind.SCHEMA_DEFINITION && node.kind !== Kind.SCHEMA_EXTENSION) continue;
      visit(node, {
        ObjectValue(value) {
          const field = (key: string): string | undefined => {
            const found = value.fields.find(({ name }) => name.value === key)?.value;
            return found?.kind === Kind.STRING ? found.value : undefined;
          };
          const alias = field("as");
          if (field("name") === "@inaccessible" && alias?.startsWith("@")) names.add(alias.slice(1));
        },
      });
    }
  }
  return names;
}

function directivesOf(node: ASTNode | null | undefined): readonly ConstDirectiveNode[] {
  return node && "directives" in node ? ((node.directives ?? []) as readonly ConstDirectiveNode[]) : [];
}
