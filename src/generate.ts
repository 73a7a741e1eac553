/** The generator, which knows every stage: load → read → shape → emit → write. */
export { checkToolkit } from "./generate/check.js";
export { generateGraphql } from "./generate/graphql.js";
export { generateOpenApi } from "./generate/openapi.js";
export type {
  Counts,
  FileReport,
  GenerateOptions,
  GenerateReport,
  GraphqlOptions,
  RunOptions,
  Skipped,
  Stage,
} from "./generate/types.js";
export type { Change, ChangeKind } from "./write/drift.js";
