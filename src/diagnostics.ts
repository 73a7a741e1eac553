/** The catalogue of everything that can be said about an input, and the list that a run collects. A leaf: imports nothing. */

export type Severity = "error" | "warning" | "info";

/** Where something was found. */
export interface Place {
  /** As the user named it, or relative to the document's folder. */
  readonly file: string;
  /** RFC 6901, as a URI fragment: `#/paths/~1pets/get`. Empty: the file as a whole. */
  readonly pointer: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
}

export interface Explanation {
  readonly severity: Severity;
  readonly title: string;
  readonly cause: string;
  readonly fix: string;
}

/** Every code; one that the catalogue below does not explain does not compile. */
export type Code =
  | "FILE_UNREADABLE"
  // Loading
  | "FETCH_FAILED"
  | "SPEC_ADDRESS_INVALID"
  | "ALLOW_REFS_INVALID"
  | "LIMIT_EXCEEDED"
  | "SYNTAX_ERROR"
  | "YAML_DUPLICATE_KEY"
  | "YAML_TAG_REFUSED"
  | "JSON_DUPLICATE_KEY"
  | "JSON_LAX"
  | "NUMBER_IMPRECISE"
  | "NOT_OPENAPI"
  | "VERSION_UNSUPPORTED"
  | "VERSION_UNKNOWN"
  | "REF_REFUSED"
  | "REF_UNREADABLE"
  | "REF_BROKEN"
  | "SPEC_INVALID"
  | "VERDICT_SKIPPED"
  | "SWAGGER2_LOSS"
  // Schemas
  | "SCHEMA_INVALID"
  | "SCHEMA_KEYWORD_INVALID"
  | "SCHEMA_TYPE_UNKNOWN"
  | "SCHEMA_PATTERN_INVALID"
  | "SCHEMA_DEFAULT_INVALID"
  | "SCHEMA_DISCRIMINATOR"
  | "SCHEMA_CLOSED_ALLOF"
  | "SCHEMA_DYNAMIC_REF"
  | "SCHEMA_LOOP"
  | "SCHEMA_TOO_DEEP"
  // Operations
  | "OPERATION_SKIPPED"
  | "OPERATION_IGNORED"
  | "OPERATION_DEPRECATED"
  | "OPERATIONS_NOT_SELECTED"
  | "OPERATIONS_NONE"
  | "OPERATION_ID_DUPLICATE"
  | "PATTERN_UNMATCHED"
  | "WEBHOOKS_LEFT_OUT"
  | "EXTENSION_INVALID"
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
  | "RESPONSE_INVALID"
  | "SECURITY_UNKNOWN"
  | "SECURITY_SCHEME_INVALID"
  // Writing
  | "PACKAGE_NAME_INVALID"
  | "OUTPUT_REFUSED"
  | "FILE_FOREIGN"
  | "FILE_EDITED"
  | "SPEC_UNKNOWN"
  | "TOOLKIT_UNREADABLE"
  | "CREDENTIAL_SHARED"
  | "SERVER_INVALID"
  | "SERVER_RELATIVE"
  | "SERVER_INSECURE"
  | "ORIGIN_NOT_ALLOWED";

/** `error` means that no toolkit is written. A fault of one operation is a warning: it costs that operation alone. */
export const catalogue: Readonly<Record<Code, Explanation>> = {
  FILE_UNREADABLE: {
    severity: "error",
    title: "The document cannot be read",
    cause: "The file is missing, is not readable, or is not text.",
    fix: "Check the path; use - to read from standard input.",
  },
  FETCH_FAILED: {
    severity: "error",
    title: "The document cannot be fetched",
    cause: "The server cannot be reached, took too long, answered with an error, or redirects to another origin.",
    fix: "Check the address; or download the document and name the file.",
  },
  SPEC_ADDRESS_INVALID: {
    severity: "error",
    title: "This is no address of a document",
    cause: "A document is a file, - for standard input, or an http(s) URL without user name and password.",
    fix: "Name a file or a URL; where the server wants credentials, download the document first.",
  },
  ALLOW_REFS_INVALID: {
    severity: "error",
    title: "--allow-refs cannot be used as it is",
    cause: "It names one https origin (http for loopback only) or one folder that exists.",
    fix: "Correct it, as in --allow-refs https://schemas.example.com or --allow-refs ../shared.",
  },
  LIMIT_EXCEEDED: {
    severity: "error",
    title: "The document is too large",
    cause:
      "Documents are limited in bytes, files, depth, values, operations and length of texts, before any work is done.",
    fix: "Generate from a part of it; the library's loader takes other limits.",
  },
  SYNTAX_ERROR: {
    severity: "error",
    title: "The text is neither JSON nor YAML",
    cause: "The parser cannot go on at the place given.",
    fix: "Correct the text there.",
  },
  YAML_DUPLICATE_KEY: {
    severity: "error",
    title: "A key occurs twice",
    cause: "YAML mappings have unique keys; one of the two values would be lost.",
    fix: "Rename or remove one of them.",
  },
  YAML_TAG_REFUSED: {
    severity: "error",
    title: "A YAML tag is refused",
    cause:
      "Only the tags of YAML's core schema are read (!!str, !!int, !!float, !!bool, !!null, !!map, !!seq); no tag may make anything else.",
    fix: "Remove the tag.",
  },
  JSON_DUPLICATE_KEY: {
    severity: "warning",
    title: "A key occurs twice",
    cause: "In JSON the last of two equal keys counts; what the first one says is lost.",
    fix: "Rename or remove one of them.",
  },
  JSON_LAX: {
    severity: "warning",
    title: "The text is nearly JSON",
    cause: "It begins like JSON, but only YAML's grammar accepts it: a comma too many, a comment, single quotes.",
    fix: "Correct it, since other tools will refuse it.",
  },
  NUMBER_IMPRECISE: {
    severity: "warning",
    title: "An integer has more digits than a number can hold",
    cause: "Integers beyond 2^53 lose digits when a document is read as JSON.",
    fix: "Write it as a string, if the API takes one.",
  },
  NOT_OPENAPI: {
    severity: "error",
    title: "This is no OpenAPI document",
    cause: 'An OpenAPI document is an object that says "openapi": "3.…" or "swagger": "2.0".',
    fix: "Check that this is the root document of the API's description.",
  },
  VERSION_UNSUPPORTED: {
    severity: "error",
    title: "This version of OpenAPI is not supported",
    cause: "Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 can be read.",
    fix: "Convert the document to one of these versions.",
  },
  VERSION_UNKNOWN: {
    severity: "warning",
    title: "This version of OpenAPI is newer than this tool",
    cause: "It is read as the newest version known; what is new in it is not understood.",
    fix: "Look for a newer version of toolgen.",
  },
  REF_REFUSED: {
    severity: "warning",
    title: "A reference is refused",
    cause:
      "A document may refer to files of its own folder only; other files and the network are read where the user allows it.",
    fix: "If you trust it, allow it with --allow-refs <origin or folder>.",
  },
  REF_UNREADABLE: {
    severity: "warning",
    title: "A referenced file cannot be read",
    cause: "It is missing, too large, or neither JSON nor YAML; the operations that need it are left out.",
    fix: "Correct the reference or the file.",
  },
  REF_BROKEN: {
    severity: "warning",
    title: "A reference leads nowhere",
    cause:
      "The file is there, but has nothing at the place that the reference names; the operations that need it are left out.",
    fix: "Correct the reference.",
  },
  SPEC_INVALID: {
    severity: "warning",
    title: "The document breaks the standard",
    cause: "swagger-parser compares the document with the official schema of its version; reading goes on.",
    fix: "Correct the document; other tools may refuse it.",
  },
  VERDICT_SKIPPED: {
    severity: "info",
    title: "The document was not compared with the standard",
    cause: "swagger-parser does not know this version, or would take too long.",
    fix: "Nothing needs to be done.",
  },
  SWAGGER2_LOSS: {
    severity: "warning",
    title: "Swagger 2.0 says something that cannot be kept",
    cause:
      "A few features of Swagger 2.0 have no counterpart in OpenAPI 3, or are used where the standard gives them no meaning.",
    fix: "Check the tools that come of it.",
  },
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
    title: "A pattern matches nothing",
    cause: "Patterns are matched against tool names, operationIds and METHOD /path.",
    fix: "Check its spelling: toolgen list shows the names.",
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
    cause: "Its key or its value is not one that toolgen knows.",
    fix: "See the list of extensions in the README.",
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
  SECURITY_UNKNOWN: {
    severity: "warning",
    title: "A security requirement names an unknown scheme",
    cause: "A requirement that cannot be met is never met by sending less.",
    fix: "Declare the scheme under components.securitySchemes, or correct the name.",
  },
  SECURITY_SCHEME_INVALID: {
    severity: "warning",
    title: "A security scheme is not understood",
    cause: "Its declaration breaks the standard, so what requires it cannot be called.",
    fix: "Mend the declaration.",
  },
  CREDENTIAL_SHARED: {
    severity: "warning",
    title: "Two security schemes read the same variable",
    cause: "Their names differ only in characters that variables cannot have.",
    fix: "Rename one of them, or give credentials through a provider.",
  },
  SERVER_INVALID: {
    severity: "warning",
    title: "A server is not usable",
    cause: "Its URL, filled with the defaults of its variables, is no http or https URL.",
    fix: "Correct it, or give --base-url.",
  },
  SERVER_RELATIVE: {
    severity: "warning",
    title: "The server's address is not known",
    cause: "It is relative and the document came from a file, or its variables have no usable default.",
    fix: "Give --base-url, at generation or at run time.",
  },
  SERVER_INSECURE: {
    severity: "warning",
    title: "Credentials are not sent over plain http",
    cause: "The server is not on this machine, and its URL is not https.",
    fix: "Use https, if the service offers it.",
  },
  ORIGIN_NOT_ALLOWED: {
    severity: "warning",
    title: "Credentials are not sent to this origin",
    cause: "It is none of the document's top-level servers, so the document alone cannot make it trusted.",
    fix: "Allow it with --allow-origin, if it is to be trusted.",
  },
  PACKAGE_NAME_INVALID: {
    severity: "error",
    title: "The package name is none",
    cause: "npm takes lower-case letters, digits, - . _ ~, with or without a scope.",
    fix: "Give --package a name like @acme/github-tools.",
  },
  OUTPUT_REFUSED: {
    severity: "error",
    title: "The toolkit cannot be written",
    cause: "A link, a file or missing rights stand in the way.",
    fix: "Name another folder with --out, or clear the way.",
  },
  FILE_FOREIGN: {
    severity: "error",
    title: "A file is in the way",
    cause: "toolgen overwrites only what it wrote itself.",
    fix: "Move the file, name another folder with --out, or overwrite it with --force.",
  },
  FILE_EDITED: {
    severity: "warning",
    title: "A generated file was edited by hand",
    cause: "What it holds is not what toolgen wrote.",
    fix: "Change the document or the options instead (descriptions, names and effects can be set in the config file), or overwrite it with --force.",
  },
  SPEC_UNKNOWN: {
    severity: "error",
    title: "The toolkit does not say what it was made from",
    cause: "It was generated from standard input.",
    fix: "Generate it again from a file or a URL.",
  },
  TOOLKIT_UNREADABLE: {
    severity: "error",
    title: "The folder is no generated toolkit",
    cause: "It has no manifest.json that toolgen wrote.",
    fix: "Name the folder that toolgen openapi wrote.",
  },
};

/** One finding. `--json` prints it as it is. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  /** What happened, in this case. */
  readonly message: string;
  readonly at?: Place;
  readonly cause: string;
  readonly fix: string;
}

export interface Finding {
  readonly message: string;
  readonly at?: Place;
  /** Instead of the catalogue's, where this case has a better one. */
  readonly fix?: string;
}

/** Collects what a run finds, in the order of finding. */
export class Diagnostics {
  readonly #list: Diagnostic[] = [];

  report(code: Code, finding: Finding): void {
    const { severity, cause, fix } = catalogue[code];
    this.#list.push({ code, severity, cause, fix, ...finding });
  }

  get list(): readonly Diagnostic[] {
    return this.#list;
  }

  get failed(): boolean {
    return this.#list.some((d) => d.severity === "error");
  }
}
