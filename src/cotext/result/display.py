"""How a result looks: in a terminal, in a notebook, as pictures."""

from __future__ import annotations

import html
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cotext.registry import lookup

if TYPE_CHECKING:
    from cotext.result.table import Table


EDITED = ", edited by hand"


class Shown:
    """Adds the looks to a result."""

    model: Any
    docword: Any
    n_clusters: tuple[int, int]
    provenance: dict[str, Any]

    if TYPE_CHECKING:

        def summary(self, n_words: int = 10) -> Table: ...

    @property
    def fitted_by(self) -> str:
        """The model that was fitted; what is split or merged by hand has an estimator of another kind."""
        steps, config = self.provenance.get("steps"), self.provenance.get("config", {})
        asked = config.get("model") if steps else None
        return asked if isinstance(asked, str) else str(self.model.cli_name)

    @property
    def is_edited(self) -> bool:
        """Whether clusters were split or merged by hand."""
        return any("split" in step or "merge" in step for step in self.provenance.get("steps", []))

    @property
    def made_by(self) -> str:
        """The model that was fitted, and whether its clusters were split or merged by hand since."""
        return f"{self.fitted_by}{EDITED * self.is_edited}"

    @property
    def plot(self) -> Any:
        """The pictures: ``result.plot.blocks()`` draws one, ``print(result.plot)`` lists them."""
        return lookup("plot")(self)

    def report(self, path: str | os.PathLike[str], *, documents: int = 5000, texts: bool = True) -> Path:
        """Write one HTML file to look at, to keep and to mail: all pages of the explorer, offline.

        Parameters
        ----------
        path : path
            The file; an earlier one of that name is replaced.
        documents : int, default=5000
            At most this many documents; of more, a sample with a share of every cluster is in it.
        texts : bool, default=True
            Whether texts, where they are known, are in it.

        Returns
        -------
        Path
            The file.
        """
        result: Any = self
        written: Path = lookup("report")(
            result if texts else result.without_texts(), path, documents=documents
        )
        return written

    def explore(self) -> Any:
        """The explorer in a notebook's cell: a page that works offline, also in the saved notebook."""
        return lookup("cell")(self)

    def __repr__(self) -> str:
        n, d = self.docword.X.shape
        g, m = self.n_clusters
        return f"CoClustering by {self.made_by}: {n} documents in {g} clusters, {d} words in {m}"

    def __str__(self) -> str:
        return f"{self!r}\n\n{self.summary()}"

    def _repr_html_(self) -> str:
        head = f"<p>{html.escape(repr(self))}</p>"
        return f"{head}{self.summary()._repr_html_()}{self.plot.blocks()._repr_html_()}"
