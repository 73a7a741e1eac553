import { describe, expect, it } from "vitest";
import { select } from "../../../src/shape/select.js";

const one = (toolName: string, method: string, path: string, operationId: string | null, tags: string[] = []) => ({
  toolName,
  labels: [toolName, ...(operationId === null ? [] : [operationId]), `${method} ${path}`],
  tags,
});
const all = [
  one("list_pets", "GET", "/pets", "pets/list", ["Pets"]),
  one("get_pet", "GET", "/pets/{petId}", "pets/get", ["Pets"]),
  one("delete_pet", "DELETE", "/pets/{petId}", "pets/delete", ["Pets", "Admin"]),
  one("get_health", "GET", "/health", null),
];
const run = (include: string[], exclude: string[] = [], tags: string[] = []) => {
  const { kept, unmatched } = select(all, { include, exclude, tags });
  return { tools: all.filter((_, i) => kept[i]).map((o) => o.toolName), unmatched };
};

describe("selection", () => {
  it.each([
    [[], [], [], ["list_pets", "get_pet", "delete_pet", "get_health"]],
    [["get_*"], [], [], ["get_pet", "get_health"]],
    [["pets/*"], [], [], ["list_pets", "get_pet", "delete_pet"]],
    [["GET /pets/{petId}"], [], [], ["get_pet"]],
    [["get /pets/{petId}"], [], [], ["get_pet"]],
    [["GET *"], [], [], ["list_pets", "get_pet", "get_health"]],
    [["delete *"], [], [], ["delete_pet"]],
    [["*"], ["GET /pets/*"], [], ["list_pets", "delete_pet", "get_health"]],
    [["* /pets/**"], [], [], ["list_pets", "get_pet", "delete_pet"]],
    [["GET /pets/{*}"], [], [], ["get_pet"]],
    [[], ["DELETE *"], [], ["list_pets", "get_pet", "get_health"]],
    [[], ["get *"], [], ["delete_pet"]],
    [[], ["delete_*"], [], ["list_pets", "get_pet", "get_health"]],
    [["*_pet"], ["delete_pet"], [], ["get_pet"]],
    [[], [], ["admin"], ["delete_pet"]],
    [["get_pet"], [], ["admin"], []],
  ])("include %j, exclude %j, tags %j", (include, exclude, tags, want) => {
    expect(run(include, exclude, tags)).toEqual({ tools: want, unmatched: [] });
  });

  it("names what matches nothing", () => {
    expect(run(["get_pet", "nope*"], ["no"], ["Pets", "Nobody"]).unmatched).toEqual(["nope*", "no", "Nobody"]);
  });
});
