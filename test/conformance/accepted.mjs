// What Prism rejects although the standard allows it.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * `{document, tools, location, codes, absent?, reason}`. In a location `*` stands for one step, `**` at its end for all
 * below. `absent`: only where no argument says anything of that place. The reason names the standard's text.
 */
const entries = JSON.parse(readFileSync(join(import.meta.dirname, "accepted.json"), "utf8"));

export function acceptedIn(document) {
  const own = entries.filter((entry) => entry.document === document);
  const used = new Set();
  return {
    covers(tool, { location, code, args }) {
      const entry = own.find(
        (one) =>
          one.tools.includes(tool) &&
          one.codes.includes(code) &&
          matches(one.location, location) &&
          !(one.absent && isGiven(args, location)),
      );
      if (entry) used.add(`${tool} ${entry.location}`);
      return entry !== undefined;
    },
    /** Entries that nothing came for: they go, or hide the next fault. */
    unused: () =>
      own.flatMap(({ tools, location }) =>
        tools.filter((tool) => !used.has(`${tool} ${location}`)).map((tool) => ({ tool, location })),
      ),
  };
}

/** `request.body.a.b`: whether the arguments have an `a` with a `b`. */
function isGiven(args, location) {
  return (
    location
      .split(".")
      .slice(2)
      .reduce((value, step) => value?.[step], args) !== undefined
  );
}

function matches(pattern, location) {
  const [wanted, given] = [pattern.split("."), location.split(".")];
  const open = wanted.at(-1) === "**";
  if (open) wanted.pop();
  if (open ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((step, i) => step === "*" || step === given[i]);
}
