import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

const SPARE = 4;

/** Which rows of a long list are in sight: all are as high, and only these need be in the page. */
export function useWindow(count: number, height: number, reveal: number | null = null) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [seen, setSeen] = useState(600);
  useEffect(() => {
    const element = box.current as HTMLDivElement;
    const watch = new ResizeObserver(() => setSeen(element.clientHeight));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = box.current as HTMLDivElement;
    if (reveal === null) return;
    const from = reveal * height;
    if (from < element.scrollTop) element.scrollTop = from;
    else if (from + height > element.scrollTop + element.clientHeight)
      element.scrollTop = from + height - element.clientHeight;
  }, [reveal, height, count]);
  const onScroll = (event: { currentTarget: HTMLElement }) => setTop(event.currentTarget.scrollTop);
  return { box, onScroll, ...rowsInSight(count, height, top, seen) };
}

/** First and last row in sight, the last not counted, and some more before and after. */
export function rowsInSight(count: number, height: number, top: number, seen: number) {
  const first = Math.max(0, Math.min(Math.floor(top / height), count - 1) - SPARE);
  return { first, last: Math.min(count, Math.max(first, Math.ceil((top + seen) / height) + SPARE)) };
}
