import { expect, test } from "vitest";
import source from "../../../src/cotext/pictures/colors.py?raw";
import { PALETTE } from "./palette";

test("the colors to choose from are those that Python's pictures begin with", () => {
  const hues = /^HUES = \((.*)\)$/m.exec(source)?.[1]?.match(/#[0-9a-f]{6}/g);
  expect(hues).toEqual([...PALETTE]);
});
