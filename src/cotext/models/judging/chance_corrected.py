"""How much information two clusterings of the same documents share beyond chance."""

from __future__ import annotations

import numpy as np

from cotext.models.families.information import entropy, information

NEIGHBORS = 10  # documents of about the same length among which labels are exchanged


def beyond_chance(one: np.ndarray, other: np.ndarray, lengths: np.ndarray, rng: np.random.Generator) -> float:
    """``shared_beyond_chance`` as a part of the smaller entropy: 0 by chance, 1 for the same clusters.

    Examples
    --------
    >>> z, rng = np.arange(400) % 2, np.random.default_rng(0)
    >>> round(beyond_chance(z, 1 - z, np.ones(400), rng), 1)
    1.0
    >>> abs(round(beyond_chance(z, rng.permutation(z), np.ones(400), rng), 1))
    0.0
    """
    most = min(_entropy(one), _entropy(other))
    return shared_beyond_chance(one, other, lengths, rng) / most if most > 0 else 0.0


def shared_beyond_chance(
    one: np.ndarray, other: np.ndarray, lengths: np.ndarray, rng: np.random.Generator
) -> float:
    """Information, in nats, that two clusterings share, less the information shared after exchanging labels.

    Labels are exchanged among documents of about the same length: any model finds long documents similar, so
    a part of every agreement comes from lengths alone.
    """
    changed = exchanged(other, lengths, rng)
    return shared(one, other) - shared(one, changed)


def shared(one: np.ndarray, other: np.ndarray) -> float:
    """Mutual information of two clusterings, in nats.

    Examples
    --------
    >>> z = np.array([0, 0, 1, 1])
    >>> round(shared(z, 1 - z), 2), round(shared(z, np.array([0, 1, 0, 1])), 2)
    (0.69, 0.0)
    """
    g, m = int(one.max()) + 1, int(other.max()) + 1
    table = np.bincount(one.astype(np.int64) * m + other, minlength=g * m).reshape(g, m)
    return float(information(table / len(one)))


def part_shared(one: np.ndarray, other: np.ndarray) -> float:
    """Mutual information of two clusterings as a part of the larger entropy: 1 for the same clusters.

    Examples
    --------
    >>> z = np.array([0, 0, 1, 1])
    >>> round(part_shared(z, 1 - z), 2), round(part_shared(z, np.arange(4)), 2)
    (1.0, 0.5)
    """
    most = max(_entropy(one), _entropy(other))
    return shared(one, other) / most if most > 0 else 0.0


def exchanged(labels: np.ndarray, lengths: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return the labels, exchanged among documents of about the same length."""
    n = len(labels)
    order = np.lexsort((rng.random(n), lengths))
    drawn = np.lexsort((rng.random(n), np.arange(n) // NEIGHBORS))
    found = np.empty_like(labels)
    found[order] = labels[order[drawn]]
    return found


def _entropy(labels: np.ndarray) -> float:
    return float(entropy(np.bincount(labels) / len(labels)))
