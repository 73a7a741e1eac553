/** What the readers of root fields and of operation documents share. */
import type { Diagnostics } from "../../diagnostics.js";
import type { GraphqlCandidate, GraphqlDetail, ReadGraphqlOptions } from "./draft.js";
import type { LoadedGraphql } from "./loaded.js";
import type { Names } from "./names.js";
import type { Policy } from "./policy.js";
import type { InputContext } from "./variables.js";

export interface ReaderContext extends InputContext {
  readonly loaded: LoadedGraphql;
  readonly options: ReadGraphqlOptions;
  readonly diagnostics: Diagnostics;
  readonly policy: Policy;
  readonly names: Names;
}

export interface OperationReader {
  readonly operations: readonly GraphqlCandidate[];
  read(operation: GraphqlCandidate): GraphqlDetail | undefined;
}
