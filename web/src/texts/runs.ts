import { count } from "../texts";

const s = (n: number) => (n === 1 ? "" : "s");

export const runs = {
  list: {
    heading: "Runs of this folder",
    none: "There is no run here yet.",
    noneDo: "Choose documents and a number of clusters, then press Start: the run will be listed here.",
    noneStart: "Start with a run, cotext explore RUN, or make one: cotext fit FILE",
    name: "Run",
    documents: "Documents",
    clusters: "Clusters",
    created: "Made",
    agreement: "Agreement",
    unknown: "–",
    open: "open now",
    compare: "Compare",
    compareWith: (run: string) => `Compare with ${run}`,
    nmi: (nmi: number) => `NMI ${nmi.toFixed(2)}`,
    ari: (ari: number) => `ARI ${ari.toFixed(2)}`,
  },
  compare: {
    with: "Compared with",
    close: "Close",
    question: "What did the other run see differently?",
    agreement: (run: string, other: string, nmi: number, ari: number, documents: number) =>
      `${other} and ${run} agree by NMI ${nmi.toFixed(2)} and ARI ${ari.toFixed(2)} over ${count(documents)} document${s(documents)}`,
    flows: (finding: string) => `${finding}.`,
    moved: (moved: number) =>
      moved
        ? `${count(moved)} document${s(moved)} left the cluster that most of their group went to.`
        : "No document has moved.",
    only: (run: string, n: number) => `${count(n)} document${s(n)} only in ${run}.`,
    scale: "NMI and ARI: 1 for the same groups, 0 for chance.",
    sides: (run: string, other: string) => `Left: clusters of ${other}. Right: clusters of ${run}.`,
    columns: ["from", "to", "documents"],
    csv: "CSV",
    reading: "Comparing the two runs…",
  },
  form: {
    heading: "New run",
    source: "Documents",
    kinds: {
      run: "This run without noise",
      input: "Given at the start",
      upload: "Files",
      dataset: "A data set",
    },
    again: (run: string) =>
      `The texts that ${run} holds, but for its clusters of noise; words are cut as in that run.`,
    drop: "Drop files here, or choose them",
    dropHelp: (limit: string) =>
      `A table (.csv .tsv .json .jsonl .xlsx .parquet), or texts (.txt .md .html .pdf .docx), one document each; also in a .zip. Up to ${limit}.`,
    chosen: (name: string, others: number, size: string) =>
      `${name}${others ? ` and ${count(others)} more` : ""} (${size})`,
    another: "Choose others",
    tooLarge: (limit: string) =>
      `This is more than ${limit}, the most that can be sent: give the path to cotext explore or cotext fit instead.`,
    dataset: "Data set",
    datasetAbout: (documents: number, about: string) => `${count(documents)} documents: ${about}`,
    clusters: "Number of clusters",
    clustersHelp: "8, or 8,12 for documents and words, or 5/20 for clusters within clusters.",
    model: "Model",
    auto: (model: string) => `auto (${model})`,
    autoTitle: "What suits most collections; for levels such as 5/20 it is nested",
    aboutModel: "More about this model",
    more: "More settings",
    name: "Name of the run",
    nameHelp: "A folder of that name; after the documents where it is left empty.",
    reading: "Reading tables and files",
    words: "Words",
    parameters: (model: string) => `Parameters of ${model}`,
    default: (value: string) => `default ${value}`,
    reset: "Back to the defaults",
    start: "Start",
    sending: (n: number, of: number) =>
      of === 1 ? "Sending the file…" : `Sending file ${n} of ${count(of)}…`,
    starting: "Starting…",
    missing: "Choose files first.",
    loading: "Loading the models…",
  },
  fields: {
    text: "Text columns",
    id: "Id column",
    label: "Class column",
    date: "Date column",
    group: "Group columns",
    keep: "Columns to keep",
    deduplicate: "Identical texts once",
    segment: "Words per piece",
    encoding: "Encoding",
    language: "Language",
    stop_words: "Stop words",
    own_words: "Stop words of your own",
    stem: "Stemming",
    phrases: "Phrases",
    min_df: "In at least so many documents",
    max_df: "In at most so many documents",
    weighting: "Weighting",
    context: "Contexts of words",
    random_state: "Seed",
    n_init: "Restarts",
    n_jobs: "Threads",
  } as Record<string, string>,
  jobs: {
    heading: "In the making",
    about: (model: string, clusters: string) => `${model}, ${clusters} clusters`,
    states: {
      waiting: "waiting",
      running: "running",
      done: "done",
      failed: "failed",
      cancelled: "cancelled",
    },
    progress: (run: string) => `Progress of ${run}`,
    notes: (n: number) => `${n} note${s(n)}`,
    cancel: "Cancel",
    cancelThis: (run: string) => `Cancel ${run}`,
    open: (run: string) => `Open ${run}`,
    behind: "Begins when the one before it is over.",
  },
  refused: {
    heading: "New runs cannot be made here",
    readOnly: "This server only shows its runs (--read-only).",
    readOnlyDo: "Start it again without --read-only and with --allow-runs.",
    shown: "This server was started to look at a run.",
    shownDo: "Start it again with: cotext explore RUN --allow-runs",
    report: "A report shows one run.",
    reportDo: "Open the run's folder with: cotext explore RUN --allow-runs",
  },
  seconds: (n: number) =>
    n < 90 ? `${Math.floor(n)} s` : `${Math.floor(n / 60)} min ${Math.floor(n % 60)} s`,
  megabytes: (bytes: number) =>
    bytes < 1e6
      ? `${count(Math.max(1, Math.round(bytes / 1e3)))} kB`
      : `${count(Math.round(bytes / 1e6))} MB`,
};
