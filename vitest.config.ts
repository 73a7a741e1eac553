import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/conformance/node_modules/**", "test/providers/**"],
    testTimeout: 30_000,
    // graphql ships two module realms; pin the one that Node itself loads.
    alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }],
  },
});
