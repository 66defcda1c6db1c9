import { expect, test } from "vitest";
import { flattened, formatted } from "./settings";

test("nested settings are told by their path, what is not set is left out", () => {
  expect(
    flattened({ model: "nmtf", text: { stem: false, language: null }, reading: { group: ["a", "b"] } }),
  ).toEqual([
    ["model", "nmtf"],
    ["text.stem", "false"],
    ["reading.group", "a, b"],
  ]);
});

test("a long list is told by its beginning and its length", () => {
  const [line] = flattened({ words: Array.from({ length: 102 }, (_, i) => `w${i}`) });
  expect(line?.[1]).toBe("w0, w1, w2, w3, w4, w5, w6, w7, … (102)");
});

test("numbers are short but never rounded to zero", () => {
  expect(formatted(0.59443908)).toBe("0.5944");
  expect(formatted(0.00001)).toBe("0.000010");
  expect(formatted(16)).toBe("16");
});
