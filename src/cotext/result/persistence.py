"""A result on disk: written as a run folder, read back as its edits have made it."""

from __future__ import annotations

import copy
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from cotext.registry import lookup

if TYPE_CHECKING:
    from cotext.corpus import DocWord
    from cotext.result.segments import Segments


class Kept:
    """Adds saving and loading to a result."""

    texts: Sequence[str] | None
    excerpts: list[str] | None
    pieces: Segments | None
    docword: DocWord

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write a run folder; an earlier run of that name is replaced in one step."""
        lookup("save")(self, folder)

    def without_texts(self) -> Self:
        """The same with no text of its documents, whole or in excerpts: for a run that others may see.

        Titles go as well; groups and columns that were asked for stay.

        Examples
        --------
        >>> import cotext
        >>> texts = ["red oak, tall elm"] * 6 + ["cold rain, wet snow"] * 6
        >>> result = cotext.cluster(texts, n_clusters=2, random_state=0)
        >>> result.texts[0], result.without_texts().texts
        ('red oak, tall elm', None)
        """
        new = copy.copy(self)
        new.texts = new.excerpts = None
        new.docword = replace(self.docword, fields=replace(self.docword.fields, titles=None))
        if self.pieces is not None:
            new.pieces = replace(self.pieces, excerpts=None)
        return new

    @classmethod
    def load(cls, folder: str | os.PathLike[str], *, models: Mapping[str, type] | None = None) -> Self:
        """Read a run folder; ``models`` maps names to classes that are not in ``cotext.models``."""
        result: Self = lookup("load")(cls, folder, models=models)
        return result
