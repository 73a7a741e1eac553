/**
 * Markdown (CommonMark, GFM tables) and HTML to plain words. Not a parser: it knows what API descriptions use, and
 * when in doubt it leaves a character where it is. Code spans keep every character. Linear in the text's length.
 */

const TAG = /<\/?([A-Za-z][A-Za-z0-9]*)(?:\s[^<>]{0,2000})?\/?>/g;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const UNSEEN = /<(script|style|template)\b[^<>]{0,2000}>[\s\S]*?(?:<\/\1\s*>|$)/gi;

/** Elements that end a line; the other known ones vanish. An unknown one is a placeholder: `<username>`. */
const BLOCK = new Set(
  "p div br ul ol li tr table h1 h2 h3 h4 h5 h6 pre blockquote section hr dl dt dd details".split(" "),
);
const INLINE = new Set(
  (
    "a abbr b bdi bdo big cite code col colgroup del dfn em figure font footer header i iframe img ins kbd label mark " +
    "small span strike strong sub summary sup tbody td tfoot th thead tt u var video article aside nav main"
  ).split(" "),
);

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  copy: "©",
  bull: "-",
  rarr: "→",
  larr: "←",
  times: "×",
};
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,6}));/g;

/** A tag, or a link's text, that goes on in the next line. */
const BROKEN_LINE = /<[A-Za-z][^<>`]{0,2000}>|\[[^[\]`]{1,500}\]\(/g;
/** A line break, or a character that can be markup: without one, there is nothing to do. */
const MARKED = /[\n`<>&[\]*_\\!~#|]|^ *[-+=•\d]/;

export function flattenMarkup(text: string): string {
  if (!MARKED.test(text)) return text.replace(/ {2,}/g, " ");
  const lines = withoutFences(
    text
      .replace(COMMENT, "")
      .replace(UNSEEN, "")
      .replace(/<code>([^<>`&]{1,500})<\/code>/g, "`$1`")
      .replace(BROKEN_LINE, (piece) => piece.replaceAll("\n", " ")),
  );
  const paragraphs: string[] = [];
  let open: string | undefined;
  const close = (): void => {
    if (open !== undefined && open !== "") paragraphs.push(open);
    open = undefined;
  };
  for (const { line, code } of lines) {
    for (const piece of code ? [line] : inline(line).split("\n")) {
      const flat = code ? { text: piece.trim(), alone: true } : block(piece);
      if (flat.text === "") {
        close();
        continue;
      }
      if (flat.alone) close();
      open = open === undefined ? flat.text : `${open} ${flat.text}`;
      if (flat.ends) close();
    }
  }
  close();
  return paragraphs.join("\n");
}

interface Line {
  readonly line: string;
  /** Inside a fenced block: as it is. */
  readonly code: boolean;
}

function withoutFences(text: string): Line[] {
  const lines: Line[] = [];
  let fence: string | undefined;
  for (const line of text.split("\n")) {
    const mark = /^\s{0,3}(```+|~~~+)/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined && !line.slice(line.indexOf(mark) + mark.length).includes("`")) {
      fence = mark;
      lines.push({ line: "", code: false });
    } else if (fence !== undefined && mark?.startsWith(fence)) {
      fence = undefined;
      lines.push({ line: "", code: false });
    } else {
      lines.push({ line, code: fence !== undefined });
    }
  }
  return lines;
}

interface Flat {
  readonly text: string;
  /** Begins a line of its own. */
  readonly alone?: boolean;
  /** What follows begins a new line. */
  readonly ends?: boolean;
}

const RULE = /^(?:[-*_=] ?){3,}$/;
const TABLE_RULE = /^[ :|-]+$/;

/** One line without the mark that makes it a heading, an item, a quote or a table row. */
function block(raw: string): Flat {
  let line = raw.trim().replace(/ {2,}/g, " ");
  while (line.startsWith(">")) line = line.slice(1).trimStart();
  const note = /^\[!([A-Za-z]+)\]$/.exec(line)?.[1];
  if (note !== undefined)
    return { text: `${note.charAt(0).toUpperCase()}${note.slice(1).toLowerCase()}:`, alone: true };
  if (line === "" || RULE.test(line) || (line.includes("---") && TABLE_RULE.test(line))) return { text: "" };
  const hashes = /^#{1,6} +/.exec(line)?.[0];
  if (hashes !== undefined) {
    const title = withoutTail(line.slice(hashes.length));
    return { text: title === "" || /[.:!?]$/.test(title) ? title : `${title}:`, alone: true, ends: true };
  }
  const item = /^[-*+•] +(.*)$/.exec(line)?.[1];
  if (item !== undefined) return { text: `- ${item}`, alone: true };
  if (/^\d{1,3}[.)] /.test(line)) return { text: line, alone: true };
  if (line.startsWith("|") && line.endsWith("|") && line.length > 1) {
    const cells = line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
    return { text: cells.join(" | "), alone: true, ends: true };
  }
  return { text: line };
}

/** A heading may be closed by hashes. */
function withoutTail(title: string): string {
  let end = title.length;
  while (end > 0 && (title[end - 1] === "#" || title[end - 1] === " ")) end -= 1;
  return title.slice(0, end);
}

/** Stands for a code span while the rest is flattened; noncharacters have been taken out of every text before. */
const HELD = /\ufdd0(\d+)\ufdd1/g;

/** Everything within a line; what stands between backticks is left alone. */
function inline(line: string): string {
  if (!/[`<>&[\]*_\\!~]/.test(line)) return line;
  if (!line.includes("`")) return words(line);
  const parts = line.split(/(`+)/);
  const last = new Map(parts.map((part, i) => [part, i]));
  const spans: string[] = [];
  let text = "";
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] ?? "";
    const closes = part.startsWith("`") && (last.get(part) ?? 0) > i ? parts.indexOf(part, i + 1) : -1;
    if (closes === -1) {
      text += part;
    } else {
      text += `\ufdd0${spans.length}\ufdd1`;
      spans.push(parts.slice(i, closes + 1).join(""));
      i = closes;
    }
  }
  return words(text).replace(HELD, (_, i: string) => spans[Number(i)] ?? "");
}

function words(text: string): string {
  if (!/[<>&[\]*_\\!~]/.test(text)) return text;
  return text
    .replace(/<((?:https?:\/\/|mailto:)[^<>\s]+)>/g, "$1")
    .replace(TAG, (tag, name: string) => {
      const lower = name.toLowerCase();
      if (BLOCK.has(lower)) return lower === "li" && !tag.startsWith("</") ? "\n- " : "\n";
      return INLINE.has(lower) ? (/^t[dh]$/.test(lower) && tag.startsWith("</") ? " " : "") : tag;
    })
    .replace(/!\[([^[\]]*)\]\([^()\s]*(?:\s[^()]*)?\)/g, "$1")
    .replace(/\[([^[\]]+)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s[^()]*)?\)/g, "$1")
    .replace(/\[([^[\]]+)\]\[[^[\]]*\]/g, "$1")
    .replace(/\*\*(?=[^\s*])([^*]*[^\s*])\*\*/g, "$1")
    .replace(/(?<![A-Za-z0-9_])__(?=[^\s_])([^_]*[^\s_])__(?![A-Za-z0-9_])/g, "$1")
    .replace(/(?<![A-Za-z0-9*/\\])\*([A-Za-z0-9](?:[^*\n]*[A-Za-z0-9.,!?)])?)\*(?![A-Za-z0-9*/])/g, "$1")
    .replace(/(?<![A-Za-z0-9_/\\])_([A-Za-z0-9](?:[^_\n]*[A-Za-z0-9.,!?)])?)_(?![A-Za-z0-9_/])/g, "$1")
    .replace(/~~([^~]+)~~/g, "$1")
    .replace(/\\([_<>#|~])/g, "$1")
    .replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? entity) : entity;
      const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number.parseInt(decimal, 10);
      return point > 0x10ffff || point === 0 ? "" : String.fromCodePoint(point);
    });
}
