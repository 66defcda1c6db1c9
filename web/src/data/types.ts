// What the pages are given. Python makes these in report/deck.py; the names are the same there.

/** The numbers of a picture: `Numbers.as_dict()` of pictures/prepare, so title, alt and note are always there. */
export interface Numbers {
  picture: string;
  question: string;
  title: string;
  alt: string;
  note: string;
}

export interface Cluster {
  cluster: number;
  /** Number and name, or number and words: "3  orbit, nasa, launch". */
  label: string;
  name: string | null;
  note: string | null;
  noise: boolean;
  color: string;
  size: number;
  share: number;
  words: string[];
  /** Rows of documents that stand for it. */
  typical: number[];
  /** Mean confidence of its documents. */
  confidence: number | null;
}

export interface WordCluster {
  cluster: number;
  label: string;
  color: string;
  size: number;
  words: string[];
}

export interface BlocksNumbers extends Numbers {
  row_clusters: number[];
  column_clusters: number[];
  row_names: string[];
  column_names: string[];
  mass: number[][];
  density: number[][];
  lift: number[][];
  residual: number[][];
}

export interface Edit {
  edit: "rename" | "note" | "color" | "noise" | "merge" | "split" | "undo";
  at?: string;
  cluster?: number;
  clusters?: number[];
  into?: number;
  name?: string;
  text?: string;
  color?: string;
  noise?: boolean;
  /** Whether a later line has taken it back. */
  undone?: boolean;
}

export interface Overview {
  run: string;
  model: string;
  model_title: string;
  created: string;
  version: string;
  documents: number;
  words: number;
  entries: number;
  n_clusters: [number, number];
  /** Document clusters of each level, the coarsest first; one number where nothing is nested. */
  levels: number[];
  /** Per coarser level, the cluster that each document cluster lies in. */
  parents: number[][];
  clusters: Cluster[];
  word_clusters: WordCluster[];
  metrics: Record<string, number | string | boolean | null>;
  remarks: string[];
  config: Record<string, unknown>;
  blocks: BlocksNumbers;
  has: { texts: boolean; classes: boolean; dates: boolean; groups: string[]; more: string[] };
  /** Pictures that this run has, by name; others say why not when they are asked for. */
  pictures: string[];
  edits: Edit[];
  /** Where only some documents are in the page: how many, of how many. */
  sampled: { shown: number; of: number } | null;
  /** Where texts are cut so that the file stays small: after how many letters. */
  shortened?: number;
  /** Grows by one with every edit of the run, here or elsewhere; a report has none. */
  edition?: number;
}

export interface Codes {
  /** -1 where a document has none. */
  codes: number[];
  names: string[];
}

/** Documents by column, in input order. */
export interface Documents {
  ids: string[];
  /** What people call them, "" where unknown; null or absent where no column was named. */
  titles?: string[] | null;
  /** -1: no known words. */
  cluster: number[];
  /** -1: no other. */
  second: number[];
  confidence: (number | null)[];
  excerpts: string[] | null;
  classes: Codes | null;
  /** ISO dates, "" where unknown. */
  dates: string[] | null;
  groups: Record<string, Codes>;
  more: Record<string, string[]>;
}

/** Words by column, the most frequent first. */
export interface Words {
  words: string[];
  cluster: number[];
  weight: number[];
  keyness: number[];
  /** How often each is counted in all documents. */
  total: number[];
  /** Counts of all words, kept or not, in each document cluster. */
  cluster_totals: number[];
  /**
   * Those that may be among the first of some cluster: index into `words`, counts[cluster][place]. A report also has
   * the words similar to each, by index and similarity; a server is asked for them, word by word.
   */
  telling: {
    index: number[];
    counts: number[][];
    keyness: number[][];
    similar?: [number, number][][];
  };
  /** Words among the first of several clusters. */
  polysemous: { word: string; clusters: number[] }[];
  /** How many words the run has. */
  of: number;
}

export interface WordProfile {
  word: string;
  cluster: number;
  counts: number[];
  keyness: number[];
  documents: number;
  similar: { word: string; similarity: number }[];
}

export interface Found {
  rows: number[];
  /** All that were found; `rows` may be the first of them. */
  total: number;
  /** True while the server is still reading texts, so that there may be more. */
  partial?: boolean;
}

export interface Near {
  row: number;
  similarity: number;
}

export interface RunEntry {
  run: string;
  model: string;
  n_clusters: [number, number] | null;
  documents: number | null;
  created: string;
  metrics: Record<string, number | string | boolean | null>;
}

export interface Session {
  version: string;
  /** The run to open first. */
  run: string | null;
  runs: RunEntry[];
  read_only: boolean;
  allow_runs: boolean;
  /** What the server was started with, where that is a corpus and no run. */
  input: string | null;
}

/** A parameter of a model, from the table of constraints beside its class. */
export interface Field {
  name: string;
  kind: "int" | "float" | "bool" | "choice" | "text";
  default: number | string | boolean | null;
  /** Of a text: it is one of these or a number. */
  choices?: string[];
  low?: number;
  high?: number;
  help: string;
}

export interface ModelForm {
  model: string;
  title: string;
  help: string;
  fields: Field[];
}

/** What can be asked of a new run. */
export interface Forms {
  models: ModelForm[];
  /** How to read files, and which words to keep. */
  reading: Field[];
  words: Field[];
  datasets: { name: string; documents: number; about: string }[];
  /** Bytes that can be sent. */
  limit: number;
}

/** A column of a table, with its first values. */
export interface Column {
  name: string;
  samples: string[];
}

/** What a file was found to hold: no columns where it is no table; which would be read as what. */
export interface TableColumns {
  columns: Column[];
  guessed: Record<string, string[]>;
}

export interface Job {
  job: string;
  run: string;
  model: string;
  /** As it was typed: "8", "8,12", "5/20". */
  n_clusters: string;
  state: "waiting" | "running" | "done" | "failed" | "cancelled";
  stage: string;
  /** 0 to 1 within the stage, null where that is not known. */
  progress: number | null;
  notes: string[];
  error: string | null;
  seconds: number;
}

export interface Comparison {
  sankey: SankeyNumbers;
  /** Documents of both runs, those of them that left their cluster, and those that one run has alone. */
  agreement: { nmi: number; ari: number; documents: number; moved: number; only: [number, number] };
}

export interface SankeyNumbers extends Numbers {
  left: string[];
  right: string[];
  left_clusters: number[];
  right_clusters: number[];
  flows: number[][];
}

export interface TreeNumbers extends Numbers {
  levels: number[];
  clusters: number[];
  above: number[];
  names: string[];
  documents: number[];
  places: number[];
}

/** 5, 25, 50, 75 and 95 % points. */
export type Box = (number | null)[];

export interface SimilarityNumbers extends Numbers {
  names: string[];
  within: Box[];
  between: Box[];
  n_within: number[];
  n_between: number[];
  /** Two clusters and how alike they are, the most alike first. */
  alike: [number, number, number][];
}

export interface ConvergenceNumbers extends Numbers {
  losses: number[][];
  best: number;
  rises: [number, number][];
  opinions: [string, number | null, number][];
}

export interface StabilityNumbers extends Numbers {
  restarts: number[];
  ari: number[][];
  nmi: number[][];
  names: string[];
  agreement: number[];
  sure: number[];
  /** Kinds of opinion of a consensus and their weights; empty if these are starts. */
  kinds: string[];
  weights: number[];
}

export interface SizesNumbers extends Numbers {
  clusters: number[];
  names: string[];
  documents: number[];
  mass: number[];
}

export interface ClustersNumbers extends Numbers {
  pairs: [number, number][];
  columns: string[];
  values: (number | null)[][];
  /** Null if there is no clear number. */
  recommended: [number, number] | null;
  candidates: number[];
  fitted: [number, number] | null;
}

export interface ConfusionNumbers extends Numbers {
  classes: string[];
  clusters: number[];
  names: string[];
  counts: number[][];
  n_matched: number;
}

export interface StreamNumbers extends Numbers {
  periods: string[];
  kind: string;
  unit: string;
  names: string[];
  counts: number[][];
}
