/** Other names for arguments, as the config gives them. */
import type { JsonSchema } from "../tool/json-schema.js";

/** An alias may not hide an argument, and leads to one. */
export function soundAliases(
  aliases: Readonly<Record<string, string>>,
  { input, bound = {} }: { readonly input: JsonSchema; readonly bound?: object | undefined },
  complain: (message: string) => void,
): Readonly<Record<string, string>> {
  const properties = (typeof input === "object" && input.properties) || {};
  const sound: Record<string, string> = {};
  for (const [alias, argument] of Object.entries(aliases)) {
    if (!/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(alias) || alias === "__proto__")
      complain(`alias ${JSON.stringify(alias)} is no name`);
    else if (Object.hasOwn(properties, alias) || Object.hasOwn(bound, alias))
      complain(`alias ${alias} is an argument itself`);
    else if (!Object.hasOwn(properties, argument))
      complain(`alias ${alias}: there is no argument ${JSON.stringify(argument)}`);
    else sound[alias] = argument;
  }
  return sound;
}
