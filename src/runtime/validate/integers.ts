/** Formats of integers (OpenAPI Format Registry), which JSON's numbers are wider than, and doubles less exact than. */

interface Bounds {
  readonly least: bigint;
  readonly most: bigint;
}

const bits = (count: bigint): readonly (readonly [string, Bounds])[] => [
  [`int${count}`, { least: -(2n ** (count - 1n)), most: 2n ** (count - 1n) - 1n }],
  [`uint${count}`, { least: 0n, most: 2n ** count - 1n }],
];
const FORMATS: ReadonlyMap<string, Bounds> = new Map([8n, 16n, 32n, 64n].flatMap(bits));
/** Digits as text, which services take where JSON's numbers are not to be trusted. */
const DIGITS = /^-?\d{1,40}$/;

export function isIntegerFormat(format: unknown): format is string {
  return typeof format === "string" && FORMATS.has(format);
}

/** Whether a number, or text of digits, is within a format. Other texts are not judged. */
export function fitsFormat(format: string, value: unknown): boolean {
  const bounds = FORMATS.get(format);
  if (!bounds) return true;
  if (typeof value === "string") return !DIGITS.test(value) || isWithin(bounds, BigInt(value));
  return typeof value !== "number" || (Number.isInteger(value) && isWithin(bounds, BigInt(value)));
}

const isWithin = ({ least, most }: Bounds, value: bigint): boolean => least <= value && value <= most;

/** `an integer of 32 bits, from -2147483648 to 2147483647`. */
export function integerInWords(format: string): string | undefined {
  const bounds = FORMATS.get(format);
  return bounds && `an integer of ${format.replace(/\D+/, "")} bits, from ${bounds.least} to ${bounds.most}`;
}

const double = new Float64Array(1);
const asBits = new BigInt64Array(double.buffer);

/** The next number that is not greater: it is on the same side of every limit that a number can be. */
export function floorOf(value: bigint): number {
  const nearest = Number(value);
  if (!Number.isFinite(nearest) || BigInt(nearest) <= value) return nearest;
  double[0] = nearest;
  asBits[0] = (asBits[0] ?? 0n) + (nearest > 0 ? -1n : 1n);
  return double[0];
}
