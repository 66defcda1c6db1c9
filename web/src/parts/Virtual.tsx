import type { ComponentChildren } from "preact";
import { useWindow } from "./window";
import "../style/lists.css";

interface Props {
  count: number;
  /** Of each row, in pixels; all are as high. */
  height: number;
  label: string;
  /** The row that must be in sight. */
  reveal: number;
  /** The id of the chosen row, for screen readers. */
  active?: string;
  onKeyDown: (event: KeyboardEvent) => void;
  children: (index: number) => ComponentChildren;
  testid: string;
}

/** A list of any length to choose from, of which only the rows in sight are in the page. */
export function Virtual({ count, height, label, reveal, active, onKeyDown, children, testid }: Props) {
  const { box, onScroll, first, last } = useWindow(count, height, reveal);
  return (
    <div
      ref={box}
      class="virtual"
      role="listbox"
      aria-label={label}
      aria-activedescendant={active}
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      data-testid={testid}
    >
      <div class="virtual-all" role="presentation" style={{ height: `${count * height}px` }}>
        {Array.from({ length: last - first }, (_, i) => (
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
