import { expect, test } from "vitest";
import { scanner } from "../search/scan";
import { documentLine } from "./titles";
import type { Documents } from "./types";

test("a document is called by its title, and by its id where it has none", () => {
  const documents = { ids: ["s1", "s2"], titles: ["Of oaks", ""] } as unknown as Documents;
  expect([documentLine(documents, 0), documentLine(documents, 1)]).toEqual(["Of oaks (s1)", "s2"]);
  expect(documentLine({ ids: ["s1"] } as unknown as Documents, 0)).toBe("s1");
});

test("a report finds documents by their titles, too", () => {
  const scan = scanner(["s1", "s2"], () => "red", ["Of oaks", ""]);
  expect(scan("oaks", 9).rows).toEqual([0]);
});
