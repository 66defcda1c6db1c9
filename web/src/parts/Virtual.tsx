import "../style/lists.css";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

interface Props {
  count: number;
  /** Of each row, in pixels; all are as high. */
  height: number;
  label: string;
  role: "listbox" | "rowgroup";
  /** The row that must be in sight. */
  reveal?: number | null;
  /** The id of the chosen row, for screen readers. */
  active?: string;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: (index: number) => ComponentChildren;
  testid?: string;
}

const SPARE = 4;

/** A list of any length, of which only the rows in sight are in the page. */
export function Virtual({ count, height, label, role, reveal, active, onKeyDown, children, testid }: Props) {
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
    if (reveal === null || reveal === undefined || reveal < 0) return;
    const from = reveal * height;
    if (from < element.scrollTop) element.scrollTop = from;
    else if (from + height > element.scrollTop + element.clientHeight)
      element.scrollTop = from + height - element.clientHeight;
  }, [reveal, height, count]);
  const first = Math.max(0, Math.min(Math.floor(top / height), count - 1) - SPARE);
  const last = Math.min(count, Math.ceil((top + seen) / height) + SPARE);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has a role
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles may have these
    <div
      ref={box}
      class="virtual"
      role={role}
      aria-label={label}
      aria-activedescendant={active}
      tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
      data-testid={testid}
    >
      <div class="virtual-all" role="presentation" style={{ height: `${count * height}px` }}>
        {Array.from({ length: Math.max(0, last - first) }, (_, i) => (
          <div
            key={first + i}
            class="virtual-row"
            role="presentation"
            style={{ top: `${(first + i) * height}px`, height: `${height}px` }}
          >
            {children(first + i)}
          </div>
        ))}
      </div>
    </div>
  );
}
