/**
 * The slots of the skeletons in this folder, so that they are valid TypeScript. A line that is only a slot takes whole
 * statements, and goes, with the blank line after it, where there are none.
 */
declare const $header$: unknown;
declare const $imports$: unknown;
declare const $types$: unknown;
declare const $doc$: unknown;
declare const $exports$: unknown;
declare const $schemas$: Readonly<Record<string, import("toolgen/tool").JsonSchema>>;
declare const $selectable$: Readonly<Record<string, import("toolgen/tool").GraphqlSelectable>>;
declare const $definition$: import("toolgen/tool").HttpToolDefinition & import("toolgen/tool").Toolkit;
type $Input$ = unknown;
type $Output$ = unknown;
