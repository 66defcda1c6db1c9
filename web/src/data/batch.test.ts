import { expect, test } from "vitest";
import { batched } from "./batch";

function counting(most: number, keep?: number) {
  const asked: number[][] = [];
  const load = async (rows: number[]) => {
    asked.push(rows);
    return rows.map((row) => `text ${row}`);
  };
  return { asked, batch: batched(load, 0, most, keep) };
}

test("what is wanted in the same moment is asked for together, in parts that are not too large", async () => {
  const { asked, batch } = counting(2);
  expect(await Promise.all([3, 1, 2].map((row) => batch.get(row)))).toEqual(["text 3", "text 1", "text 2"]);
  expect(asked).toEqual([[3, 1], [2]]);
});

test("an answer is kept, the oldest forgotten first", async () => {
  const { asked, batch } = counting(10, 2);
  await Promise.all([1, 2].map((row) => batch.get(row)));
  await batch.get(2);
  expect(asked.length).toBe(1);
  await batch.get(3);
  await batch.get(1);
  expect(asked).toEqual([[1, 2], [3], [1]]);
});

test("what failed is asked for again", async () => {
  let fails = true;
  const batch = batched(async (rows) => {
    if (fails) throw new Error("away");
    return rows;
  }, 0);
  await expect(batch.get(5)).rejects.toThrow("away");
  fails = false;
  expect(await batch.get(5)).toBe(5);
});
