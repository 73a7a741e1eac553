/** Files: what a binary body, part or upload becomes for a model, which can write text only. */
import type { JsonSchemaObject } from "../tool/json-schema.js";

export const FILE_VALUE = "FileValue";

export const fileValue: JsonSchemaObject = {
  type: "object",
  description: 'A file: its content as base64 in "data", or "handle" of a file that an earlier call returned.',
  properties: {
    data: { type: "string", contentEncoding: "base64", description: "Content, base64." },
    filename: { type: "string" },
    contentType: { type: "string", description: "Media type, such as image/png." },
    handle: { type: "string", pattern: "^file:" },
  },
  additionalProperties: false,
  oneOf: [{ required: ["data"] }, { required: ["handle"] }],
};
