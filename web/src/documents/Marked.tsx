import { useMemo } from "preact/hooks";
import { composed, fold } from "../search/fold";
import { marksOf, type Term } from "../search/query";
import { piecesOf } from "./coloring";

const NOTHING = new Map();

/** A short text with the search hits marked. */
export function Marked({ text, terms }: { text: string; terms: Term[] }) {
  const pieces = useMemo(() => {
    const whole = composed(text);
    return piecesOf(whole, NOTHING, marksOf(fold(whole), terms));
  }, [text, terms]);
  return <>{pieces.map((piece, i) => (piece.hit ? <mark key={i}>{piece.text}</mark> : piece.text))}</>;
}
