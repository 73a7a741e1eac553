/** An independent server as judge: graphql-yoga, with resolvers that make up whatever a schema promises. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { addMocksToSchema, type IMocks } from "@graphql-tools/mock";
import { type GraphQLSchema, isScalarType, isSpecifiedScalarType } from "graphql";
import { createYoga } from "graphql-yoga";
import type { JsonSchema } from "../../src/tool/json-schema.js";
import { exampleOf } from "./arguments.js";

export interface Service extends AsyncDisposable {
  readonly endpoint: string;
}

/** `scalar`: what custom scalars are in results. */
export async function startService(schema: GraphQLSchema, scalar: (name: string) => JsonSchema): Promise<Service> {
  const custom = Object.values(schema.getTypeMap()).filter(
    (type) => isScalarType(type) && !isSpecifiedScalarType(type),
  );
  const mocks: IMocks = Object.fromEntries(
    custom.map(({ name }) => [name, () => exampleOf(scalar(name), {}) ?? { made: "up" }]),
  );
  const yoga = createYoga({
    schema: addMocksToSchema({ schema, mocks }),
    graphqlEndpoint: "/graphql",
    logging: false,
    maskedErrors: false,
    landingPage: false,
  });
  const server = createServer(yoga).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}/graphql`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
