"""One color per cluster, the same in every picture and export.

Eight hues that differ for the common kinds of color blindness (Okabe and Ito, 2008, without black), then the
same hues darker and lighter. Beyond forty clusters they repeat: pictures always show name and number, too.
"""

from __future__ import annotations

HUES = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#6e6e6e", "#e6d800")
SHADES = (0.0, -0.42, 0.42, -0.66, 0.6)  # towards black below zero, towards white above
GREY = "#c8c8c8"
INK = "#222222"
SOFT = "#666666"

RGB = tuple[int, int, int]


def rgb(cluster: int) -> RGB:
    """Return red, green and blue, 0 to 255; gray for -1, which is no cluster.

    Examples
    --------
    >>> rgb(0)
    (0, 114, 178)
    """
    if cluster < 0:
        return _parse(GREY)
    shade = SHADES[cluster // len(HUES) % len(SHADES)]
    return _mixed(_parse(HUES[cluster % len(HUES)]), shade)


def color(cluster: int) -> str:
    """Return the color of a cluster.

    Examples
    --------
    >>> color(0), color(0) == color(8), color(0) == color(40)
    ('#0072b2', False, True)
    """
    return _code(rgb(cluster))


def ink(cluster: int) -> str:
    """Return the cluster's color, darkened until text is readable on white (contrast 4.5 to 1)."""
    dark = rgb(cluster)
    while contrast(dark, (255, 255, 255)) < 4.5:
        dark = _mixed(dark, -0.1)
    return _code(dark)


def contrast(first: RGB, second: RGB) -> float:
    """Return the contrast ratio of two colors, 1 to 21, as defined by the web's accessibility rules."""
    low, high = sorted(map(_luminance, (first, second)))
    return (high + 0.05) / (low + 0.05)


def _luminance(value: RGB) -> float:
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in (v / 255 for v in value)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _mixed(value: RGB, shade: float) -> RGB:
    target = 255 if shade > 0 else 0
    red, green, blue = (round(part + abs(shade) * (target - part)) for part in value)
    return red, green, blue


def _parse(code: str) -> RGB:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def _code(value: RGB) -> str:
    return "#{:02x}{:02x}{:02x}".format(*value)
