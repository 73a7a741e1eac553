/** The keys of public types, as the compiler reads them from the sources. */
import { join } from "node:path";
import ts from "typescript";

const SRC = join(import.meta.dirname, "../../src");

/** `file`: below `src`. Of a union the keys of all its members; of a union of texts the texts. */
export function keysOf(file: string, name: string): readonly string[] {
  const source = program().getSourceFile(join(SRC, file));
  const module = source && checker().getSymbolAtLocation(source);
  const found =
    module &&
    checker()
      .getExportsOfModule(module)
      .find((symbol) => symbol.name === name);
  if (!found) throw new Error(`src/${file} exports no ${name}`);
  const type = checker().getDeclaredTypeOfSymbol(found);
  const members = type.isUnion() ? type.types : [type];
  const keys = members.flatMap((member) =>
    member.isStringLiteral()
      ? [member.value]
      : checker()
          .getPropertiesOfType(member)
          .map((property) => property.name),
  );
  return [...new Set(keys)];
}

let made: ts.Program | undefined;

function program(): ts.Program {
  const roots = ["runtime/index.ts", "shape/override.ts"].map((file) => join(SRC, file));
  made ??= ts.createProgram(roots, {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: [],
  });
  return made;
}

const checker = (): ts.TypeChecker => program().getTypeChecker();
