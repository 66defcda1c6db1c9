import { expect, test } from "vitest";
import type { TreeNumbers } from "./types";
import { treeOf } from "./useTree";

test("clusters are found by level and number, and their labels have no number", () => {
  const tree = treeOf({
    levels: [0, 1, 1],
    clusters: [0, 0, 1],
    names: ["0  orbit, oven", "0  orbit", "1  oven"],
    documents: [9, 4, 5],
  } as TreeNumbers);
  expect(tree[0]?.get(0)).toEqual({ cluster: 0, label: "orbit, oven", size: 9 });
  expect(tree[1]?.get(1)).toEqual({ cluster: 1, label: "oven", size: 5 });
});
