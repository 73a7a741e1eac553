/**
 * Most of a module is lines of one shape, and one pattern reads many of them at the speed of the regular expression
 * engine. What it leaves is read token by token, by the same rules: a pattern here only says less than the grammar.
 */
const TEXT = String.raw`[^"\\\x00-\x1f\u2028\u2029\ud800-\udfff]*`;
const STRING = String.raw`"${TEXT}(?:\\(?:["\\nrt]|u[0-9A-F]{4})${TEXT})*"`;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?![\w.$])`;
const SCALAR = `(?:${STRING}|${NUMBER}|true|false|null)`;
// No escapes in keys here: one might hide `__proto__`.
const KEY = String.raw`(?:(?!__proto__)[A-Za-z_$][\w$]*|"(?!__proto__")${TEXT}")`;
const PAIR = `${KEY}: ${SCALAR}`;
const FLAT = String.raw`(?:${SCALAR}|\[${SCALAR}(?:, ${SCALAR})*\]|\{ ${PAIR}(?:, ${PAIR})* \}|\{\}|\[\])`;
const SHALLOW = String.raw`(?:${FLAT}|\{ ${KEY}: ${FLAT}(?:, ${KEY}: ${FLAT})* \}|\[${FLAT}(?:, ${FLAT})*\])`;

const COMMENT = String.raw`\/\*\*(?!\/)[^*@]*(?:\*(?!\/)[^*@]*)*\*\/`;
// Keywords start with a small letter, and most types with a capital one.
const NAMED = String.raw`(?:(?:[A-Z][A-Za-z0-9_]*|string|number|boolean|unknown|null)(?![\w$])|${STRING})(?:\[\])*`;

const line = (shape: string): RegExp => new RegExp(`(?:[ \\n]*${shape}){1,40}`, "y");

/** `key: value,` */
export const PROPERTIES: RegExp = line(`${KEY}: ${SHALLOW},`);

/** `value,` */
export const ITEMS: RegExp = line(`${SHALLOW},`);

/** `key?: A | "b";`, with comments that hold no tag. */
export const MEMBERS: RegExp = line(`(?:${COMMENT}[ \\n]*)?${KEY}\\??: ${NAMED}(?: \\| ${NAMED})*;`);

/** `() => import("./tools/….js").then((m) => m.`, as catalogues have it a thousand times. */
export const LOADER: RegExp = /\(\) => import\("\.\/tools\/[a-z0-9_]+\/[a-z0-9_]+\.js"\)\.then\(\(m\) => m\./y;
