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
  const { overview } = useShared();
  const [first, ...others] = overview.clusters;
  if (!first) return null;
  const largest = others.reduce((most, cluster) => (cluster.size > most.size ? cluster : most), first);
  const { documents, clusters } = overview;
  return (
    <p class="found" data-testid="found">
      {texts.blocks.found(documents, clusters.length, largest.label, largest.share)}
    </p>
  );
}
