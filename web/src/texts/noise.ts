import { count } from "../texts";
import { percent } from "./percent";

const s = (n: number) => (n === 1 ? "" : "s");

export const noise = {
  aside: (clusters: number, documents: number) =>
    `Set aside as noise: ${count(clusters)} cluster${s(clusters)} with ${count(documents)} document${s(documents)}.`,
  show: "Show noise",
  again: "Fit again without noise",
  noTexts: "This run has no texts. To fit without noise, remove these documents from the source.",
  largest: (label: string, n: number, of: number) =>
    `“${label}” is the largest cluster: ${count(n)} of ${count(of)} documents (${percent(n / Math.max(of, 1))})`,
  block: (documents: string, words: string, share: number, lift: number) =>
    `The cluster “${documents}” differs most: “${words}” make up ${percent(share)} of its counts, ${lift.toFixed(1)} times the expected share`,
  map: (documents: number, clusters: number) =>
    `${count(documents)} document${s(documents)} in ${count(clusters)} cluster${s(clusters)}`,
  notHere: "Noise is not included here.",
  here: "Noise is included here.",
};
