"""``python -m cotext`` is the command ``cotext``."""

from __future__ import annotations

import os
import signal
import sys

from cotext import gc_tuning
from cotext.files import stand_in

ENDINGS = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated"}


def main() -> None:
    """Run the command; an interruption during its imports prints one line, too."""
    stand_in()
    for number in ENDINGS:
        signal.signal(number, _leave)
    gc_tuning.collect_rarely()
    from cotext.cli import main as run

    signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


def _leave(number: int, frame: object) -> None:
    sys.stderr.write(f"cotext: {ENDINGS[signal.Signals(number)]}\n")
    sys.stderr.flush()
    os._exit(128 + number)  # there is nothing to clean up yet


if __name__ == "__main__":
    main()
