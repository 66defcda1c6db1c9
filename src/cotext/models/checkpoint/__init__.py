"""What a fit has done so far, kept in a file: a fit that was killed goes on, and ends as it would have.

``file_format`` is the file, ``fingerprint`` says whose it is, ``journal`` what is in it: the steps of the
fit, each with what came out of it. Engine, starts and judging ask ``step`` and ``once``, and know nothing of
files.
"""

from cotext.models.checkpoint.file_format import restore, states
from cotext.models.checkpoint.journal import (
    Step,
    checkpointing,
    is_recorded,
    once,
    recorded,
    step,
    unrecorded,
)

__all__ = [
    "Step",
    "checkpointing",
    "is_recorded",
    "once",
    "recorded",
    "restore",
    "states",
    "step",
    "unrecorded",
]
