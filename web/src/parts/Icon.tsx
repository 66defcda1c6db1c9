/** Lines of a 20 x 20 drawing. */
export const LIGHT =
  "M6.5 10a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M10 2v2M10 16v2M2 10h2M16 10h2M4.5 4.5l1.3 1.3M14.2 14.2l1.3 1.3M4.5 15.5l1.3-1.3M14.2 5.8l1.3-1.3";
export const DARK = "M16.5 12A7 7 0 0 1 8 3.5 7 7 0 1 0 16.5 12z";

/** A drawing next to a name; dots need thicker lines. */
export function Icon({ lines, dots = false }: { lines: string; dots?: boolean }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      stroke-width={dots ? 2.4 : 1.5}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={lines} />
    </svg>
  );
}
