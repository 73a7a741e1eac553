/** Media types whose body is one item after another: event streams, and JSON values line by line. */
import { JsonError, parseJson } from "../../../json/parse.js";

/** One event of a stream (HTML Standard, section 9.2). */
export interface StreamEvent {
  /** Absent: `message`, as the standard has it. */
  readonly event?: string;
  readonly id?: string;
  /** Parsed where it is JSON, else the text. */
  readonly data: unknown;
}

/** Reads a body as it comes; gives back the items that each piece completes. */
export interface SequenceReader {
  push(text: string): readonly unknown[];
  /** The last item, where no line break ended it. */
  end(): readonly unknown[];
}

/** `undefined`: the type is none of a sequence. */
export function sequenceReader(contentType: string): SequenceReader | undefined {
  const type = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  if (type === "text/event-stream") return linesOf(eventReader(valueReader()));
  return LINES.test(type) ? linesOf({ line: jsonLines(valueReader()), end: () => [] }) : undefined;
}

const LINES = /^application\/(?:(?:x-)?ndjson|(?:x-)?jsonl|(?:x-)?json-?lines|json-seq|stream\+json)$/;

interface LineReader {
  line(text: string): readonly unknown[];
  end(): readonly unknown[];
}

function linesOf(reader: LineReader): SequenceReader {
  let rest = "";
  return {
    push(text) {
      const [first = "", ...others] = text.split("\n");
      const last = others.pop();
      rest += first;
      if (last === undefined) return [];
      const lines = [rest, ...others];
      rest = last;
      return lines.flatMap((line) => reader.line(line));
    },
    end() {
      const line = rest;
      rest = "";
      return [...(line === "" ? [] : reader.line(line)), ...reader.end()];
    },
  };
}

/** NDJSON, JSON Lines; JSON text sequences (RFC 7464) begin each with a record separator. */
function jsonLines(read: ValueReader): LineReader["line"] {
  return (line) => {
    const text = line.replaceAll("\u001e", "").trim();
    return text === "" ? [] : [read(text)];
  };
}

/** What many services end a stream with: no data of theirs. */
const DONE = "[DONE]";

function eventReader(read: ValueReader): LineReader {
  let data: string[] = [];
  let event = "";
  let id = "";
  const dispatch = (): readonly unknown[] => {
    const text = data.join("\n");
    const empty = data.length === 0 || text === DONE;
    const made = empty ? [] : [{ ...(event !== "" && { event }), ...(id !== "" && { id }), data: read(text) }];
    data = [];
    event = "";
    id = "";
    return made;
  };
  const field = (line: string): readonly unknown[] => {
    if (line === "") return dispatch();
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "data") data.push(value);
    else if (name === "event") event = value;
    else if (name === "id") id = value;
    return [];
  };
  return {
    // A carriage return alone ends a line too; before a line feed it is part of the same end.
    line: (line) => (line.includes("\r") ? line.replace(/\r$/, "").split("\r").flatMap(field) : field(line)),
    end: dispatch,
  };
}

type ValueReader = (text: string) => unknown;

/** How a text begins that may be JSON. */
const JSON_START = /^\s*(?:[[{"]|-?\d|(?:true|false|null)\s*$)/;
/** More texts that only begin like JSON are no accident; an error for each of a million would take minutes. */
const MOST_BROKEN = 1000;

/** JSON, or else the text. */
function valueReader(): ValueReader {
  let broken = 0;
  return (text) => {
    if (broken >= MOST_BROKEN || !JSON_START.test(text)) return text;
    try {
      return parseJson(text, { integers: "string" });
    } catch (cause) {
      if (!(cause instanceof JsonError)) throw cause;
      broken++;
      return text;
    }
  };
}

/** All items of a body that has come whole; `undefined`: the type is none of a sequence. */
export function sequenceItems(contentType: string, text: string): readonly unknown[] | undefined {
  const reader = sequenceReader(contentType);
  return reader && [...reader.push(text), ...reader.end()];
}
