"""How a result looks: in a terminal, in a notebook, as pictures."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cotext.result.table import Table


class Shown:
    """Adds the looks to a result."""

    model: Any
    docword: Any
    n_clusters: tuple[int, int]

    if TYPE_CHECKING:

        def summary(self, n_words: int = 10) -> Table: ...

    @property
    def plot(self) -> Any:
        """The pictures: ``result.plot.blocks()`` draws one, ``print(result.plot)`` lists them."""
        from cotext.pictures.plots import Plots

        return Plots(self)

    def __repr__(self) -> str:
        n, d = self.docword.X.shape
        g, m = self.n_clusters
        return f"CoClustering by {self.model.cli_name}: {n} documents in {g} clusters, {d} words in {m}"

    def __str__(self) -> str:
        return f"{self!r}\n\n{self.summary()}"

    def _repr_html_(self) -> str:
        head = f"<p>{html.escape(repr(self))}</p>"
        return f"{head}{self.summary()._repr_html_()}{self.plot.blocks()._repr_html_()}"
