/** Executable documents against a schema, by the rules of GraphQL §5. */
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  specifiedRules,
  TypeInfo,
  ValidationContext,
  visit,
  visitInParallel,
  visitWithTypeInfo,
} from "graphql";

const MAX_ERRORS = 100;

/** Like graphql's `validate`, but takes a schema of slightly invalid SDL as it is. */
export function validateDocument(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const errors: GraphQLError[] = [];
  const typeInfo = new TypeInfo(schema);
  const context = new ValidationContext(schema, document, typeInfo, (error) => {
    if (errors.length < MAX_ERRORS) errors.push(error);
  });
  visit(document, visitWithTypeInfo(typeInfo, visitInParallel(specifiedRules.map((rule) => rule(context)))));
  return errors;
}
