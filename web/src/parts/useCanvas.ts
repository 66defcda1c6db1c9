import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export interface Size {
  width: number;
  height: number;
}

/** A canvas as wide as its place and as sharp as the screen, drawn whenever one of `keys` changes. */
export function useCanvas(
  heightOf: (width: number) => number,
  draw: (context: CanvasRenderingContext2D, size: Size) => void,
  keys: unknown[],
): [RefObject<HTMLCanvasElement | null>, Size] {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const box = canvas.current?.parentElement as HTMLElement;
    const watch = new ResizeObserver(() => setWidth(box.clientWidth));
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  const size = { width, height: Math.round(heightOf(width)) };
  useLayoutEffect(() => {
    const box = canvas.current;
    const context = box?.getContext("2d");
    if (!box || !context || !width) return;
    const sharp = devicePixelRatio || 1;
    const [wide, high] = [Math.round(width * sharp), Math.round(size.height * sharp)];
    if (box.width !== wide || box.height !== high) {
      box.width = wide;
      box.height = high;
      box.style.width = `${width}px`;
      box.style.height = `${size.height}px`;
    }
    context.setTransform(sharp, 0, 0, sharp, 0, 0);
    context.clearRect(0, 0, width, size.height);
    draw(context, size);
  }, [width, size.height, ...keys]);
  return [canvas, size];
}
