import type { Source } from "../data/source";
import type { GraphNumbers, Overview } from "../data/types";
import type { Export } from "../parts/Figure";
import { save } from "./csv";
import { element, escaped } from "./svg";

/** The bipartite graph of the blocks, for programs like Gephi: from the server, or written by a report itself. */
export function graphExports(source: Source, run: string, overview: Overview, hidden: Set<number>): Export[] {
  if (!overview.pictures.includes("graph")) return [];
  const file = source.server?.file(run, "graph", "graphml", hidden.size ? undefined : { noise: "show" });
  const write = async () => {
    const numbers = seenGraph(await source.picture<GraphNumbers>(run, "graph"), hidden);
    save(`${run}.graphml`, graphml(numbers, overview), "application/graphml+xml");
  };
  return [{ label: "GraphML", run: file ?? (() => void write()) }];
}

function seenGraph(graph: GraphNumbers, hidden: Set<number>): GraphNumbers {
  const kept = <T>(values: T[]) => values.filter((_, i) => !hidden.has(graph.row_clusters[i] as number));
  return {
    ...graph,
    row_clusters: kept(graph.row_clusters),
    row_names: kept(graph.row_names),
    row_mass: kept(graph.row_mass),
    edges: graph.edges.filter(([row]) => !hidden.has(row)),
  };
}

const KEYS = {
  node: { label: "string", side: "string", mass_share: "double", color: "string" },
  edge: { weight: "double", lift: "double" },
};
const WORDS_GRAY = "#a0a0a0";

/** The same elements as pictures/graph_files.py writes. */
export function graphml(numbers: GraphNumbers, overview: Overview): string {
  const keys = Object.entries(KEYS).flatMap(([side, names]) =>
    Object.entries(names).map(([id, type]) =>
      element("key", { id, for: side, "attr.name": id, "attr.type": type }),
    ),
  );
  const nodes = [
    ...numbers.row_clusters.map((k, i) => {
      const color = overview.clusters[k]?.color ?? WORDS_GRAY;
      return node(`d${k}`, numbers.row_names[i] ?? "", "document", numbers.row_mass[i] ?? 0, color);
    }),
    ...numbers.column_clusters.map((j, i) =>
      node(`w${j}`, numbers.column_names[i] ?? "", "word", numbers.column_mass[i] ?? 0, WORDS_GRAY),
    ),
  ];
  const edges = numbers.edges.map(([row, column, weight, lift]) =>
    element("edge", { source: `d${row}`, target: `w${column}` }, data({ weight, lift })),
  );
  const graph = element("graph", { edgedefault: "undirected" }, [...nodes, ...edges].join("\n"));
  const root = element(
    "graphml",
    { xmlns: "http://graphml.graphdrawing.org/xmlns" },
    keys.join("\n") + graph,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`;
}

function node(id: string, name: string, side: string, mass_share: number, color: string): string {
  return element("node", { id }, data({ label: name, side, mass_share, color }));
}

function data(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([key, value]) => element("data", { key }, escaped(String(value))))
    .join("");
}
