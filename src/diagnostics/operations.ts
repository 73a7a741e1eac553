/** Operations: which become tools, their names, parameters, bodies and answers. */
import type { Explanation } from "./explanation.js";

export type OperationCode =
  | "OPERATION_SKIPPED"
  | "OPERATION_IGNORED"
  | "OPERATION_DEPRECATED"
  | "OPERATIONS_NOT_SELECTED"
  | "OPERATIONS_NONE"
  | "OPERATION_ID_DUPLICATE"
  | "PATTERN_UNMATCHED"
  | "WEBHOOKS_LEFT_OUT"
  | "EXTENSION_INVALID"
  | "BINDING_INVALID"
  | "BINDING_UNUSED"
  | "BINDING_UNFIT"
  | "NAME_INVALID"
  | "NAME_TAKEN"
  | "PATH_PARAMETER_MISSING"
  | "PATH_PARAMETER_UNUSED"
  | "PARAMETER_INVALID"
  | "PARAMETER_DUPLICATE"
  | "PARAMETER_REFUSED"
  | "PARAMETER_IGNORED"
  | "BODY_IGNORED"
  | "BODY_INVALID"
  | "RESPONSE_INVALID";

export const operations: Readonly<Record<OperationCode, Explanation>> = {
  OPERATION_SKIPPED: {
    severity: "warning",
    title: "An operation is left out",
    cause: "Something that the operation cannot do without is missing or wrong.",
    fix: "Mend the document at this place; the other operations are not affected.",
  },
  OPERATION_IGNORED: {
    severity: "info",
    title: "An operation is left out as asked",
    cause: "x-toolgen-ignore or the config file says so.",
    fix: "Take the mark away to generate it.",
  },
  OPERATION_DEPRECATED: {
    severity: "info",
    title: "A deprecated operation is left out",
    cause: "The document marks it as deprecated.",
    fix: "Generate with --deprecated to have it.",
  },
  OPERATIONS_NOT_SELECTED: {
    severity: "info",
    title: "Operations are left out by --include, --exclude or --tag",
    cause: "The patterns do not select them.",
    fix: "Change the patterns.",
  },
  OPERATIONS_NONE: {
    severity: "warning",
    title: "There is no tool",
    cause: "The document has no operation, or none is left.",
    fix: "Check the document's paths, and --include, --exclude and --tag.",
  },
  OPERATION_ID_DUPLICATE: {
    severity: "warning",
    title: "An operationId is used more than once",
    cause: "OpenAPI wants it to be unique, so the names of these tools carry a hash.",
    fix: "Give each operation an id of its own, or an x-toolgen-name.",
  },
  PATTERN_UNMATCHED: {
    severity: "warning",
    title: "A pattern or a tag matches nothing",
    cause: "Patterns are matched against tool names, operationIds and METHOD /path, tags against those of operations.",
    fix: "Check its spelling; --dump-ir without this flag shows names, paths and tags.",
  },
  WEBHOOKS_LEFT_OUT: {
    severity: "info",
    title: "Webhooks and callbacks are no tools",
    cause: "The service calls them, not the caller.",
    fix: "Nothing to do.",
  },
  EXTENSION_INVALID: {
    severity: "warning",
    title: "An x-toolgen extension or a tool's entry in the config is not understood",
    cause: "Its key or its value is not one that toolgen knows, or it cannot hold beside what else is there.",
    fix: "See the list of settings in the README.",
  },
  BINDING_INVALID: {
    severity: "error",
    title: "A binding is not understood",
    cause: "It is not written as a binding is.",
    fix: "Write --bind [<tool>:]<arg>=<constant>, …=env:<NAME> or …=context:<path>.",
  },
  BINDING_UNUSED: {
    severity: "error",
    title: "What is to be bound is no argument",
    cause: "No tool that it names has such an argument. Were it left out, a model might give what it must not.",
    fix: "Check its spelling: `toolgen list --format json` without it shows tools and arguments.",
  },
  BINDING_UNFIT: {
    severity: "error",
    title: "A constant is not what its argument takes",
    cause: "The argument's schema refuses it: each call of the tool would fail.",
    fix: "Bind a value that fits, or bind it for the tools that take it alone: --bind <tool>:<arg>=<constant>.",
  },
  NAME_INVALID: {
    severity: "warning",
    title: "A name cannot be used",
    cause: "Tool names match ^[a-z][a-z0-9_]{0,47}$.",
    fix: "Choose another name.",
  },
  NAME_TAKEN: {
    severity: "warning",
    title: "Two tools were given the same name",
    cause: "x-toolgen-name or the config names both; each carries a hash now.",
    fix: "Give each a name of its own.",
  },
  PATH_PARAMETER_MISSING: {
    severity: "warning",
    title: "A path template has an undeclared parameter",
    cause: "The path names it, no parameter declares it: it is taken as required text.",
    fix: "Declare it with in: path.",
  },
  PATH_PARAMETER_UNUSED: {
    severity: "warning",
    title: "A path parameter has no place in the path",
    cause: "No template expression of the path has its name, so it cannot be sent.",
    fix: "Correct its name or its location.",
  },
  PARAMETER_INVALID: {
    severity: "warning",
    title: "A parameter is not usable as it is declared",
    cause: "Its declaration breaks the standard.",
    fix: "Mend the declaration.",
  },
  PARAMETER_DUPLICATE: {
    severity: "warning",
    title: "A parameter is declared twice",
    cause: "Name and location identify a parameter; the last declaration counts.",
    fix: "Remove one of them.",
  },
  PARAMETER_REFUSED: {
    severity: "warning",
    title: "A header parameter is refused",
    cause: "It would change how the message travels or where it goes, so no caller may set it.",
    fix: "Nothing to do, unless the service cannot work without it.",
  },
  PARAMETER_IGNORED: {
    severity: "info",
    title: "A parameter is no argument",
    cause: "The standard, the runtime or a security scheme sets it.",
    fix: "Nothing to do.",
  },
  BODY_IGNORED: {
    severity: "info",
    title: "A request body is not sent",
    cause: "OpenAPI 3.0 tells consumers to ignore the body of a GET or HEAD, and HTTP that of a TRACE.",
    fix: "Declare OpenAPI 3.1, or use another method.",
  },
  BODY_INVALID: {
    severity: "warning",
    title: "A request body is not usable as it is declared",
    cause: "Its declaration breaks the standard.",
    fix: "Mend the declaration.",
  },
  RESPONSE_INVALID: {
    severity: "warning",
    title: "A response is not understood",
    cause: "Its declaration breaks the standard; the tool has no output schema for it.",
    fix: "Mend the declaration.",
  },
};
