import { useMemo, useState } from "preact/hooks";
import { useShared } from "../data/hooks";
import type { Documents, Found } from "../data/types";
import { useLevel } from "../data/useTree";
import { ClusterLabel } from "../parts/ClusterLabel";
import { count, texts } from "../texts";
import { Dates } from "./Dates";
import { type Facet, type FacetValue, facets, ordered, toggled } from "./facets";

const FIRST = 8;

/** The available filters, each with the number of documents it would leave. */
export function Facets({ documents, found }: { documents: Documents; found: Found | null }) {
  const { overview, filter } = useShared();
  const all = useMemo(
    () => facets(documents, overview, filter, found?.rows ?? null),
    [documents, overview, filter, found],
  );
  return (
    <section class="facets" aria-label={texts.documents.facets.heading}>
      {all.map((facet) => (
        <FacetList key={facet.facet} facet={facet} documents={documents} />
      ))}
    </section>
  );
}

function FacetList({ facet, documents }: { facet: Facet; documents: Documents }) {
  const { overview, filter, open } = useShared();
  const [whole, setWhole] = useState(false);
  const coarse = useLevel(filter.level);
  const values = ordered(facet);
  const shown = whole ? values : values.filter(({ chosen }, i) => i < FIRST || chosen);
  const most = Math.max(1, ...values.map((value) => value.count));
  if (values.length < 2 && !values.some(({ chosen }) => chosen)) return null;
  const clusterName = (k: number) =>
    (filter.level === null ? overview.clusters[k] : coarse.get(k))?.label ?? "";
  return (
    <fieldset class="facet" data-testid={`facet-${facet.facet}`}>
      <legend>{titleOf(facet.facet)}</legend>
      {facet.facet === "date" && documents.dates && <Dates dates={documents.dates} />}
      {shown.map((value) => (
        <button
          key={value.value}
          type="button"
          class="facet-value"
          aria-pressed={value.chosen}
          data-testid={`facet-${facet.facet}-${value.value}`}
          onClick={() => open("documents", { ...toggled(facet.facet, value, filter), row: null })}
        >
          <span class="facet-share" style={{ width: `${(100 * value.count) / most}%` }} />
          {facet.facet === "cluster" && filter.level === null && (
            <span
              class="swatch"
              style={{ background: overview.clusters[Number(value.value)]?.color ?? "transparent" }}
            />
          )}
          {facet.facet === "cluster" && value.value !== "-1" ? (
            <ClusterLabel cluster={Number(value.value)} label={clusterName(Number(value.value))} />
          ) : (
            <span class="facet-name">{nameOf(facet.facet, value, documents)}</span>
          )}
          <span class="number">{count(value.count)}</span>
        </button>
      ))}
      {values.length > shown.length || whole ? (
        <button type="button" class="plain small" onClick={() => setWhole(!whole)}>
          {whole ? texts.documents.facets.fewer : texts.documents.facets.more(values.length - shown.length)}
        </button>
      ) : null}
    </fieldset>
  );
}

function titleOf(facet: string): string {
  const { cluster, date, sure, class: known } = texts.documents.facets;
  return { cluster, date, sure, "is.class": known }[facet] ?? facet.slice(3);
}

function nameOf(facet: string, { value }: FacetValue, documents: Documents): string {
  const words = texts.documents.facets;
  if (facet === "date") return value;
  if (facet === "sure") return texts.filter.confidence[value as keyof typeof texts.filter.confidence];
  if (facet === "cluster") return words.noCluster;
  const column = facet === "is.class" ? documents.classes : documents.groups[facet.slice(3)];
  return column?.names[Number(value)] ?? words.none;
}
