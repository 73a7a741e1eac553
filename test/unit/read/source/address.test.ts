import { describe, expect, it } from "vitest";
import { isInternal, isLoopbackHost } from "../../../../src/read/source/address.js";

describe("isInternal", () => {
  it.each(
    "0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.255 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::7f00:1 64:ff9b::808:808 fe80::1 fe80::1%eth0 fc00::1 fd12::1 ff02::1 2001::1 2001:db8::1 2002:7f00:1::1 localhost x.test"
      .split(" ")
      .concat(""),
  )("%j is", (address) => expect(isInternal(address)).toBe(true));

  it.each(["8.8.8.8", "100.63.255.255", "172.32.0.1", "192.167.255.255", "2606:4700::1111", "2001:4860:4860::8888"])(
    "%s is not",
    (address) => expect(isInternal(address)).toBe(false),
  );
});

describe("isLoopbackHost", () => {
  it.each([
    ["http://localhost", true],
    ["http://127.0.0.1", true],
    ["http://127.1", true],
    ["http://2130706433", true],
    ["http://0x7f.1", true],
    ["http://[::1]", true],
    ["http://localhost.", false],
    ["http://127.0.0.1.evil.test", false],
    ["http://localhost.evil.test", false],
    ["http://[::ffff:127.0.0.1]", false],
    ["http://0.0.0.0", false],
  ])("%s: %s", (url, want) => expect(isLoopbackHost(new URL(url).hostname)).toBe(want));
});
