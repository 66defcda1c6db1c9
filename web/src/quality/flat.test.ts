import { expect, test } from "vitest";
import { flat, shown } from "./flat";

test("nested settings are told by their path, what is not set is left out", () => {
  expect(
    flat({ model: "nmtf", text: { stem: false, language: null }, reading: { group: ["a", "b"] } }),
  ).toEqual([
    ["model", "nmtf"],
    ["text.stem", "false"],
    ["reading.group", "a, b"],
  ]);
});

test("a long list is told by its beginning and its length", () => {
  const [line] = flat({ words: Array.from({ length: 102 }, (_, i) => `w${i}`) });
  expect(line?.[1]).toBe("w0, w1, w2, w3, w4, w5, w6, w7, … (102)");
});

test("numbers are short but never rounded to zero", () => {
  expect(shown(0.59443908)).toBe("0.5944");
  expect(shown(0.00001)).toBe("0.000010");
  expect(shown(16)).toBe("16");
});
