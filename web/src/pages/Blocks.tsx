import { BlocksFigure } from "../blocks/BlocksFigure";
import { MatrixFigure } from "../blocks/MatrixFigure";
import { useShared } from "../data/hooks";
import "../style/blocks.css";
import { texts } from "../texts";

/** The home page: which documents use which words, as a table and as the matrix itself. */
export function Blocks() {
  return (
    <>
      <Found />
      <BlocksFigure />
      <MatrixFigure />
    </>
  );
}

function Found() {
  const { overview, shown, hidden } = useShared();
  const [first, ...others] = shown;
  if (!first) return null;
  const largest = others.reduce((most, cluster) => (cluster.size > most.size ? cluster : most), first);
  const aside = overview.clusters.reduce(
    (sum, { cluster, size }) => sum + (hidden.has(cluster) ? size : 0),
    0,
  );
  return (
    <p class="found" data-testid="found">
      {texts.blocks.found(overview.documents - aside, shown.length, largest.label, largest.share)}
    </p>
  );
}
