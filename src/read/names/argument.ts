/** Names of arguments: what every model provider takes as a property key, for names that the wire writes otherwise. */
import { shortHash } from "./hash.js";

const LEGAL = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const MAX = 64;

/** `__proto__` would be, but is no name that validators and clients of MCP pass on. */
export function isArgumentName(name: string): boolean {
  return LEGAL.test(name) && name !== "__proto__";
}

/** A legal name for one wire name; it depends on nothing else. */
export function argumentName(wire: string): string {
  if (isArgumentName(wire)) return wire;
  const plain = wire
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9_]+/g, "_")
    .replace(/^_+|_+$/g, "");
  if (plain === "") return `field_${shortHash(wire)}`;
  const name = /^[0-9]/.test(plain) ? `_${plain}` : plain;
  return name.length > MAX ? withHash(name, wire) : name;
}

/**
 * Argument names of one object's properties: only those that differ from the wire name. Where two would share a name,
 * each that is not legal itself gets a hash of its wire name, so that neither depends on the order or on a third.
 */
export function argumentNames(wires: Iterable<string>): ReadonlyMap<string, string> {
  const names = [...new Set(wires)];
  const changed = names.filter((wire) => !isArgumentName(wire));
  if (changed.length === 0) return NONE;
  const users = new Map<string, number>();
  for (const wire of names) users.set(argumentName(wire), (users.get(argumentName(wire)) ?? 0) + 1);
  return new Map(
    changed.map((wire) => {
      const name = argumentName(wire);
      return [wire, users.get(name) === 1 ? name : withHash(name, wire)];
    }),
  );
}

const NONE: ReadonlyMap<string, string> = new Map();

function withHash(name: string, wire: string): string {
  const hash = shortHash(wire);
  return `${name.slice(0, MAX - hash.length - 1)}_${hash}`;
}
