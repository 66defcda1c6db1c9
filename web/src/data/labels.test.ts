import { expect, test } from "vitest";
import { lineIn } from "./labels";

test("a line has the name first and the number last", () => {
  expect(lineIn([{ cluster: 0, label: "orbit, nasa" }], 0)).toBe("orbit, nasa · 0");
});

test("a number that is no cluster has another line", () => {
  expect(lineIn([], -1)).toBe("–");
  expect(lineIn([], 2, "no known words")).toBe("no known words");
});
