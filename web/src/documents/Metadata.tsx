import { useShared } from "../data/hooks";
import type { Documents, Overview } from "../data/types";
import { bandOf } from "../filter/confidenceBands";
import { Name } from "../parts/Name";
import { Tag } from "../parts/Tag";
import { texts } from "../texts";

/** The metadata of a document and the confidence of its cluster. */
export function Metadata({ row, documents }: { row: number; documents: Documents }) {
  const { overview, open } = useShared();
  const cluster = documents.cluster[row] as number;
  return (
    <section class="about">
      <h2 class="doc-title" data-testid="doc-title">
        <Name documents={documents} row={row} />
      </h2>
      <div class="about-cluster">
        {cluster >= 0 && (
          <button type="button" class="chip small" onClick={() => open("documents", { c: cluster })}>
            <Tag cluster={cluster} />
          </button>
        )}
        <p data-testid="sureness">{saying(row, documents, overview)}</p>
      </div>
      <Facts row={row} documents={documents} />
    </section>
  );
}

/** How sure the cluster is and which comes next, in words. */
export function saying(row: number, documents: Documents, overview: Overview): string {
  const t = texts.documents;
  if ((documents.cluster[row] as number) < 0) return t.outsideClusters;
  const sure = bandOf(documents)(row);
  const value = documents.confidence[row];
  const second = overview.clusters[documents.second[row] as number]?.label;
  const first = sure === null || value == null ? t.unknown : t.confidenceBand[sure](value.toFixed(2));
  if (second === undefined) return `${first} ${t.alone}`;
  return `${first} ${sure === "low" ? t.also(second) : t.runnerUp(second)}`;
}

function Facts({ row, documents }: { row: number; documents: Documents }) {
  const { classes, dates, groups, more } = documents;
  const facts: [string, string | undefined][] = [];
  if (classes) facts.push([texts.documents.class, classes.names[classes.codes[row] as number]]);
  if (dates) facts.push([texts.documents.date, dates[row]]);
  for (const [name, { codes, names }] of Object.entries(groups))
    facts.push([name, names[codes[row] as number]]);
  for (const [name, values] of Object.entries(more)) facts.push([name, values[row]]);
  const known = facts.filter(([, value]) => value);
  if (!known.length) return null;
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
