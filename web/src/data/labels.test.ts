import { expect, test } from "vitest";
import { lineIn, numberLast } from "./labels";

test("a line has the name first and the number last", () => {
  expect(lineIn([{ cluster: 0, label: "orbit, nasa" }], 0)).toBe("orbit, nasa · 0");
});

test("a number that is no cluster has another line", () => {
  expect(lineIn([], -1)).toBe("–");
  expect(lineIn([], 2, "no known words")).toBe("no known words");
});

test("a name from a picture changes its order, any other name stays", () => {
  expect(numberLast("12  orbit, nasa")).toBe("orbit, nasa · 12");
  expect(numberLast("2001 a space odyssey")).toBe("2001 a space odyssey");
});
