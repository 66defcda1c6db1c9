import { Blocks } from "./Blocks";
import { Clusters } from "./Clusters";
import { Documents } from "./Documents";
import { DocumentMap } from "./Map";
import { Quality } from "./Quality";
import { Runs } from "./Runs";
import { Time } from "./Time";
import { Words } from "./Words";

/** The pages in the order of the navigation. A new page needs an entry here and nothing else. */
export const PAGES = {
  blocks: {
    title: "Blocks",
    about: "Which documents use which words",
    icon: "M3 3h6v6H3zM11 3h6v3h-6zM11 8.5h6V17h-6zM3 11h6v6H3z",
    View: Blocks,
  },
  map: {
    title: "Map",
    about: "Documents that use the same words are close together",
    icon: "M5 6h.01M8 4h.01M7 8h.01M14 5h.01M16 8h.01M13 8h.01M6 14h.01M9 16h.01M8 13h.01M14 14h.01M16 16h.01",
    View: DocumentMap,
  },
  documents: {
    title: "Documents",
    about: "Search, filter and read",
    icon: "M5 2.5h7l3.5 3.5v11.5H5zM8 9h5M8 12h5M8 15h3",
    View: Documents,
  },
  words: {
    title: "Words",
    about: "The topic of each cluster, and how each word is used",
    icon: "M2.5 15 6.5 5l4 10M4 11.5h5M12.5 12a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M17.5 9v6",
    View: Words,
  },
  clusters: {
    title: "Clusters",
    about: "Name, merge, split and annotate clusters",
    icon: "M3 7a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M11.5 11a3 3 0 1 0 6 0 3 3 0 1 0-6 0M5 15a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
    View: Clusters,
  },
  time: {
    title: "Time and groups",
    about: "How clusters vary with dates and groups",
    icon: "M2.5 17h15M3 14l4-5 4 3 6-8",
    View: Time,
  },
  quality: {
    title: "Quality",
    about: "Whether this run can be trusted",
    icon: "M3 13.5a7 7 0 1 1 14 0M10 13.5l3.5-4M2.5 16.5h15",
    View: Quality,
  },
  runs: {
    title: "Runs",
    about: "Open, create and compare runs",
    icon: "M6 3.5v13l10-6.5z",
    View: Runs,
  },
};

export type Page = keyof typeof PAGES;
