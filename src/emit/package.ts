/** The toolkit's own package.json: nothing in it runs anything. */
import type { ToolSpec } from "../ir/types.js";

export function packageText(spec: ToolSpec, name: string): string {
  const content = {
    name,
    version: "0.0.0",
    private: true,
    type: "module",
    description: `Tools for ${spec.title ?? spec.name}`,
    exports: { ".": "./index.ts", "./catalog": "./catalog.ts" },
    peerDependencies: { toolgen: "*" },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** An npm package name (npm, package-name guidelines): lower case, at most 214 characters, with or without a scope. */
export function isPackageName(name: string): boolean {
  return name.length <= 214 && /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(name);
}
