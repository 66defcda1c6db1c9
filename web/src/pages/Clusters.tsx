import { useState } from "preact/hooks";
import { Alike } from "../clusters/Alike";
import { Bar } from "../clusters/Bar";
import { Card } from "../clusters/Card";
import { Changes, type Form } from "../clusters/Changes";
import { NameForm } from "../clusters/forms";
import { History } from "../clusters/History";
import { countsOf, families, ordered, orderOf } from "../clusters/order";
import { clusterTable } from "../clusters/table";
import { useEdit } from "../clusters/useEdit";
import { useShared } from "../data/hooks";
import type { Cluster, Edit } from "../data/types";
import { useTree } from "../data/useTree";
import { useWords } from "../data/useWords";
import { saveCsv } from "../files/csv";
import { isEmpty } from "../filter/filter";
import { texts } from "../texts";
import "../style/clusters.css";

/** One card per cluster, to name, color, annotate, merge and split it. */
export function Clusters() {
  const { run, overview, documents, rows, filter, route } = useShared();
  const editing = useEdit();
  const [chosen, setChosen] = useState<number[]>([]);
  const [form, setForm] = useState<{ cluster: number; form: Form } | null>(null);
  const words = useWords().value;
  const tree = useTree();

  const filtered = rows && documents && !isEmpty(filter);
  const passing = filtered ? countsOf(documents.cluster, rows, overview.clusters.length) : null;
  const shown = overview.clusters.filter(({ cluster }) => !passing || passing[cluster]);
  const outside = overview.clusters.length - shown.length;
  const send = async (edit: Edit) => {
    if (await editing.send(edit)) {
      setForm(null);
      setChosen([]);
    }
  };
  const saveTable = () => {
    const { columns, rows } = clusterTable(overview, documents, words);
    saveCsv(`${run}-clusters`, columns, rows);
  };
  const toggle = (k: number) =>
    setChosen(chosen.includes(k) ? chosen.filter((other) => other !== k) : [...chosen, k]);

  const card = (cluster: Cluster) => {
    const k = cluster.cluster;
    const open = form?.cluster === k ? form.form : null;
    const leave = () => setForm(null);
    return (
      <Card
        key={k}
        cluster={cluster}
        passing={passing ? (passing[k] ?? 0) : null}
        words={words}
        name={open === "rename" ? <NameForm cluster={cluster} send={send} leave={leave} /> : null}
        choice={
          editing.allowed ? (
            <input
              type="checkbox"
              checked={chosen.includes(k)}
              onChange={() => toggle(k)}
              aria-label={texts.clusters.choose(cluster.label)}
              data-testid={`choose-${k}`}
            />
          ) : null
        }
      >
        {editing.allowed && (
          <Changes
            cluster={cluster}
            form={open}
            busy={editing.busy}
            choose={(next) => setForm(next && { cluster: k, form: next })}
            send={send}
          />
        )}
      </Card>
    );
  };

  return (
    <>
      <Bar editing={editing} chosen={chosen} setChosen={setChosen} saveTable={saveTable} />
      {outside > 0 && <p class="note">{texts.clusters.outside(outside)}</p>}
      {families(ordered(shown, orderOf(route.params.sort)), overview.parents).map(({ within, clusters }) => (
        <section key={within.join()} class="family">
          {within.length > 0 && (
            <h3>
              {texts.clusters.within(tree[within.length - 1]?.get(within.at(-1) as number)?.label ?? "")}{" "}
              <small class="cluster-number">{within.join(" › ")}</small>
            </h3>
          )}
          <div class="cluster-cards">{clusters.map(card)}</div>
        </section>
      ))}
      <Alike send={editing.allowed ? send : null} busy={editing.busy} />
      <History />
    </>
  );
}
