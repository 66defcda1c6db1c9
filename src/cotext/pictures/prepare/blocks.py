"""Which document cluster uses which word cluster? Mass, density, lift and residual of every block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cotext.pictures.numbers import Numbers, cluster_names, matched_order, percent, word_cluster_names
from cotext.result import CoClustering, Table


@dataclass(frozen=True, kw_only=True)
class BlocksPicture(Numbers):
    """Document clusters x word clusters, in the order that puts the largest lifts on the diagonal."""

    name: ClassVar[str] = "blocks"
    row_clusters: list[int]
    column_clusters: list[int]
    row_names: list[str]
    column_names: list[str]
    mass: np.ndarray  # of shape (document clusters, word clusters), as are the next three
    density: np.ndarray
    lift: np.ndarray
    residual: np.ndarray

    def table(self) -> Table:
        values = (self.mass, self.density, self.lift, self.residual)
        rows = [
            (row, column, *(float(array[i, j]) for array in values))
            for i, row in enumerate(self.row_clusters)
            for j, column in enumerate(self.column_clusters)
        ]
        return Table(("document_cluster", "word_cluster", "mass", "density", "lift", "residual"), rows)


def prepare(result: CoClustering) -> BlocksPicture:
    """Read the block table and order its columns so that the diagonal shows."""
    table = result.blocks()
    values = {
        name: np.array(table.column(name)).reshape(result.n_clusters)
        for name in ("mass", "density", "lift", "residual")
    }
    order = matched_order(values["lift"])
    values = {name: array[:, order] for name, array in values.items()}
    words = word_cluster_names(result)
    rows, columns = cluster_names(result), [words[cluster] for cluster in order]
    i, j = np.unravel_index(values["residual"].argmax(), values["residual"].shape)
    share = values["mass"][i, j] / max(values["mass"][i].sum(), 1e-300)
    above = int((values["lift"] > 1).sum())
    title = (
        f"Strongest block: “{rows[i]}” uses the words “{columns[j]}” for {percent(share)} of its counts, "
        f"{values['lift'][i, j]:.1f} times as often as expected"
        if above
        else "No block holds more counts than expected by chance"
    )
    return BlocksPicture(
        title=title,
        alt=f"Heat map of {len(rows)} document by {len(columns)} word clusters; {above} of "
        f"{values['lift'].size} blocks hold more than expected. {title}.",
        note="Number and color: mass of the block over the mass expected from its row and column.",
        row_clusters=list(range(len(rows))),
        column_clusters=order.tolist(),
        row_names=rows,
        column_names=columns,
        **values,
    )
