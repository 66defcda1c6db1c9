import type { Page } from "../router";

/** Lines of a 20 x 20 drawing; a name always stands beside it. */
const LINES: Record<Page | "light" | "dark", string> = {
  blocks: "M3 3h6v6H3zM11 3h6v3h-6zM11 8.5h6V17h-6zM3 11h6v6H3z",
  map: "M5 6h.01M8 4h.01M7 8h.01M14 5h.01M16 8h.01M13 8h.01M6 14h.01M9 16h.01M8 13h.01M14 14h.01M16 16h.01",
  documents: "M5 2.5h7l3.5 3.5v11.5H5zM8 9h5M8 12h5M8 15h3",
  words: "M2.5 15 6.5 5l4 10M4 11.5h5M12.5 12a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M17.5 9v6",
  clusters:
    "M3 7a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M11.5 11a3 3 0 1 0 6 0 3 3 0 1 0-6 0M5 15a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
  time: "M2.5 17h15M3 14l4-5 4 3 6-8",
  quality: "M3 13.5a7 7 0 1 1 14 0M10 13.5l3.5-4M2.5 16.5h15",
  runs: "M6 3.5v13l10-6.5z",
  light:
    "M6.5 10a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M10 2v2M10 16v2M2 10h2M16 10h2M4.5 4.5l1.3 1.3M14.2 14.2l1.3 1.3M4.5 15.5l1.3-1.3M14.2 5.8l1.3-1.3",
  dark: "M16.5 12A7 7 0 0 1 8 3.5 7 7 0 1 0 16.5 12z",
};

export function Icon({ of }: { of: keyof typeof LINES }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      stroke-width={of === "map" ? 2.4 : 1.5}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={LINES[of]} />
    </svg>
  );
}
