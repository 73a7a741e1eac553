/** What is wrong with the references of a document, each thing once. */
import type { Diagnostics } from "../../../diagnostics.js";
import { ReadFault } from "../../source/fault.js";
import type { Link } from "../convert/rebase.js";
import type { Placer } from "../place/place.js";
import { splitReference } from "../pointer.js";
import type { Files } from "./files.js";
import type { Resolver } from "./resolve.js";

const MAX_REPORTED = 500;

export function reportReferences(
  files: Files,
  resolver: Resolver,
  link: Link,
  placer: Placer,
  diagnostics: Diagnostics,
): void {
  for (const { why, file, reference, count } of files.missing) {
    const at = { file, pointer: reference.pointer };
    // An absolute reference may be the `$id` of a schema that has been read.
    if (resolver.resolve(reference.ref, at)) continue;
    const others = count > 1 ? `, and in ${count - 1} more places` : "";
    if (why instanceof ReadFault) {
      const line = why.line === undefined ? "" : ` (line ${why.line})`;
      const message = `$ref ${JSON.stringify(reference.ref)}${others}: ${why.message}${line}`;
      diagnostics.report("REF_UNREADABLE", { message, at: placer.place(at), ...(why.fix ? { fix: why.fix } : {}) });
    } else {
      const message = `$ref ${JSON.stringify(shown(reference.ref))} is refused${others}: ${why.reason}`;
      diagnostics.report("REF_REFUSED", { message, at: placer.place(at), fix: why.fix });
    }
  }
  let reported = 0;
  const known = new Set<string>();
  for (const [file, { ref, pointer, mapping, count }] of files.references) {
    const { document } = splitReference(ref);
    const target = document === "" ? file : link(document, file);
    const id = `${target}\n${ref}`;
    if (mapping || target === undefined || known.has(id) || resolver.resolve(ref, { file, pointer })) continue;
    known.add(id);
    reported += 1;
    if (reported > MAX_REPORTED) break;
    const others = count > 1 ? `, and in ${count - 1} more places` : "";
    const message = `$ref ${JSON.stringify(ref)} leads nowhere${others}`;
    diagnostics.report("REF_BROKEN", { message, at: placer.place({ file, pointer }) });
  }
}

/** Without what may be secret. */
function shown(ref: string): string {
  return ref.replace(/\/\/[^/?#]*@/, "//").slice(0, 300);
}
