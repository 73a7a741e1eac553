/** All parts → the schema that is read: joined, without what is internal, and usable. */
import type { DocumentNode } from "graphql";
import type { Diagnostics } from "../../../diagnostics.js";
import { ReadFault } from "../../source/fault.js";
import type { LoadedGraphql } from "../loaded.js";
import { buildSchema, type Part, usable } from "./build.js";
import { publicSchema } from "./federation.js";

interface Named {
  /** As the report calls the source. */
  readonly file: string;
  readonly sha256: string;
  readonly endpoint?: string;
}

export async function finishSchema(
  parts: readonly Part[],
  { file, sha256, endpoint }: Named,
  diagnostics: Diagnostics,
): Promise<LoadedGraphql> {
  const built = await buildSchema(parts, diagnostics);
  const documents: DocumentNode[] = parts.flatMap((part) => ("document" in part ? [part.document] : []));
  const { schema: open, hidden } = publicSchema(built, documents);
  if (hidden > 0) diagnostics.report("GRAPHQL_INTERNALS", { message: `${hidden} types and fields are left out` });
  const schema = usable(open, diagnostics);
  reportRoots(schema, file, diagnostics);
  return {
    schema,
    source: { kind: "graphql", title: "", file, sha256 },
    title: "",
    ...(schema.description && { description: schema.description }),
    ...(endpoint !== undefined && { endpoint }),
  };
}

function reportRoots(schema: LoadedGraphql["schema"], file: string, diagnostics: Diagnostics): void {
  if (!schema.getQueryType() && !schema.getMutationType()) {
    throw new ReadFault("GRAPHQL_UNUSABLE", "it has neither a query type nor a mutation type");
  }
  const subscriptions = Object.keys(schema.getSubscriptionType()?.getFields() ?? {}).length;
  if (subscriptions === 0) return;
  const what = subscriptions === 1 ? "1 subscription is" : `${subscriptions} subscriptions are`;
  diagnostics.report("SUBSCRIPTIONS_LEFT_OUT", { message: `${what} left out`, at: { file, pointer: "" } });
}
