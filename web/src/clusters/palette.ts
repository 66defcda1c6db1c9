// The hues of pictures/colors.py: they stay apart for the common kinds of color blindness.
export const PALETTE = [
  "#0072b2",
  "#e69f00",
  "#009e73",
  "#d55e00",
  "#56b4e9",
  "#cc79a7",
  "#6e6e6e",
  "#e6d800",
] as const;
