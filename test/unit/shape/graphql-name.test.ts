import { describe, expect, it } from "vitest";
import {
  entityOf,
  type GraphqlNamed,
  graphqlName,
  graphqlNames,
  isIrreversible,
} from "../../../src/shape/graphql-name.js";

const query = (field: string, many = false): GraphqlNamed => ({ operation: "query", field, operationName: null, many });
const mutation = (field: string): GraphqlNamed => ({ operation: "mutation", field, operationName: null, many: false });
const written = (operation: "query" | "mutation", operationName: string, many = false): GraphqlNamed => ({
  operation,
  field: null,
  operationName,
  many,
});

describe("names of queries", () => {
  it.each([
    ["issue", false, "get_issue"],
    ["issues", true, "list_issues"],
    ["viewer", false, "get_viewer"],
    ["usersConnection", true, "list_users"],
    ["release", false, "get_release"],
    ["search", true, "search"],
    ["searchPets", true, "search_pets"],
    ["issueSearch", true, "search_issue"],
    ["getPet", false, "get_pet"],
    ["users_by_pk", false, "get_users_by_pk"],
    ["_dummy", false, "get_dummy"],
    ["_", false, "get"],
    ["2fa", false, "get_2fa"],
    ["index", false, "get_index"],
  ])("%s, many: %s → %s", (field, many, want) => {
    expect(graphqlName(query(field, many))).toBe(want);
  });
});

describe("names of mutations", () => {
  it.each([
    ["createIssue", "create_issue"],
    ["issueCreate", "create_issue"],
    ["issueLabelCreate", "create_issue_label"],
    ["checkoutCreate", "create_checkout"],
    ["issueArchive", "archive_issue"],
    ["archiveIssue", "archive_issue"],
    ["productBulkDelete", "bulk_delete_product"],
    ["issueAddLabel", "add_issue_label"],
    ["notificationMarkReadAll", "mark_notification_read_all"],
    ["customerRecover", "recover_customer"],
    ["insert_users_one", "insert_users_one"],
    ["pinIssue", "pin_issue"],
    ["login", "login"],
    ["_", "call"],
  ])("%s → %s", (field, want) => {
    expect(graphqlName(mutation(field))).toBe(want);
  });
});

describe("names of operations", () => {
  it.each([
    ["query", "Pets", true, "list_pets"],
    ["query", "GetPetQuery", false, "get_pet"],
    ["query", "PetById", false, "get_pet_by_id"],
    ["mutation", "AddPetMutation", false, "add_pet"],
  ] as const)("%s %s, many: %s → %s", (operation, name, many, want) => {
    expect(graphqlName(written(operation, name, many))).toBe(want);
  });
});

describe("names of many", () => {
  it("keep a field that is in Query and Mutation, each with a hash of its own", () => {
    const both = [mutation("login"), { ...query("login"), wish: "login" }, query("getLogin"), query("login")];
    const names = graphqlNames(both);
    expect(new Set(names).size).toBe(4);
    expect(names[1]).toBe("login");
    expect(names[0]).toMatch(/^login_[0-9a-f]{6}$/);
  });

  it("do not change when others come", () => {
    const some = [query("issue"), mutation("issueCreate"), query("issues", true)];
    expect(graphqlNames([...some, mutation("x"), query("y")]).slice(0, 3)).toEqual(graphqlNames(some));
  });

  it("are short enough, whatever the field is", () => {
    const name = graphqlName(mutation(`update${"EnterprisePolicy".repeat(8)}`));
    expect(name).toMatch(/^[a-z][a-z0-9_]{0,40}_[0-9a-f]{6}$/);
  });
});

describe("what cannot be undone", () => {
  it.each([
    ["deleteIssue", true],
    ["issueDelete", true],
    ["userRevokeSession", true],
    ["purgeCache", true],
    ["cartLinesRemove", true],
    ["destroy", true],
    ["projectArchive", true],
    ["bulkDeleteUsers", true],
    ["delete_users_by_pk", true],
    ["unarchiveProject", false],
    ["issueCreate", false],
    ["setDeleted", false],
    ["undelete", false],
  ])("%s: %s", (field, want) => {
    expect(isIrreversible(field)).toBe(want);
  });
});

describe("what a tool is about", () => {
  it.each([
    [query("issues", true), "issue"],
    [mutation("issueLabelCreate"), "issue label"],
    [mutation("removeAssigneesFromAssignable"), "assignee"],
    [query("search"), ""],
  ])("%j: %s", (operation, want) => {
    expect(entityOf(operation)).toBe(want);
  });
});
