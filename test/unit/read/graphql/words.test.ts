import { expect, it } from "vitest";
import { isSecretName, wordsOf } from "../../../../src/read/graphql/words.js";

it.each([
  ["viewerCanUpdate", ["viewer", "can", "update"]],
  ["created_at", ["created", "at"]],
  ["APIKey", ["api", "key"]],
  ["bodyHTML", ["body", "html"]],
  ["x509Cert", ["x", "509", "cert"]],
  ["__proto__", ["proto"]],
  ["_", []],
])("takes %s apart", (name, words) => {
  expect(wordsOf(name)).toEqual(words);
});

it.each([
  "token",
  "tempCloneToken",
  "auth_token",
  "refreshToken",
  "accessTokens",
  "clientSecret",
  "webhookSecret",
  "password",
  "passwordHash",
  "apiKey",
  "API_KEY",
  "apikey",
  "privateKey",
  "secretKey",
  "credentials",
])("takes %s for a credential", (name) => {
  expect(isSecretName(name)).toBe(true);
});

it.each([
  "tokenizer",
  "secretary",
  "key",
  "keyword",
  "publicKey",
  "primaryKey",
  "nextPageToken",
  "pageToken",
  "continuationToken",
  "tokenId",
  "tokenType",
  "monkey",
  "apiVersion",
])("takes %s for no credential", (name) => {
  expect(isSecretName(name)).toBe(false);
});
