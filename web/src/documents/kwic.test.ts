import { expect, test } from "vitest";
import { parseQuery } from "../search/query";
import { linesOf, sorted } from "./kwic";

const texts = [
  { row: 4, text: "The red moon rises.\n\nA  moon\tsets" },
  { row: 2, text: "Blue Moon above" },
  { row: 9, text: "nothing here" },
];
const lines = linesOf(texts, parseQuery("moon"));

test("each occurrence is a line with what stands left and right of it, on one line", () => {
  expect(lines).toEqual([
    { row: 4, left: "The red ", keyword: "moon", right: " rises. A moon sets" },
    { row: 4, left: "The red moon rises. A ", keyword: "moon", right: " sets" },
    { row: 2, left: "Blue ", keyword: "Moon", right: " above" },
  ]);
});

test("lines are sorted by the word after, or by the word before, or stay as the texts come", () => {
  expect(sorted(lines, "right").map(({ right }) => right.trim().split(" ")[0])).toEqual([
    "above",
    "rises.",
    "sets",
  ]);
  expect(sorted(lines, "left").map(({ left }) => left.trim().split(" ").at(-1))).toEqual([
    "A",
    "Blue",
    "red",
  ]);
  expect(sorted(lines, "document")).toBe(lines);
});

test("a phrase is one keyword, and context is cut to some letters", () => {
  const [line] = linesOf(
    [{ row: 0, text: `${"x ".repeat(500)}New York${" y".repeat(500)}` }],
    parseQuery('"new york"'),
  );
  expect(line?.keyword).toBe("New York");
  expect(line?.left.length).toBe(90);
  expect(line?.right.length).toBe(90);
});
