/** Finding, fetching and parsing a document. */
import type { Explanation } from "./explanation.js";

export type LoadingCode =
  | "FILE_UNREADABLE"
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
  | "SWAGGER2_LOSS";

export const loading: Readonly<Record<LoadingCode, Explanation>> = {
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
    cause: "It is missing, too large, or cannot be parsed; the operations that need it are left out.",
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
};
