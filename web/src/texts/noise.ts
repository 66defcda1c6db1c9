import { count } from "../texts";
import { percent } from "./percent";

const s = (n: number) => (n === 1 ? "" : "s");

export const noise = {
  aside: (clusters: number, documents: number) =>
    `Set aside as noise: ${count(clusters)} cluster${s(clusters)} with ${count(documents)} document${s(documents)}.`,
  show: "Show noise",
  again: "Fit again without noise",
  noTexts: "This run holds no texts: to fit without noise, take these documents out of the source.",
  largest: (k: number, n: number, of: number) =>
    `Cluster ${k} is the largest: ${count(n)} of ${count(of)} documents (${percent(n / Math.max(of, 1))})`,
  block: (k: number, j: number, share: number, lift: number) =>
    `Document cluster ${k} stands out: word cluster ${j} makes ${percent(share)} of its counts, ${lift.toFixed(1)} times the expected`,
  map: (documents: number, clusters: number) =>
    `${count(documents)} document${s(documents)} in ${count(clusters)} cluster${s(clusters)}`,
  notHere: "Noise is left out here.",
  here: "Noise is counted here.",
};
