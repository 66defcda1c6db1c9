"""Checkpoints: an interrupted fit resumes from a file and gives the same result as without a break.

``file_format`` defines the file, ``fingerprint`` identifies the fit, ``journal`` records its steps and their
results. Engine, starts and judging call ``step`` and ``once``, and know nothing of files.
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
