import fc from "fast-check";

/** Few names, so that fields of different types meet in one place; some of them mean something to the reader. */
const NAMES = [
  "id",
  "name",
  "a",
  "b",
  "node",
  "nodes",
  "edges",
  "pageInfo",
  "cursor",
  "errors",
  "items",
  "token",
  "constructor",
  "toString",
];
const LEAVES = ["Int", "Float", "String", "Boolean", "ID", "E0", "E1", "JSON", "Date", "BigInt"];
const WRAPS = ["*", "*!", "[*]", "[*!]!", "[[*]!]"];
const DEFAULTS: Readonly<Record<string, string>> = {
  Int: "1",
  Float: "2",
  String: '"x"',
  Boolean: "true",
  ID: "3",
  E0: "P",
  Date: '"2020-01-01"',
};

interface Rough {
  readonly objects: number;
  readonly interfaces: number;
  readonly unions: number;
  readonly inputs: number;
}

const pick = <T>(list: readonly T[]) => fc.constantFrom(...list);
const wrapped = (names: readonly string[]) =>
  fc.tuple(pick(WRAPS), pick(names)).map(([wrap, name]) => wrap.replace("*", name));

/** SDL of schemas that hold cycles, interfaces, unions, connections by accident, recursive inputs, and defaults. */
export const schemas: fc.Arbitrary<string> = fc
  .record<Rough>({
    objects: fc.integer({ min: 1, max: 5 }),
    interfaces: fc.integer({ min: 0, max: 2 }),
    unions: fc.integer({ min: 0, max: 2 }),
    inputs: fc.integer({ min: 1, max: 3 }),
  })
  .chain((rough) => schemaOf(rough));

function schemaOf({ objects, interfaces, unions, inputs }: Rough): fc.Arbitrary<string> {
  const names = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
  const [types, abstract, joined, inputNames] = [
    names("T", objects),
    names("N", interfaces),
    names("U", unions),
    names("In", inputs),
  ];
  const composite = [...types, ...abstract, ...joined, "Query"];
  const outputs = [...LEAVES, ...composite, ...composite];
  return fc
    .record({
      interfaceFields: fc.array(fieldList(outputs, inputNames), { minLength: interfaces, maxLength: interfaces }),
      typeFields: fc.array(fieldList(outputs, inputNames), { minLength: objects, maxLength: objects }),
      // A type that nothing has would be of no use to a server.
      implemented: fc
        .array(fc.subarray(abstract), { minLength: objects, maxLength: objects })
        .map((list) => [abstract, ...list.slice(1)]),
      stricter: fc.array(fc.boolean(), { minLength: objects, maxLength: objects }),
      members: fc.array(fc.subarray(types, { minLength: 1 }), { minLength: unions, maxLength: unions }),
      inputFields: fc.array(inputList(inputNames), { minLength: inputs, maxLength: inputs }),
      oneOf: fc.boolean(),
      query: fieldList(outputs, inputNames),
      mutation: fieldList(outputs, inputNames),
    })
    .map((made) => {
      const fieldsOf = (i: number): string => {
        const found = new Map<string, string>();
        for (const name of made.implemented[i] ?? []) {
          for (const [field, text] of made.interfaceFields[Number(name.slice(1))] ?? []) {
            const narrowed = made.stricter[i] && !text.endsWith("!") ? `${text}!` : text;
            if (!found.has(field)) found.set(field, narrowed);
          }
        }
        for (const [field, text] of made.typeFields[i] ?? []) if (!found.has(field)) found.set(field, text);
        return [...found.values()].join(" ");
      };
      const plain = (list: readonly (readonly [string, string])[] | undefined) =>
        (list ?? []).map(([, text]) => text).join(" ");
      return [
        "scalar JSON scalar Date scalar BigInt scalar Upload enum E0 { P Q } enum E1 { R @deprecated S }",
        `type Query { ${plain(made.query)} } type Mutation { ${plain(made.mutation)} }`,
        ...abstract.map((name, i) => `interface ${name} { ${plain(made.interfaceFields[i])} }`),
        ...types.map((name, i) => {
          const list = made.implemented[i] ?? [];
          return `type ${name}${list.length > 0 ? ` implements ${list.join(" & ")}` : ""} { ${fieldsOf(i)} }`;
        }),
        ...joined.map((name, i) => `union ${name} = ${made.members[i]?.join(" | ")}`),
        ...inputNames.map((name, i) => `input ${name} { ${plain(made.inputFields[i])} }`),
        made.oneOf ? "input One @oneOf { a: Int b: In0 } extend type Query { one(by: One!): Int }" : "",
      ].join("\n");
    });
}

type FieldList = readonly (readonly [string, string])[];

function fieldList(outputs: readonly string[], inputs: readonly string[]): fc.Arbitrary<FieldList> {
  const field = fc.tuple(pick(NAMES), wrapped(outputs), argument(inputs));
  return fc
    .uniqueArray(field, { selector: ([name]) => name, minLength: 1, maxLength: 7 })
    .map((list) => list.map(([name, type, args]) => [name, `${name}${args}: ${type}`] as const));
}

function argument(inputs: readonly string[]): fc.Arbitrary<string> {
  const one = fc
    .tuple(
      pick(["first", "last", "id", "where", "__proto__", "constructor"]),
      pick([...LEAVES, ...inputs, "Upload"]),
      pick(WRAPS),
      fc.boolean(),
    )
    .map(([name, type, wrap, defaulted]) => {
      const fallback = defaulted && !wrap.includes("[[") ? DEFAULTS[type] : undefined;
      return `${name}: ${wrap.replace("*", type)}${fallback === undefined ? "" : ` = ${fallback}`}`;
    });
  const list = fc
    .uniqueArray(one, { selector: (text) => text.split(":")[0], maxLength: 3 })
    .map((args) => (args.length > 0 ? `(${args.join(", ")})` : ""));
  return fc.oneof({ weight: 2, arbitrary: fc.constant("") }, { weight: 1, arbitrary: list });
}

function inputList(inputs: readonly string[]): fc.Arbitrary<FieldList> {
  const leaf = fc.tuple(pick(NAMES), wrapped([...LEAVES, "Upload"]));
  // Not null and of its own type: no value could be made of it.
  const nested = fc.tuple(
    pick(NAMES),
    fc.tuple(pick(["*", "[*!]", "[*]"]), pick(inputs)).map(([wrap, name]) => wrap.replace("*", name)),
  );
  return fc
    .uniqueArray(fc.oneof(leaf, nested), { selector: ([name]) => name, minLength: 1, maxLength: 6 })
    .map((list) => list.map(([name, type]) => [name, `${name}: ${type}`] as const));
}
