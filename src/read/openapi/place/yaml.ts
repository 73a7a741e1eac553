/** Where the values of a YAML text stand. */
import { EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE } from "js-yaml";
import { token } from "../pointer.js";
import type { Locate, Spot } from "./json.js";

interface Frame {
  readonly pointer: string;
  readonly map: boolean;
  /** Of the member whose value comes next; undefined: a key comes next. */
  key: string | undefined;
  keyAt: number;
  index: number;
}

export function locateInYaml(text: string, maxDepth: number): Locate {
  const spots = index(text, parseEvents(text, { maxDepth }));
  return (tokens) => {
    for (let length = tokens.length; length >= 0; length--) {
      const spot = spots.get(
        tokens
          .slice(0, length)
          .map((key) => `/${token(key)}`)
          .join(""),
      );
      if (spot) return spot;
    }
    return { at: 0, value: 0 };
  };
}

function index(text: string, events: readonly Event[]): ReadonlyMap<string, Spot> {
  const spots = new Map<string, Spot>();
  const frames: (Frame | undefined)[] = [];

  /** Notes the value that begins here, and returns its pointer; undefined where the event is a key. */
  function enter(start: number, text?: string): string | undefined {
    const frame = frames.at(-1);
    // An empty value stands nowhere.
    const value = start < 0 ? (frame?.keyAt ?? 0) : start;
    if (!frame) {
      spots.set("", { at: value, value });
      return "";
    }
    if (frame.map && frame.key === undefined) {
      frame.key = text ?? "";
      frame.keyAt = value;
      return undefined;
    }
    const name = frame.map ? (frame.key ?? "") : String(frame.index);
    const pointer = `${frame.pointer}/${token(name)}`;
    spots.set(pointer, { at: frame.map ? frame.keyAt : value, value });
    frame.index += 1;
    frame.key = undefined;
    return pointer;
  }

  for (const event of events) {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        frames.push(undefined);
        break;
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE: {
        const pointer = enter(event.start) ?? "";
        frames.push({ pointer, map: event.type === EVENT_ID.MAPPING, key: undefined, keyAt: event.start, index: 0 });
        break;
      }
      case EVENT_ID.SCALAR: {
        const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
        const empty = event.valueStart < 0;
        enter(quoted ? event.valueStart - 1 : event.valueStart, empty ? "" : getScalarValue(text, event));
        break;
      }
      case EVENT_ID.ALIAS:
        enter(event.anchorStart - 1, text.slice(event.anchorStart, event.anchorEnd));
        break;
      case EVENT_ID.POP:
        frames.pop();
        break;
      default:
        event satisfies never;
    }
  }
  return spots;
}
