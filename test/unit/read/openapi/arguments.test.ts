import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameArguments, type Slot } from "../../../../src/read/openapi/arguments.js";

const slots = (...list: string[]): Slot[] =>
  list.map((text) => {
    const [place = "", name = ""] = text.split(" ");
    return { place: place as Slot["place"], name };
  });

describe("names of arguments", () => {
  it.each([
    [["path id", "query limit"], false, ["id", "limit"]],
    [
      ["path id", "query id", "header id", "cookie id", "body id", "body note"],
      false,
      ["id_path", "id_query", "id_header", "id_cookie", "id_body", "note"],
    ],
    [
      ["header X-Tenant-Id", "query filter[name]", "query 2fa", "query $top"],
      false,
      ["X_Tenant_Id", "filter_name", "_2fa", "top"],
    ],
    [["query body"], false, ["body"]],
    [["query body"], true, ["body_query"]],
    [["query a_b", "query a-b", "query a.b"], false, ["a_b", "a_b_4dc61e", "a_b_d81a05"]],
    [["path id", "query id", "query id_path"], false, ["id_path_a9f1c0", "id_query", "id_path"]],
  ])("%j, whole body %s", (given, body, want) => {
    const named = nameArguments(slots(...given), body);
    const blurred = (name: string): string => name.replace(/_[0-9a-f]{6}$/, "_#");
    expect(named.map(blurred)).toEqual(want.map(blurred));
  });

  it("R-07 never make a property of every object's prototype", () => {
    expect(nameArguments(slots("query __proto__"), false)[0]).toMatch(/^proto_[0-9a-f]{6}$/);
  });

  it("R-13 are legal, unique, and depend on nothing but what shares a name", () => {
    const place = fc.constantFrom("path", "query", "header", "cookie", "body") as fc.Arbitrary<Slot["place"]>;
    const name = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("id", "i-d", "i_d", "body", "id_path", "id_body", "__proto__", "a".repeat(80)),
    );
    const slot = fc.record({ place, name });
    const list = fc.uniqueArray(slot, { selector: (s) => `${s.place} ${s.name}`, maxLength: 12 });
    fc.assert(
      fc.property(list, fc.boolean(), (all, body) => {
        const given = body ? all.filter((s) => s.place !== "body") : all;
        const names = nameArguments(given, body);
        for (const one of names) expect(one).toMatch(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/);
        expect(new Set([...names, ...(body ? ["body"] : [])]).size).toBe(names.length + (body ? 1 : 0));
        const turned = nameArguments([...given].reverse(), body);
        expect([...turned].reverse()).toEqual(names);
      }),
    );
  });
});
