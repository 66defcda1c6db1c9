"""Rules applied to given scores, by a kernel if possible: the words' side of a model."""

from __future__ import annotations

import numpy as np

from cotext.backend.arrays import Array, namespace, step
from cotext.backend.native import formulas
from cotext.backend.rules import CoordinateDescent, Multiplicative, Rule, one_hot, refill


def answer(rule: Rule, scores: Array, Z: Array) -> Array:
    """``rule(scores, Z)``, by a kernel if the arrays are on a GPU and it knows the rule."""
    fast = None if namespace(Z) is np else _on_gpu(rule, scores, Z)
    return rule(scores, Z) if fast is None else fast


def _on_gpu(rule: Rule, scores: Array, Z: Array) -> Array | None:
    from cotext.backend.cuda.launch import decide

    if isinstance(rule, CoordinateDescent):
        kind = "coordinate_descent"
    elif isinstance(rule, Multiplicative) and rule.H is None and rule.pull is None and rule.power == 1:
        kind = "multiplicative"
    else:
        return None
    return decide(kind, scores if rule.A is None else scores @ rule.A, Z, rule.G, rule.inner)


def least_squares(solver: str, W: Array, G: Array, inner: int = 1) -> Multiplicative | CoordinateDescent:
    """The rule that lowers 1/2 z G z' - scores z' over z >= 0: "mu" or "cd"."""
    return (Multiplicative if solver == "mu" else CoordinateDescent)(W, G, inner=inner)


def improve(solver: str, F: Array, attraction: Array, G: Array, inner: int = 1) -> Array:
    """One or more steps of the same problem for a given factor, such as that of the words."""
    rule = least_squares(solver, F, G, inner)  # no gather: the scores are known
    fast = formulas.decide(0 if solver == "mu" else 1, G, inner, attraction, F)
    return answer(rule, attraction, F) if fast is None else fast


def improve_block(solver: str, S: Array, attraction: Array, L: Array, R: Array) -> Array:
    """Lower 1/2 tr(S'L S R) - <S, attraction> over S >= 0: all at once by "mu", row after row by "cd"."""
    if solver == "mu":
        return step(S, attraction, L @ S @ R)
    if namespace(S) is not np:
        from cotext.backend.cuda.launch import descend_block

        fast = descend_block(S, attraction, L, R)
        if fast is not None:
            return fast
    S = S.copy()
    for k in range(S.shape[-2]):
        row = slice(k, k + 1)
        others = L[..., row, :] @ S - L[..., row, row] * S[..., row, :]
        S[..., row, :] = improve(
            "cd", S[..., row, :], attraction[..., row, :] - others @ R, L[..., row, row] * R
        )
    return S


def assign(fit: Array, squares: Array) -> Array:
    """0/1 rows of the best column of ``fit``, with empty columns refilled, as by ``Argmax`` for documents.

    ``squares``: squared length of each row, as a column.
    """
    xp = namespace(fit)
    misfit = xp.where(squares > 0, squares - 2 * fit.max(axis=-1, keepdims=True), -np.inf)[..., 0]
    labels = fit.argmax(axis=-1)
    if xp is np:
        refilled = refill(labels, misfit, fit.shape[-1])
        return one_hot(labels if refilled is None else refilled, fit)
    from cotext.backend.cuda.launch import filled

    return one_hot(filled(labels, misfit, fit.shape[-1]), fit)
