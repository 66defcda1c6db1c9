import { useShared } from "../data/hooks";
import { columnsOf } from "../filter/columns";
import { Empty } from "../parts/Figure";
import { texts } from "../texts";
import { Groups } from "../time/Groups";
import { Slices } from "../time/Slices";
import { Stream } from "../time/Stream";
import "../style/time.css";

/** Clusters by dates, classes, groups and other columns. */
export function Time() {
  const { documents } = useShared();
  if (!documents) return <Empty>{texts.loading}</Empty>;
  const columns = columnsOf(documents);
  return (
    <>
      {documents.dates ? <Stream dates={documents.dates} /> : <Slices />}
      {Object.keys(columns).length ? (
        <Groups columns={columns} />
      ) : (
        <Empty>
          <p>{texts.time.noColumns}</p>
          <p>{texts.time.noColumnsDo}</p>
        </Empty>
      )}
    </>
  );
}
