import { describe, expect, it } from "vitest";
import { assignNames, typeName } from "../../../../src/read/names/type.js";

describe("typeName", () => {
  it.each([
    ["Pet", "Pet"],
    ["full-repository", "FullRepository"],
    ["payment_method.card", "PaymentMethodCard"],
    ["a/b~c", "ABC"],
    ["HTTPError", "HTTPError"],
    ["Résumé", "Resume"],
    ["2fa", "_2fa"],
    ["Response«Pet»", "ResponsePet"],
    ["error", "ErrorModel"],
    ["Object", "ObjectModel"],
    ["Record", "RecordModel"],
    ["schemas", "SchemasModel"],
    ["FileValue", "FileValueModel"],
    ["default", "Default"],
    ["*/ alert(1) //", "Alert1"],
  ])("%s → %s", (raw, want) => expect(typeName(raw)).toBe(want));

  it("of letters that TypeScript could take but files could not, and of too many", () => {
    expect(typeName("用户")).toMatch(/^Schema_[0-9a-f]{6}$/);
    expect(typeName("用户")).not.toBe(typeName("订单"));
    expect(typeName("x".repeat(200))).toMatch(/^X{0,1}x+_[0-9a-f]{6}$/);
    expect(typeName("x".repeat(200)).length).toBeLessThanOrEqual(80);
  });
});

describe("assignNames", () => {
  const named = (...raw: readonly string[]) =>
    Object.fromEntries(
      assignNames(raw.map((key) => ({ key, name: typeName(key), rank: typeName(key) === key ? 0 : 1 }))),
    );

  it("keeps names whatever else comes, and in whatever order", () => {
    const few = named("foo-bar", "FooBar", "Pet");
    expect(few).toEqual({ FooBar: "FooBar", "foo-bar": expect.stringMatching(/^FooBar_[0-9a-f]{6}$/), Pet: "Pet" });
    expect(named("Zoo", "Pet", "FooBar", "Apple", "foo-bar")).toMatchObject(few);
  });

  it("is unique without regard to case", () => {
    const names = Object.values(named("PET", "Pet", "pet", "pEt"));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(4);
  });
});
