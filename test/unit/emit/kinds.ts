import ts from "typescript";

const ALLOWED = new Set(
  (
    "EndOfFileToken ImportDeclaration ImportClause NamedImports ImportSpecifier StringLiteral Identifier ExportDeclaration " +
    "NamedExports ExportSpecifier ExportKeyword InterfaceDeclaration TypeAliasDeclaration PropertySignature IndexSignature " +
    "Parameter QuestionToken TypeReference TypeLiteral UnionType IntersectionType ParenthesizedType ArrayType TupleType " +
    "OptionalType RestType LiteralType StringKeyword NumberKeyword BooleanKeyword UnknownKeyword NeverKeyword UndefinedKeyword " +
    "VariableStatement VariableDeclarationList VariableDeclaration ObjectLiteralExpression PropertyAssignment " +
    "ArrayLiteralExpression NumericLiteral PrefixUnaryExpression TrueKeyword FalseKeyword NullKeyword ComputedPropertyName"
  ).split(" "),
);

// Aliases of the first and last kind of a group, as `SyntaxKind[…]` names them.
const name = (node: ts.Node): string => {
  if (node.kind === ts.SyntaxKind.NumericLiteral) return "NumericLiteral";
  if (node.kind === ts.SyntaxKind.VariableStatement) return "VariableStatement";
  if (node.kind === ts.SyntaxKind.TypeReference) return "TypeReference";
  if (node.kind === ts.SyntaxKind.LiteralType) return "LiteralType";
  return ts.SyntaxKind[node.kind];
};

const LOADER = /^\(\)=>import\("\.\/tools\/[a-z0-9_]+\/[a-z0-9_]+\.js"\)\.then\(\(m\)=>m\.[A-Za-z0-9_$]+\)$/;
const CALLS = new Set(["defineTool", "defineToolkit"]);

/** What TypeScript sees in a generated module that is no import, no type and no data; with faults of syntax. */
export function foreignKinds(text: string): readonly string[] {
  const file = ts.createSourceFile("module.ts", text, ts.ScriptTarget.ES2022, false, ts.ScriptKind.TS);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isArrowFunction(node)) {
      const source = node.getText(file).replace(/\s+/g, "");
      if (!LOADER.test(source)) found.push(`ArrowFunction ${source}`);
      return;
    }
    if (ts.isCallExpression(node)) {
      const callee = node.expression;
      if (!ts.isIdentifier(callee) || !CALLS.has(callee.text)) found.push(`CallExpression ${callee.getText(file)}`);
      node.arguments.forEach(visit);
      return;
    }
    // A document of GraphQL, in its own lines: nothing is filled in, nothing escaped.
    if (ts.isPropertyAssignment(node) && ts.isNoSubstitutionTemplateLiteral(node.initializer)) {
      if (node.name.getText(file) !== "document") found.push(`template literal of ${node.name.getText(file)}`);
      return;
    }
    if (ts.isAsExpression(node) && node.type.getText(file) === "const") {
      visit(node.expression);
      return;
    }
    if (ts.isComputedPropertyName(node) && node.getText(file) !== '["__proto__"]') found.push(node.getText(file));
    if (ts.isIdentifier(node) && node.parent === undefined && node.text === "") found.push("nothing");
    if (!ALLOWED.has(name(node))) found.push(name(node));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  // Not public, and the only way to what the parser says.
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly ts.Diagnostic[] };
  return [...found, ...parseDiagnostics.map((d) => ts.flattenDiagnosticMessageText(d.messageText, " "))];
}
