import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { build, Sandbox } from "./cli.js";

const box = new Sandbox();
const bodies: { readonly type: string; readonly text: string }[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  bodies.push({ type: request.headers["content-type"] ?? "", text: Buffer.concat(chunks).toString("latin1") });
  response.writeHead(204).end();
});

const binary = { type: "string", format: "binary" };
const upload = (schema: object): object => ({
  requestBody: { required: true, content: { "multipart/form-data": { schema } } },
  responses: { 204: { description: "Done" } },
});

beforeAll(async () => {
  await build();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const form = {
    type: "object",
    required: ["photo"],
    properties: { photo: binary, more: { type: "array", items: binary }, title: { type: "string" } },
  };
  const document = {
    openapi: "3.0.3",
    info: { title: "Photos", version: "1" },
    servers: [{ url: `http://127.0.0.1:${port}` }],
    components: { schemas: { Form: form } },
    paths: { "/photos": { post: { operationId: "addPhoto", ...upload({ $ref: "#/components/schemas/Form" }) } } },
  };
  box.put("photos.json", JSON.stringify(document));
  expect(await box.run(["openapi", "photos.json", "--out", "photos"])).toMatchObject({ code: 0 });
}, 120_000);

afterAll(() => {
  server.closeAllConnections();
  server.close();
  box.clear();
});

const data = (text: string): string => Buffer.from(text).toString("base64");

it("files go up as the parts of a form, from arguments that the tool's own schema takes", async () => {
  const args = {
    photo: { data: data("pixels"), filename: "a.png", contentType: "image/png" },
    more: [{ data: data("one") }, { data: data("two") }],
    title: "Sea",
  };
  const { code, err } = await box.run(["call", "photos", "add_photo", "--args", JSON.stringify(args)]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const [{ type, text } = { type: "", text: "" }] = bodies;
  const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(type)?.[1] ?? "none";
  const parts = text.split(`--${boundary}`).slice(1, -1);
  expect(parts.map((part) => /name="(\w+)"/.exec(part)?.[1])).toEqual(["photo", "more", "more", "title"]);
  expect(parts.map((part) => part.split("\r\n\r\n")[1]?.trim())).toEqual(["pixels", "one", "two", "Sea"]);
  expect(parts[0]).toContain('filename="a.png"');
  expect(parts[0]).toMatch(/content-type: image\/png/i);
});

it("text in a file's place is refused, with the form that it has to have", async () => {
  bodies.length = 0;
  const { code, out } = await box.run(["call", "photos", "add_photo", "--args", '{"photo":"pixels"}', "--json"]);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ error: { code: "invalid_arguments", issues: [{ path: "/photo" }] } });
  expect(bodies).toEqual([]);
});
