// What TypeScript's own parser sees in emitted modules: imports, types and literal data, and nothing that runs.
import ts from "typescript";

const LOADER = /^\(\) => import\("\.\/tools\/[a-z0-9_]+\/[a-z0-9_]+\.js"\)\.then\(\(m\) => m\.[A-Za-z0-9_]+\)$/;
const CALLS = ["defineTool", "defineToolkit"];

/**
 * @param {Map<string, string>} files by path
 * @returns {string[]} what is neither
 */
export function faultsOfStructure(files) {
  const faults = [];
  for (const [path, text] of files) {
    if (!path.endsWith(".ts")) continue;
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, false, ts.ScriptKind.TS);
    const wrong = file.statements.find((statement) => !isStatement(statement, file));
    if (wrong || file.parseDiagnostics.length > 0)
      faults.push(`${path} holds more than imports, types and data: ${wrong?.getText(file).slice(0, 80)}`);
  }
  return faults;
}

function isStatement(node, file) {
  if (ts.isImportDeclaration(node))
    return /^"(toolgen\/tool|\.[./a-z0-9_]+\.js)"$/.test(node.moduleSpecifier.getText(file));
  if (ts.isExportDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (!ts.isVariableStatement(node)) return false;
  return node.declarationList.declarations.every(({ initializer }) => {
    if (!initializer || !ts.isCallExpression(initializer)) return isData(initializer, file);
    const { expression, arguments: args } = initializer;
    return CALLS.includes(expression.getText(file)) && args.length === 1 && isData(args[0], file);
  });
}

function isData(node, file) {
  if (!node) return false;
  if (ts.isObjectLiteralExpression(node)) return node.properties.every((property) => isMember(property, file));
  if (ts.isArrayLiteralExpression(node)) return node.elements.every((element) => isData(element, file));
  if (ts.isPrefixUnaryExpression(node)) return ts.isNumericLiteral(node.operand);
  if (ts.isArrowFunction(node)) return LOADER.test(node.getText(file));
  if (ts.isIdentifier(node)) return node.text === "schemas";
  const { TrueKeyword, FalseKeyword, NullKeyword, StringLiteral, NumericLiteral } = ts.SyntaxKind;
  return [TrueKeyword, FalseKeyword, NullKeyword, StringLiteral, NumericLiteral].includes(node.kind);
}

function isMember(property, file) {
  if (!ts.isPropertyAssignment(property) || !isData(property.initializer, file)) return false;
  const { name } = property;
  return !ts.isComputedPropertyName(name) || name.getText(file) === '["__proto__"]';
}
