import { expect, test } from "vitest";
import type { MatrixNumbers } from "../data/types";
import { colorOf } from "./colors";

const paper: [number, number, number] = [255, 255, 255];
const ink: [number, number, number] = [0, 0, 0];
const numbers = (values: string, pixels: number[][]) => ({ values, pixels }) as unknown as MatrixNumbers;

test("more counts have more ink, none have none", () => {
  const color = colorOf(numbers("counts", [[0, 1, 4]]), paper, ink, false);
  const [none, few, many] = [0, 1, 4].map((value) => color(value)[0]) as [number, number, number];
  expect(none).toBe(255);
  expect(few).toBeLessThan(none);
  expect(many).toBeLessThan(few);
});

test("more than expected is blue, less is orange, nothing is paper", () => {
  const color = colorOf(numbers("lift", [[0, 8, 64, 0.2]]), paper, ink, false);
  const [more, less] = [color(8), color(0.2)];
  expect(more[2]).toBeGreaterThan(more[0]);
  expect(less[0]).toBeGreaterThan(less[2]);
  expect(color(0)).toEqual(paper);
  expect(color(64)[0]).toBeLessThan(more[0]);
});
