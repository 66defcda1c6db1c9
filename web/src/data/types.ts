// Written by web/make_types.py from src/cotext/report/schema.py and picture_schema.py; edit those.

export type Point = [number, number];

export type Box = (number | null)[];

/** The numbers of a picture, as `pictures/prepare` makes them. */
export interface Numbers {
  picture: string;
  question: string;
  title: string;
  alt: string;
  note: string;
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

export interface MatrixNumbers extends Numbers {
  pixels: number[][];
  values: "counts" | "lift";
  shape: [number, number];
  /** Rows from and to, columns from and to, in cluster order. */
  window: [number, number, number, number];
  row_clusters: number[];
  column_clusters: number[];
  row_ends: number[];
  column_ends: number[];
  row_names: string[];
  column_names: string[];
  row_documents: number[];
  column_words: string[];
  /** Per row of pixels, the cluster that matches its known class; empty without classes. */
  classes: number[];
}

export interface MapNumbers extends Numbers {
  /** Rows of the documents drawn. */
  rows: number[];
  ids: string[];
  clusters: number[];
  points: Point[];
  /** Median place of each cluster; null for an empty one. */
  centres: [number | null, number | null][];
  names: string[];
  /** Distinctive words of the clusters, each placed among the documents that use it. */
  words: string[];
  word_clusters: number[];
  word_points: Point[];
}

export interface GraphNumbers extends Numbers {
  row_clusters: number[];
  column_clusters: number[];
  row_names: string[];
  column_names: string[];
  row_mass: number[];
  column_mass: number[];
  /** Document cluster, word cluster, share of all counts, lift. */
  edges: [number, number, number, number][];
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

export interface SimilarityNumbers extends Numbers {
  names: string[];
  /** 5, 25, 50, 75 and 95 % points of each cluster. */
  within: Box[];
  between: Box[];
  n_within: number[];
  n_between: number[];
  /** Two clusters and their similarity, the most similar first. */
  alike: [number, number, number][];
}

export interface ConvergenceNumbers extends Numbers {
  losses: number[][];
  best: number;
  rises: [number, number][];
  log: boolean;
  opinions: [string, number | null, number][];
}

export interface StabilityNumbers extends Numbers {
  restarts: number[];
  ari: number[][];
  nmi: number[][];
  names: string[];
  agreement: number[];
  sure: number[];
  /** Kinds of opinion of a consensus; empty if these are restarts. */
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

/** The pictures that the pages draw, by name; a run has some of them. */
export interface Pictures {
  matrix: MatrixNumbers;
  map: MapNumbers;
  graph: GraphNumbers;
  sankey: SankeyNumbers;
  tree: TreeNumbers;
  similarity: SimilarityNumbers;
  convergence: ConvergenceNumbers;
  stability: StabilityNumbers;
  sizes: SizesNumbers;
  clusters: ClustersNumbers;
  confusion: ConfusionNumbers;
  stream: StreamNumbers;
}

export type Value = number | string | boolean | null;

export interface Cluster {
  cluster: number;
  /** The name, or the top words if it has none: `orbit, nasa, launch`. */
  label: string;
  name: string | null;
  note: string | null;
  noise: boolean;
  color: string;
  size: number;
  share: number;
  words: string[];
  /** Rows of representative documents. */
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

/** A line of the history of a run, or an edit that a page asks for. */
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

/** Which data a run has about its documents. */
export interface Has {
  texts: boolean;
  classes: boolean;
  dates: boolean;
  titles: boolean;
  groups: string[];
  more: string[];
}

export interface Sample {
  shown: number;
  of: number;
}

/** A run at a glance. */
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
  /** Document clusters of each level, the coarsest first; one number if nothing is nested. */
  levels: number[];
  /** Per coarser level, the cluster that holds each document cluster. */
  parents: number[][];
  clusters: Cluster[];
  word_clusters: WordCluster[];
  metrics: Record<string, Value>;
  remarks: string[];
  config: Record<string, unknown>;
  blocks: BlocksNumbers;
  has: Has;
  /** Names of the pictures that this run has. */
  pictures: string[];
  edits: Edit[];
  /** How many documents of how many are in the page, if not all. */
  sampled: Sample | null;
  /** After how many characters texts are cut so that the file stays small. */
  shortened?: number;
  /** Grows by one with every edit of the run, here or elsewhere; a report has none. */
  edition?: number;
}

export interface Codes {
  /** -1 for a document without a value. */
  codes: number[];
  names: string[];
}

/** Documents by column, in input order. */
export interface Documents {
  ids: string[];
  /** Empty where unknown; null if no column was named. */
  titles: string[] | null;
  /** -1: no known words. */
  cluster: number[];
  /** The second best cluster; -1: none. */
  second: number[];
  confidence: (number | null)[];
  excerpts: string[] | null;
  classes: Codes | null;
  /** ISO dates, empty where unknown. */
  dates: string[] | null;
  groups: Record<string, Codes>;
  more: Record<string, string[]>;
}

/** Words that may be among the first of some cluster. */
export interface Telling {
  /** Places in `Words.words`. */
  index: number[];
  /** Per cluster, one number per such word. */
  counts: number[][];
  keyness: number[][];
  /** In a report, the similar words of each by place and similarity; the explorer is asked word by word. */
  similar?: [number, number][][];
}

export interface PolysemousWord {
  word: string;
  clusters: number[];
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
  telling: Telling;
  /** Words among the first of several clusters. */
  polysemous: PolysemousWord[];
  /** How many words the run has. */
  of: number;
}

/** Everything that a report holds. */
export interface ReportData {
  overview: Overview;
  documents: Documents;
  words: Words;
  /** By name; "map-plain" is the map of documents placed by their words alone. */
  pictures: Record<string, Numbers>;
  texts: (string | null)[] | null;
  /** Per document, rows of the page and similarities of its nearest neighbours. */
  similar: [number, number][][];
}

export interface SimilarWord {
  word: string;
  similarity: number;
}

export interface WordProfile {
  word: string;
  cluster: number;
  counts: number[];
  keyness: number[];
  documents: number;
  similar: SimilarWord[];
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
  metrics: Record<string, Value>;
}

export interface Session {
  version: string;
  /** The run to open first. */
  run: string | null;
  runs: RunEntry[];
  read_only: boolean;
  allow_runs: boolean;
  /** The corpus that the server was started with, if any. */
  input: string | null;
}

/** A parameter of a model, or a keyword of a recipe. */
export interface Field {
  name: string;
  kind: "int" | "float" | "bool" | "choice" | "text";
  default: Value;
  /** With the kind "text", it is one of these or a number. */
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

export interface DataSet {
  name: string;
  documents: number;
  about: string;
}

/** The form for a new run. */
export interface Forms {
  models: ModelForm[];
  /** How to read files. */
  reading: Field[];
  /** Which words to keep. */
  words: Field[];
  datasets: DataSet[];
  /** Bytes that can be sent. */
  limit: number;
}

/** A column of a table, with its first values. */
export interface Column {
  name: string;
  samples: string[];
}

/** The columns of a file, none if it is no table, and how they would be read. */
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
  /** 0 to 1 within the stage; null if not known. */
  progress: number | null;
  notes: string[];
  error: string | null;
  seconds: number;
}

export interface Agreement {
  nmi: number;
  ari: number;
  /** Documents in both runs. */
  documents: number;
  /** Documents of these that are in another cluster. */
  moved: number;
  /** Documents that only one of the runs has. */
  only: [number, number];
}

/** Two runs side by side. */
export interface Comparison {
  sankey: SankeyNumbers;
  agreement: Agreement;
}
