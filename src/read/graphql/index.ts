/** A GraphQL schema → what `shape` makes a ToolSpec of. */
import type { Diagnostics } from "../../diagnostics.js";
import { cap, cleanText, propertyText } from "../text.js";
import { createDefinitions } from "./definitions.js";
import { createDocumentReader } from "./documents/reader.js";
import type { GraphqlDraft, ReadGraphqlOptions } from "./draft.js";
import { reportFindings } from "./findings.js";
import { createInputTypes } from "./input-types.js";
import type { LoadedGraphql } from "./loaded.js";
import { createNames } from "./names.js";
import { createPolicy } from "./policy.js";
import type { ReaderContext } from "./reader.js";
import { createRootReader } from "./roots.js";
import { createScalars } from "./scalars.js";

const MAX_DESCRIPTION = 1_024;

export function readGraphql(
  loaded: LoadedGraphql,
  options: ReadGraphqlOptions,
  diagnostics: Diagnostics,
): GraphqlDraft {
  const { schema, source, title } = loaded;
  const text = propertyText();
  const scalars = createScalars(schema, options.scalars);
  const policy = createPolicy(schema, options, scalars);
  const names = createNames(schema);
  const types = createInputTypes(schema, names, scalars, text);
  const context: ReaderContext = { loaded, options, diagnostics, policy, names, types, scalars, text };
  reportFindings(context);
  const { documents } = loaded;
  const { operations, read } = documents ? createDocumentReader(documents, context) : createRootReader(context);
  const description = cap(cleanText(loaded.description ?? ""), MAX_DESCRIPTION);
  return {
    source,
    title,
    ...(description !== "" && { description }),
    operations,
    read,
    schemas: createDefinitions(schema, names, types, text),
  };
}
