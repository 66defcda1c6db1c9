"""Any number of word clusters: documents' NMI and words' PMI for m from g/2 to 3g, g classes, set by set.

The default (``consensus``) and WC-NMTF as they come, WC-NMTF with three restarts; one seed. "PMI" is the mean
over word clusters of the PMI of their 30 heaviest words in the collection itself, as the papers judge words;
"kept" the part of what single words tell of the document clusters that word clusters still tell. "by weight"
are the words of m = g as they were before: each in the center in which it weighs most. Needs COTEXT_DATA.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from benchmarks.defaults import collection
from cotext.cooccurrence import count_contexts
from cotext.matrix import Weighting
from cotext.metrics import mean_pmi, nmi
from cotext.models import WCNMTF, Consensus
from cotext.models.families.information import information
from cotext.models.starts.words import masses

COLLECTIONS = ("cstr", "cora", "tr41", "m5", "m10", "pnc_toy", "ng2", "acm3025", "acmdl_tensor", "classic4")
TOP = 30


def numbers(g: int) -> list[int]:
    return sorted({max(1, g // 2), g, g + 1, 2 * g, 3 * g})


def coherence(W: np.ndarray, w: np.ndarray, C: Any) -> float:
    """Mean PMI of the heaviest words of each cluster that has two or more."""
    own = W[np.arange(len(w)), w]
    members = [np.flatnonzero(w == k) for k in range(W.shape[1])]
    top = [m[np.argsort(-own[m], kind="stable")[:TOP]].tolist() for m in members if len(m) > 1]
    return float(mean_pmi(top, C).mean())


def kept(X: Any, z: np.ndarray, w: np.ndarray, m: int) -> float:
    """What word clusters tell of the document clusters, in parts of what words tell."""
    P = np.asarray(X.T @ np.eye(z.max() + 1)[z], dtype=np.float64)
    each = masses(P, w, m)
    return float(information(each / each.sum()) / information(P / P.sum()))


def main() -> None:
    warnings.simplefilter("ignore")
    worst = {"consensus": 0.0, "wc-nmtf": 0.0}
    print(f"{'':14}{'m':>4}   consensus: NMI   PMI  kept   wc-nmtf: NMI   PMI  kept")
    for name in COLLECTIONS:
        ready, _, labels = collection(name)
        X, counts = ready.weighted.X, ready.counts
        plain = Weighting().fit(counts).transform(counts)
        C = count_contexts(X) if ready.cooccurrence is None else ready.cooccurrence
        g = len(np.unique(labels))
        found: dict[int, list[float]] = {}
        for m in numbers(g):
            ours = Consensus((g, m), random_state=0).fit(X, cooccurrence=C)
            other = WCNMTF((g, m), n_init=3, random_state=0).fit(plain, cooccurrence=C)
            found[m] = []
            for model in (ours, other):
                z, w = model.row_labels_, model.column_labels_
                found[m] += [nmi(labels, z), coherence(model.column_factor_, w, C), kept(X, z, w, m)]
            a, b, c, d, e, f = found[m]
            print(f"{name:14}{m:>4}   {a:14.3f} {b:5.2f} {c:5.2f} {d:14.3f} {e:5.2f} {f:5.2f}", flush=True)
            if m == g:
                w = ours.document_centres_.argmax(axis=1)
                before = coherence(ours.document_centres_, w, C), kept(X, ours.row_labels_, w, m)
                print(f"{'':14}{'':4}   {'by weight':>14} {before[0]:5.2f} {before[1]:5.2f}")
        for i, model in enumerate(worst):
            worst[model] = min(worst[model], min(found[m][3 * i] - found[g][3 * i] for m in found))
    for model, fall in worst.items():
        print(f"{model}: documents' NMI at worst {fall:+.3f} against m = g")


if __name__ == "__main__":
    main()
