/** Schemas of an OpenAPI document. */
import type { Explanation } from "./explanation.js";

export type SchemaCode =
  | "SCHEMA_INVALID"
  | "SCHEMA_KEYWORD_INVALID"
  | "SCHEMA_TYPE_UNKNOWN"
  | "SCHEMA_PATTERN_INVALID"
  | "SCHEMA_DEFAULT_INVALID"
  | "SCHEMA_DISCRIMINATOR"
  | "SCHEMA_CLOSED_ALLOF"
  | "SCHEMA_DYNAMIC_REF"
  | "SCHEMA_LOOP"
  | "SCHEMA_TOO_DEEP";

export const schemas: Readonly<Record<SchemaCode, Explanation>> = {
  SCHEMA_INVALID: {
    severity: "warning",
    title: "Something that is no schema stands in a schema's place",
    cause: "A Schema Object is an object; from OpenAPI 3.1 it may also be true or false.",
    fix: "Write a schema there; until then any value is accepted.",
  },
  SCHEMA_KEYWORD_INVALID: {
    severity: "warning",
    title: "A keyword of a schema has a value that it cannot have",
    cause: "The value is of the wrong type, or empty where something is needed.",
    fix: "Correct the value; until then the keyword is not checked.",
  },
  SCHEMA_TYPE_UNKNOWN: {
    severity: "warning",
    title: "A schema names a type that does not exist",
    cause: "Types are null, boolean, object, array, number, string and integer; a date is a string with a format.",
    fix: "Correct the type; until then any value is accepted.",
  },
  SCHEMA_PATTERN_INVALID: {
    severity: "warning",
    title: "A pattern is no regular expression of JavaScript",
    cause: "JSON Schema takes ECMA-262; inline flags, possessive quantifiers and POSIX classes are of other dialects.",
    fix: "Rewrite the pattern; until then it is not checked.",
  },
  SCHEMA_DEFAULT_INVALID: {
    severity: "warning",
    title: "A default contradicts its own schema",
    cause: "It is of another type, or not among the listed values.",
    fix: "Correct the default or the schema; until then no default is told.",
  },
  SCHEMA_DISCRIMINATOR: {
    severity: "warning",
    title: "A discriminator cannot be followed in full",
    cause: "A value is mapped to no schema, or more schemas inherit from the base than one tool can list.",
    fix: "Correct the mapping, or use oneOf with the schemas that are meant.",
  },
  SCHEMA_CLOSED_ALLOF: {
    severity: "warning",
    title: "One part of allOf forbids properties of another",
    cause: "additionalProperties: false knows only the properties beside it, not those of the other parts.",
    fix: "Use unevaluatedProperties: false beside allOf, or leave it out of the parts.",
  },
  SCHEMA_DYNAMIC_REF: {
    severity: "info",
    title: "A dynamic reference is read as a plain one",
    cause: "$dynamicRef depends on the path by which a schema is reached; tools have one schema for each place.",
    fix: "Nothing, unless the place needs another schema: use $ref then.",
  },
  SCHEMA_LOOP: {
    severity: "warning",
    title: "A schema describes a value by itself",
    cause: "By $ref, allOf or a union it leads back to itself without passing a property or an item.",
    fix: "Break the loop; until then that step is left out.",
  },
  SCHEMA_TOO_DEEP: {
    severity: "warning",
    title: "A schema is too deep or too large to be read in full",
    cause: "Its parts are nested or repeated beyond what an interface needs.",
    fix: "Move parts to components and refer to them.",
  },
};
