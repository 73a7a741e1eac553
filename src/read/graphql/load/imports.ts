/** `#import "./other.graphql"`, `# import A, B.* from './other.graphql'`: comments to GraphQL, references to its tools. */

export interface Import {
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

const LONGEST = 2_000;

export function importsOf(text: string): readonly Import[] {
  if (!text.includes("import")) return [];
  return text.split(/\r\n|\n|\r/).flatMap((line, i) => {
    const trimmed = line.trimStart();
    if (!trimmed.startsWith("#") || trimmed.length > LONGEST) return [];
    const path = importedPath(trimmed.slice(1).trim());
    return path === undefined ? [] : [{ path, line: i + 1 }];
  });
}

/** The quoted words that end the comment; undefined: it is only a comment. */
function importedPath(comment: string): string | undefined {
  if (!/^import[\s"'*{]/.test(comment)) return undefined;
  const words = comment.replace(/;$/, "");
  const end = words.at(-1);
  if (end !== '"' && end !== "'") return undefined;
  const start = words.lastIndexOf(end, words.length - 2);
  const before = words.slice("import".length, Math.max(start, 0)).trim();
  const path = words.slice(start + 1, -1);
  return start > 0 && path !== "" && (before === "" || /\bfrom$/.test(before)) ? path : undefined;
}
