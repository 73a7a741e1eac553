/** What a model sends in the form of a provider is what the tool takes, and what the tool takes can be sent. */
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dialects, type ProfileName } from "../../../src/providers/dialect.js";
import { toProfile } from "../../../src/providers/profile.js";
import { describeTool } from "../../../src/runtime/registry/describe.js";
import type { JsonSchemaObject } from "../../../src/tool/json-schema.js";
import { refusals } from "../../unit/providers/accepts.js";
import { checkable, isForeseen, withNullable } from "../../unit/providers/checkable.js";
import { renamed, ways } from "../../unit/providers/express.js";
import { diceOf, sample } from "./sample.js";
import { inputs } from "./schemas.js";

const PROFILES = Object.keys(dialects) as ProfileName[];
const RUNS = { numRuns: 25, seed: 99 };
const SAMPLES = 4;

const toolOf = (input: JsonSchemaObject, profile: ProfileName): ReturnType<typeof toProfile> => {
  const tool = { name: "by_hand", description: "", effect: "read", input, run: () => undefined } as const;
  return toProfile(describeTool("by_hand", "mine", tool), profile);
};

/** JSON, keys sorted: equal for equal values. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, one) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

const ajv = (): Ajv2020 =>
  new Ajv2020({ strict: false, validateFormats: false, ownProperties: true, inlineRefs: false });

describe.each(PROFILES)("%s", (profile) => {
  const dialect = dialects[profile];

  it("is taken by the provider, and what it lets a model send is taken by the tool", () => {
    fc.assert(
      fc.property(inputs, fc.integer(), (input, seed) => {
        const { schema, restore, loosened, reason } = toolOf(input, profile);
        expect(refusals(reason === undefined ? profile : profile.replace("-strict", ""), schema)).toEqual([]);
        const accepts = ajv().compile(input);
        const said = checkable(schema) as JsonSchemaObject;
        const isSaid = ajv().compile(said);
        const dice = diceOf(seed);
        for (let i = 0; i < SAMPLES; i++) {
          const sent = sample(said, said, dice);
          if (!isSaid(sent) || accepts(restore(sent))) continue;
          const unforeseen = (accepts.errors ?? []).filter((error) => !isForeseen(error, loosened));
          if (unforeseen.length === accepts.errors?.length)
            expect({ sent, restored: restore(sent), unforeseen }).toBeNull();
        }
      }),
      RUNS,
    );
  });

  it("says whatever the tool takes, null and what is left out among it", () => {
    fc.assert(
      fc.property(inputs, fc.integer(), (input, seed) => {
        const { schema, restore, reason } = toolOf(input, profile);
        const accepts = ajv().compile(input);
        const isSaid = ajv().compile(withNullable(schema) as JsonSchemaObject);
        const dice = diceOf(seed);
        for (let i = 0; i < SAMPLES; i++) {
          const value = sample(input, input, dice);
          if (!accepts(value)) continue;
          const kept =
            dialect.keywords === "any" || reason !== undefined
              ? [renamed(value, [input], input, dialect.key)]
              : [...ways(value, schema, schema, dialect.key)];
          const way = kept.find((one) => isSaid(one) && sorted(restore(one)) === sorted(value));
          if (way === undefined) expect({ value, tried: kept.slice(0, 3), schema }).toBeNull();
        }
      }),
      RUNS,
    );
  });
});
