import { expect, test } from "vitest";
import { at, placed } from "./labelLayout";

const name = (text: string, x: number, y: number) => ({ text, x, y, width: 40, height: 10 });
const overlap = (a: { x: number; y: number }, b: { x: number; y: number }) =>
  Math.abs(a.x - b.x) < 40 && Math.abs(a.y - b.y) < 10;

test("names that want the same place get places of their own", () => {
  const found = placed([name("a", 50, 50), name("b", 52, 51), name("c", 48, 50)], [], 200, 200);
  expect(found.map(({ text }) => text)).toEqual(["a", "b", "c"]);
  expect(found[0]).toMatchObject({ x: 50, y: 50, index: 0 });
  for (const one of found)
    for (const other of found) if (one !== other) expect(overlap(one, other)).toBe(false);
});

test("where there is no room, later names are left out", () => {
  const wanted = Array.from({ length: 20 }, (_, i) => name(String(i), 50, 30));
  const found = placed(wanted, [], 100, 60);
  expect(found.length).toBeGreaterThan(1);
  expect(found.length).toBeLessThan(8);
  expect(found[0]?.index).toBe(0);
});

test("a name that finds no room is written for short, after all that find some", () => {
  const short = (text: string, x: number) => ({ ...name(text, x, 30), width: 8 });
  const wanted = [0, 1, 2].map((i) => ({ ...name(`name ${i}`, 25, 30), shorter: short(String(i), 60) }));
  const found = placed(wanted, [], 80, 26 + 10);
  expect(found.map(({ text, index }) => [text, index])).toEqual([
    ["name 0", 0],
    ["name 1", 1],
    ["2", 2],
  ]);
});

test("names cover nothing that is there already, and stay on the canvas", () => {
  expect(placed([name("a", 50, 5)], [name("b", 50, 5)], 100, 12)).toEqual([]);
  expect(placed([name("cut", 5, 50)], [], 100, 100)).toEqual([]);
});

test("a name is found under the hand", () => {
  const found = placed([name("a", 50, 50), name("b", 150, 50)], [], 200, 100);
  expect(at(found, 140, 52)).toBe(1);
  expect(at(found, 100, 50)).toBe(-1);
});
