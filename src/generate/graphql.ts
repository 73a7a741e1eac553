/** GraphQL schema, endpoint or operation documents → toolkit. */
import { Diagnostics } from "../diagnostics.js";
import type { LoadGraphqlOptions } from "../read/graphql/load.js";
import { authScheme } from "../shape/auth.js";
import { graphqlToolkitName, shapeGraphql } from "../shape/graphql.js";
import type { AuthScheme } from "../tool/types.js";
import { variableName } from "../tool/variable.js";
import { rememberedOptions } from "./options.js";
import { produce } from "./pipeline.js";
import { openPart, wayTo } from "./source.js";
import type { GenerateReport, GraphqlOptions } from "./types.js";

/** Bad input ends in a report with `ok: false`, never in an exception, and writes nothing. */
export async function generateGraphql(options: GraphqlOptions): Promise<GenerateReport> {
  const { sources, cwd, auth: credential, ...shaping } = options;
  return produce(options, {
    source: sources.map(openPart).join(" "),
    documents: [...sources, ...(options.operations ?? [])],
    async make(diagnostics, stage) {
      stage("load");
      const auth = credential === undefined ? undefined : authScheme(credential, diagnostics);
      if (diagnostics.failed) return undefined;
      // Loaded when needed: the library takes longer to load than the whole rest of the generator.
      const { isEndpoint, loadGraphql } = await import("../read/graphql/load.js");
      const { readGraphql } = await import("../read/graphql/index.js");
      const loaded = await loadGraphql(sources, loadOptions(options, sources.find(isEndpoint), auth), diagnostics);
      if (!loaded) return undefined;
      stage("read");
      const draft = readGraphql(loaded, options, diagnostics);
      const endpoint = options.endpoint ?? asked(loaded.endpoint, diagnostics);
      const spec = shapeGraphql(
        draft,
        { ...shaping, ...(auth && { auth }), ...(endpoint !== undefined && { endpoint }) },
        diagnostics,
      );
      return { spec, operations: draft.operations.length };
    },
    remember(root) {
      const ways = sources.flatMap((source) => wayTo(source, cwd, root) ?? []);
      const [spec] = ways;
      const operations = options.operations?.flatMap((pattern) => wayTo(pattern, cwd, root) ?? []);
      return {
        options: rememberedOptions({ ...options, ...(operations && { operations }) }),
        ...(ways.length === 1 && spec !== undefined && { spec }),
        ...(ways.length > 1 && { specs: ways }),
      };
    },
  });
}

/** A query may hold a secret, and a toolkit holds none. */
function asked(endpoint: string | undefined, diagnostics: Diagnostics): string | undefined {
  if (endpoint === undefined || new URL(endpoint).search === "") return endpoint;
  diagnostics.report("ENDPOINT_QUERY", { message: `${openPart(endpoint)} was asked with a query, which is left out` });
  return openPart(endpoint);
}

function loadOptions(
  options: GraphqlOptions,
  endpoint: string | undefined,
  auth: AuthScheme | undefined,
): LoadGraphqlOptions {
  const { cwd, operations, allowRefs, stdin, fetch, env = {} } = options;
  const asking = options.endpoint ?? endpoint;
  const name = graphqlToolkitName(
    { given: options.name, file: endpoint === undefined ? "" : openPart(endpoint), endpoint: asking },
    // It is named once more, and reported, when there is something to name.
    new Diagnostics(),
  );
  const variable = variableName(name, "token");
  return {
    cwd,
    ...(operations && { operations }),
    ...(allowRefs && { allowRefs }),
    ...(stdin && { stdin }),
    ...(fetch && { fetch }),
    ...(auth && { credential: { scheme: auth, variable, value: env[variable] } }),
  };
}
