"""Standard input, output and error, as somebody may have closed them: ``cotext fit - <&- >&- 2>&-``."""

from __future__ import annotations

import io
import os
import sys
from typing import Any

from cotext.errors import CotextError


class ClosedOutput(io.StringIO):
    """Stands in for a standard output that is closed: what would be printed is an error."""

    def write(self, text: str) -> int:
        if text:
            raise CotextError(
                "standard output is closed, so nothing can be printed: leave out '>&-', or write "
                "'> /dev/null' to see nothing."
            )
        return 0


def stand_in() -> None:
    """Fill the places of closed standard files: the next files that are opened would take them."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # the lowest free number
    streams: Any = sys
    if sys.stdout is None:
        streams.stdout = ClosedOutput()
    if sys.stderr is None:
        streams.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open until the end
