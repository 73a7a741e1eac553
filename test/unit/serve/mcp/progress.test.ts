import type { ServerContext } from "@modelcontextprotocol/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type McpProgress, progressOf } from "../../../../src/serve/mcp/progress.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched(): { progress: McpProgress; told: object[] } {
  const told: object[] = [];
  const notify = async ({ params }: { params: { progressToken: string } }): Promise<void> => {
    const { progressToken: _, ...rest } = params;
    told.push(rest);
  };
  const progress = progressOf({ mcpReq: { _meta: { progressToken: "t" }, notify } } as unknown as ServerContext);
  if (!progress) throw new Error("The token is there");
  return { progress, told };
}

it("tells numbers that rise, at most one in 100 ms, and the latest of them", () => {
  const { progress, told } = watched();
  for (const fraction of [0.1, 0.2, 0.2]) progress.onProgress({ fraction });
  progress.onProgress({ message: "on" });
  expect(told).toEqual([{ progress: 0.1, total: 1 }]);
  vi.advanceTimersByTime(99);
  expect(told).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(told.slice(1)).toEqual([{ progress: 0.2, total: 1, message: "on" }]);
  vi.advanceTimersByTime(100);
  progress.onProgress({ fraction: 0.2 });
  progress.onProgress({ fraction: 0.9 });
  progress.end();
  expect(told.slice(2)).toEqual([
    { progress: 0.200001, total: 1 },
    { progress: 0.9, total: 1 },
  ]);
  vi.advanceTimersByTime(1_000);
  expect(told).toHaveLength(4);
});

it("tells an hour in some hundreds: what nobody reads is kept by the transport", () => {
  const { progress, told } = watched();
  for (let at = 0; at < 3_600_000; at += 50) {
    progress.onProgress({ message: `${at}` });
    vi.advanceTimersByTime(50);
  }
  expect(told.length).toBeGreaterThan(100);
  expect(told.length).toBeLessThan(1_000);
});
