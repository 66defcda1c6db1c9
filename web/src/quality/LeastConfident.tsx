import { useMemo } from "preact/hooks";
import { useShared } from "../data/hooks";
import { saveCsv } from "../files/csv";
import { ClusterLabel } from "../parts/ClusterLabel";
import { Figure } from "../parts/Figure";
import { Name } from "../parts/Name";
import { href, moved } from "../router";
import { texts } from "../texts";
import { leastConfident } from "./confidence";

const SHOWN = 15;
const SAVED = 500;

/** The documents that might as well be elsewhere, to be read first. */
export function LeastConfident() {
  const { documents, rows, route, open } = useShared();
  const text = texts.quality.least;
  const found = useMemo(
    () => (documents && rows ? leastConfident(documents, rows, SAVED) : []),
    [documents, rows],
  );
  if (!documents) return null;
  const shown = found.slice(0, SHOWN);
  const save = () =>
    saveCsv(
      "least-sure",
      text.columns,
      found.map((row) => [
        documents.ids[row],
        documents.cluster[row],
        documents.confidence[row],
        documents.second[row],
      ]),
    );
  return (
    <Figure
      question={text.question}
      title={shown.length ? text.title(shown.length) : text.none}
      testid="quality-least"
      exports={shown.length ? [{ label: texts.quality.csv, run: save }] : []}
    >
      {shown.length > 0 && (
        <table class="least">
          <thead>
            <tr>
              <th scope="col">{text.id}</th>
              <th scope="col">{text.cluster}</th>
              <th scope="col">{text.second}</th>
              <th scope="col" class="number">
                {text.confidence}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row}>
                <td>
                  <a href={href(moved(route, "documents", { row }))}>
                    <Name documents={documents} row={row} />
                  </a>
                </td>
                <td>
                  <Cluster at={documents.cluster[row]} />
                </td>
                <td>
                  <Cluster at={documents.second[row]} />
                </td>
                <td class="number">{documents.confidence[row]?.toFixed(2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {shown.length > 0 && (
        <p>
          <button
            type="button"
            class="small"
            onClick={() => open("documents", { sure: "low" })}
            data-testid="read-least"
          >
            {text.read}
          </button>
        </p>
      )}
    </Figure>
  );
}

function Cluster({ at = -1 }: { at: number | undefined }) {
  const cluster = useShared().overview.clusters[at];
  return cluster ? <ClusterLabel {...cluster} /> : null;
}
