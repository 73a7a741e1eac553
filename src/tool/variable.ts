/** The environment variable that a security scheme's value comes from: `<TOOLKIT>_<SCHEME>`, upper case, other characters `_`. */
export function variableName(toolkit: string, scheme: string): string {
  return `${toolkit}_${scheme}`.toUpperCase().replace(/[^A-Z0-9]/g, "_");
}
