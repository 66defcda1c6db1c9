import { expect, test } from "vitest";
import type { GraphNumbers, Overview } from "../data/types";
import { graphml } from "./graphml";

test("the graph has a node per cluster of either side and an edge per block", () => {
  const numbers = {
    row_clusters: [0, 1],
    column_clusters: [1, 0],
    row_names: ["0  <b>", "1  x & y"],
    column_names: ["1  v", "0  u"],
    row_mass: [0.25, 0.75],
    column_mass: [0.5, 0.5],
    edges: [[0, 1, 0.2, 3.5]],
  } as unknown as GraphNumbers;
  const overview = { clusters: [{ color: "#0072b2" }, { color: "#e69f00" }] } as unknown as Overview;
  const text = graphml(numbers, overview);
  expect(text.match(/<node id="[^"]+"/g)).toEqual([
    '<node id="d0"',
    '<node id="d1"',
    '<node id="w1"',
    '<node id="w0"',
  ]);
  expect(text).toContain('<data key="label">0  &lt;b&gt;</data>');
  expect(text).toContain(
    '<edge source="d0" target="w1"><data key="weight">0.2</data><data key="lift">3.5</data></edge>',
  );
  expect(text).toContain('<data key="color">#e69f00</data>');
});
