"""A result on disk: written as a run folder, read back as its edits have made it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self


class Kept:
    """Adds saving and loading to a result."""

    texts: Sequence[str] | None = None

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write a run folder; an earlier run of that name is replaced in one step."""
        from cotext.result.save import save_run

        result: Any = self
        save_run(result, folder)

    @classmethod
    def load(cls, folder: str | os.PathLike[str], *, models: Mapping[str, type] | None = None) -> Self:
        """Read a run folder; ``models`` maps names to classes that are not in ``cotext.models``."""
        from cotext.result.edits import apply_edits
        from cotext.result.load import read_run

        found = read_run(folder, models=models)
        edits = found.pop("edits")
        result: Self = apply_edits(cls(**found), edits, Path(folder))
        return result
