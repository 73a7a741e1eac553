/** JSON text of plain data. A BigInt is written as its digits; a property that is `undefined` is left out. */
export function stringifyJson(value: unknown, indent?: number): string {
  const text = hasBigInt(value) ? write(value, indent ?? 0, "") : JSON.stringify(value, null, indent);
  return text ?? "null";
}

function hasBigInt(value: unknown): boolean {
  if (typeof value === "bigint") return true;
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasBigInt);
  for (const key in value) if (hasBigInt((value as Readonly<Record<string, unknown>>)[key])) return true;
  return false;
}

function write(value: unknown, indent: number, margin: string): string | undefined {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = margin + " ".repeat(indent);
  const list = Array.isArray(value);
  const parts = list
    ? value.map((item) => write(item, indent, inner) ?? "null")
    : Object.entries(value).flatMap(([key, item]) => {
        const text = write(item, indent, inner);
        return text === undefined ? [] : [`${JSON.stringify(key)}:${indent ? " " : ""}${text}`];
      });
  const [open, close] = list ? ["[", "]"] : ["{", "}"];
  if (!parts.length) return open + close;
  return indent
    ? `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`
    : `${open}${parts.join(",")}${close}`;
}
