/** Another service, over HTTP: the key is the host's, and no model sees it. */
import { defineTool, type Toolkit } from "toolgen/tool";

export function carrier(): Toolkit {
  return {
    name: "carrier",
    servers: { default: { url: "https://carrier.example" } },
    origins: ["https://carrier.example"],
    // From the environment: CARRIER_KEY.
    auth: { key: { type: "http", scheme: "bearer" } },
    tools: {
      track_parcel: defineTool<{ parcel: string }, unknown>({
        name: "track_parcel",
        description: "Where a parcel is now.",
        effect: "read",
        input: {
          type: "object",
          additionalProperties: false,
          properties: { parcel: { type: "string", description: "Number of the parcel." } },
          required: ["parcel"],
        },
        auth: [{ key: [] }],
        http: { method: "GET", path: "/parcels/{parcel}" },
      }),
    },
  };
}
