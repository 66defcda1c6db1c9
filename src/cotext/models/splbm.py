r"""Sparse Poisson latent block model, SPLBM :cite:`ailem2017sparse`: TSPLBM of a single slice.

.. math:: x_{ij} \sim P(x_{i.} x_{.j} \gamma_{kk}) \text{ inside diagonal block } k, \quad
          P(x_{i.} x_{.j} \gamma) \text{ elsewhere}
"""

from __future__ import annotations

from dataclasses import dataclass

from cotext.errors import UsageError
from cotext.models.families.slices import Slices, is_tensor
from cotext.models.tsplbm import TSPLBM, TSPLBMAlgorithm


@dataclass(frozen=True)
class SPLBMAlgorithm(TSPLBMAlgorithm):
    """The algorithm of TSPLBM under another name."""


class SPLBM(TSPLBM):
    """Block model of a count matrix: cluster k of the documents uses cluster k of the words.

    Row and column sums are part of the model, so long documents and frequent words do not form clusters
    of their own. Use it on counts, not on tf-idf. ``diagonal=False`` gives the latent block model with
    g x m blocks.

    Attributes
    ----------
    slice_blocks_ : ndarray of shape (1, g, m)
        Mean of each block.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import SPLBM
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> SPLBM(n_clusters=3, random_state=0).fit(data.X).row_labels_.shape
    (200,)
    """

    cli_name = "splbm"
    reference = "ailem2017sparse"
    algorithm_type = SPLBMAlgorithm

    def _check(self, X: object, *, reset: bool) -> Slices:
        if is_tensor(X):
            raise UsageError("splbm takes one matrix, and slices were given: use tsplbm.")
        return super()._check(X, reset=reset)
