import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Named, toolName, toolNames } from "../../../src/shape/name.js";
import { NAME, snakeName } from "../../../src/shape/unique.js";

const around = (methods: string[] = [], items = false) => ({ methods: new Set(methods), items });
const named = (method: string, path: string, operationId: string | null = null): Named => ({
  method,
  path,
  operationId,
  around: around(),
});

describe("tool names from operationIds", () => {
  it.each([
    ["listPets", "list_pets"],
    ["getPetById", "get_pet_by_id"],
    ["listHTTPRoutes", "list_http_routes"],
    ["getURLsForUser", "get_urls_for_user"],
    ["issues/list-for-repo", "list_issues_for_repo"],
    ["issues/create", "create_issue"],
    ["issues/create-comment", "create_issue_comment"],
    ["repos/get", "get_repo"],
    ["repos/list-for-authenticated-user", "list_repos_for_authenticated_user"],
    ["users/get-authenticated", "get_authenticated_user"],
    ["gists/list-public", "list_public_gists"],
    ["actions/create-or-update-repo-secret", "create_or_update_action_repo_secret"],
    ["search/repos", "search_repos"],
    ["chat_postMessage", "post_chat_message"],
    ["users.list", "list_users"],
    ["storage.buckets.getIamPolicy", "get_storage_bucket_iam_policy"],
    ["kubernetes_list_clusters", "list_kubernetes_clusters"],
    ["genai_attach_agent_function", "attach_genai_agent_function"],
    ["organizations_createOrUpdate", "create_or_update_organization"],
    ["releases_getLatest", "get_latest_release"],
    ["ExportConfigurations_List", "list_export_configurations"],
    ["bulk_update_channels", "bulk_update_channels"],
    ["UserGet", "get_user"],
    ["userget", "userget"],
    ["frobnicatePet", "frobnicate_pet"],
    ["files.info", "get_file_info"],
    ["conversations_replies", "list_conversation_replies"],
    ["read_items_pets__pet_id__get", "read_items"],
    ["fürAlle", "fur_alle"],
  ])("%s → %s", (id, want) => {
    expect(toolName(named("GET", "/pets/{pet_id}", id))).toBe(want);
  });

  it.each([
    ["GET", "/v1/accounts/{account}/people", "GetAccountsAccountPeople", "list_account_people"],
    ["POST", "/v1/charges/{charge}/capture", "PostChargesChargeCapture", "capture_charge"],
    ["POST", "/v1/charges", "PostCharges", "create_charge"],
    ["POST", "/v1/charges/{charge}", "PostChargesCharge", "update_charge"],
    ["GET", "/companies", "get-companies", "list_companies"],
    [
      "DELETE",
      "/companies/{companyId}/users/{userId}",
      "delete-companies-companyId-users-userId",
      "delete_company_user",
    ],
    ["GET", "/files/{file_id}#get_shared_link", "get_files_id#get_shared_link", "get_file_shared_link"],
    ["GET", "/museum-hours", "getMuseumHours", "get_museum_hours"],
    ["GET", "/teams", "teams", "list_teams"],
    ["POST", "/teams", "teams", "create_team"],
    ["POST", "/teams/{id}/kick", "kick", "kick"],
  ])("that only repeat the path are read as the path: %s %s", (method, path, id, want) => {
    expect(toolName(named(method, path, id))).toBe(want);
  });
});

describe("tool names from paths", () => {
  it.each([
    ["GET", "/pets", "list_pets"],
    ["GET", "/pets/{petId}", "get_pet"],
    ["POST", "/pets", "create_pet"],
    ["PUT", "/pets/{petId}", "update_pet"],
    ["PATCH", "/pets/{petId}", "update_pet"],
    ["DELETE", "/pets/{petId}", "delete_pet"],
    ["DELETE", "/pets", "delete_pets"],
    ["HEAD", "/pets", "head_pets"],
    ["GET", "/api/v2.0/pets/{id}.json", "get_pet"],
    ["GET", "/pets/search", "search_pets"],
    ["POST", "/orders/{id}/refund", "refund_order"],
    ["POST", "/topics/{name}:publish", "publish_topic"],
    ["POST", "/folders/{id}#copy", "copy_folder"],
    ["GET", "/rest?method=flickr.photos.search", "search_rest_flickr_photo"],
    ["GET", "/", "get_root"],
    ["GET", "/{id}", "get_by_id"],
    ["GET", "/store/inventory", "get_store_inventory"],
    ["PUT", "/users/{id}/profile", "update_user_profile"],
    ["COPY", "/pets/{id}", "copy_pet"],
  ])("%s %s → %s", (method, path, want) => {
    const name = toolName(named(method, path));
    if (path.includes("?")) expect(name).toMatch(NAME);
    else expect(name).toBe(want);
  });

  it.each([
    [around(["PUT", "PATCH"]), "PUT", "/pets/{id}", "replace_pet"],
    [around(["PUT", "POST"]), "POST", "/pets/{id}", "post_pet"],
    [around([], true), "GET", "/database/", "list_databases"],
    [around([], true), "DELETE", "/database/", "delete_databases"],
  ])("know what stands beside: %#", (surroundings, method, path, want) => {
    expect(toolName({ method, path, operationId: null, around: surroundings })).toBe(want);
  });
});

describe("S-04 names of a whole document", () => {
  it("are unique where ids collide, without counters and without regard to others", () => {
    const colliding = ["user/get", "user.get", "user get", "UserGet"].map((id, i) => named("GET", `/${i}`, id));
    const more = [named("GET", "/users/{id}"), named("GET", "/e", "userget")];
    const names = toolNames([...colliding, ...more]);
    expect(new Set(names).size).toBe(6);
    expect(names.slice(0, 5).every((name) => /^get_user_[0-9a-f]{6}$/.test(name))).toBe(true);
    expect(names[5]).toBe("userget");
    const others = ["alpha", "delta"].map((id) => named("GET", `/${id}`, id));
    expect(toolNames([...others, ...more, ...colliding]).slice(2)).toEqual([...names.slice(4), ...names.slice(0, 4)]);
  });

  it("stay with the operation that is called so in the document", () => {
    const names = toolNames([named("GET", "/a", "user/get"), named("GET", "/b", "get_user")]);
    expect(names[1]).toBe("get_user");
    expect(names[0]).toMatch(/^get_user_[0-9a-f]{6}$/);
  });

  it("are those that were asked for", () => {
    const names = toolNames([named("GET", "/a", "get_user"), { ...named("GET", "/b", "x"), wish: "get_user" }]);
    expect(names[1]).toBe("get_user");
    expect(names[0]).toMatch(/^get_user_[0-9a-f]{6}$/);
  });

  it("are cut with a hash of their origin where they are long", () => {
    const ids = ["Name", "Date"].map(
      (end) => `listTheVeryLongResourceNamesOfAllTheOrganisationsInAnEnterpriseAccountBy${end}`,
    );
    const names = toolNames(ids.map((id) => named("GET", "/a", id)));
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^list_the_very_long_resource_names_of_all_[0-9a-f]{6}$/);
  });

  it.each([
    ["class", "class"],
    ["default", "default"],
    ["123", "get_123"],
    ["😀", "list_pets"],
    ["取得", "list_pets"],
    ["get取得", "list_pets"],
    ["con", "get_con"],
    ["__proto__", "proto"],
    ["", "list_pets"],
  ])("are legal for the id %s", (id, want) => {
    expect(toolName(named("GET", "/pets", id === "" ? null : id))).toBe(want);
  });

  it("are legal, unique and stable whatever the document says", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 80 }),
      fc.string({ unit: fc.constantFrom("a", "B", "1", "_", "-", "/", ".", "{", "}", "get", "ü"), maxLength: 60 }),
    );
    const operation = fc.record({
      method: fc.constantFrom("GET", "POST", "DELETE", "X-Y"),
      path: text.map((t) => `/${t}`),
      operationId: fc.option(text),
    });
    fc.assert(
      fc.property(fc.uniqueArray(operation, { selector: (o) => `${o.method} ${o.path}`, maxLength: 15 }), (given) => {
        const all = given.map((one) => ({ ...one, around: around() }));
        const names = toolNames(all);
        for (const name of names) expect(name).toMatch(NAME);
        expect(new Set(names).size).toBe(names.length);
        expect([...toolNames([...all].reverse())].reverse()).toEqual(names);
      }),
    );
  });
});

describe("names of groups and toolkits", () => {
  it.each([
    ["Pet Store", "pet_store"],
    ["1-Click", "n1_click"],
    ["../../etc", "etc"],
    ["aux", "general"],
    ["", "general"],
  ])("%s → %s", (text, want) => {
    expect(snakeName(text, "general")).toBe(want);
  });
});
