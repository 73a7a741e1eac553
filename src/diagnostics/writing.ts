/** Writing toolkits, and reading them again. */
import type { Explanation } from "./explanation.js";

export type WritingCode =
  | "PACKAGE_NAME_INVALID"
  | "OUTPUT_REFUSED"
  | "FILE_FOREIGN"
  | "FILE_EDITED"
  | "SPEC_UNKNOWN"
  | "TOOLKIT_UNREADABLE";

export const writing: Readonly<Record<WritingCode, Explanation>> = {
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
    fix: "Name a folder that toolgen wrote.",
  },
};
