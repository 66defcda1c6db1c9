"""``python -m cotext`` is the command ``cotext``."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from cotext import gc_tuning
from cotext.files import stand_in

ENDINGS = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated"}


def main() -> None:
    """Run the command; who stops it while it is still being imported gets one line, too."""
    stand_in()
    for number in ENDINGS:
        signal.signal(number, _leave)
    gc_tuning.collect_rarely()
    from cotext.cli import main as run

    signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


def _leave(number: int, frame: Any) -> None:
    sys.stderr.write(f"cotext: {ENDINGS[signal.Signals(number)]}\n")
    sys.stderr.flush()
    os._exit(128 + number)  # nothing has been begun that would have to be put away


if __name__ == "__main__":
    main()
