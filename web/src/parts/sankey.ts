import type { SankeyNumbers } from "../data/types";
import type { Option } from "./Chart";
import type { Ink } from "./chartOptions";

const GRAY = "#8c8c8c";

/** Flows from left to right in the order of the numbers; a flow has the color of its target. */
export function sankeyOption(numbers: SankeyNumbers, colorOf: (cluster: number) => string, ink: Ink): Option {
  const { left, right, left_clusters, right_clusters, flows } = numbers;
  const color = (cluster: number | undefined) =>
    cluster === undefined || cluster < 0 ? GRAY : colorOf(cluster);
  const node = (id: string, label: string, fill: string, position: "left" | "right") => ({
    name: id,
    depth: position === "right" ? 0 : 1,
    itemStyle: { color: fill, borderWidth: 0 },
    label: { position, formatter: () => label },
    tooltip: { formatter: label },
  });
  const links = flows.flatMap((row, i) =>
    row.flatMap((value, j) =>
      value
        ? [
            {
              source: `l${i}`,
              target: `r${j}`,
              value,
              lineStyle: { color: color(right_clusters[j]), opacity: 0.38 },
              tooltip: { formatter: `${left[i]} → ${right[j]}: ${value.toLocaleString("en")}` },
            },
          ]
        : [],
    ),
  );
  const used = new Set(links.flatMap(({ source, target }) => [source, target]));
  const nodes = [
    ...left.map((name, i) => node(`l${i}`, name, color(left_clusters[i]), "right")),
    ...right.map((name, j) => node(`r${j}`, name, color(right_clusters[j]), "left")),
  ];
  return {
    tooltip: { trigger: "item" },
    media: [
      { query: { maxWidth: 520 }, option: { series: [{ label: { width: 118, overflow: "truncate" } }] } },
      { option: { series: [{ label: { width: undefined, overflow: "none" } }] } },
    ],
    series: [
      {
        type: "sankey",
        left: 4,
        right: 4,
        top: 8,
        bottom: 8,
        nodeGap: 13,
        nodeWidth: 12,
        layoutIterations: 0,
        draggable: false,
        emphasis: { focus: "adjacency" },
        label: { color: ink.text, fontSize: 11 },
        data: nodes.filter(({ name }) => used.has(name)),
        links,
      },
    ],
  };
}

/** Room for every name. */
export function sankeyHeight({ left, right }: SankeyNumbers): number {
  return Math.max(300, 27 * Math.max(left.length, right.length));
}
