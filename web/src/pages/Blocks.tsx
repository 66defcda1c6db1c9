import { BlocksFigure } from "../blocks/BlocksFigure";
import { MatrixFigure } from "../blocks/MatrixFigure";
import "../style/blocks.css";

/** The home page: which documents use which words, as a table and as the matrix itself. */
export function Blocks() {
  return (
    <>
      <BlocksFigure />
      <MatrixFigure />
    </>
  );
}
