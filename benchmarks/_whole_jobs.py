"""What runs in a process of its own: a collection written as JSONL, and the peers, from that file to labels.

Called as ``python -m benchmarks._whole_jobs NAME FILE K OUT``, or with ``write SET FILE N``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

STARTS, SWEEPS = 10, 100  # of KMeans; of LDA, as in tomotopy's own example
WORDS: dict[str, Any] = {"min_df": 2, "max_df": 0.5, "stop_words": "english"}


def write(name: str, file: Path, n: int) -> None:
    """A collection of ours by its name, or n generated texts."""
    if name == "generated":
        from benchmarks._whole_texts import write_texts

        return write_texts(file, n)
    from cotext import datasets

    data = datasets.load(name)
    with file.open("w", encoding="utf-8") as lines:
        for text, label in zip(data.texts, data.labels, strict=True):
            lines.write(json.dumps({"label": data.label_names[label], "text": text}) + "\n")


def read(file: Path, column: str) -> list[str]:
    with file.open(encoding="utf-8") as lines:
        return [json.loads(line)[column] for line in lines]


def nmf(texts: list[str], k: int) -> np.ndarray:
    from sklearn.decomposition import NMF
    from sklearn.feature_extraction.text import TfidfVectorizer

    return NMF(k, random_state=0).fit_transform(TfidfVectorizer(**WORDS).fit_transform(texts)).argmax(axis=1)


def kmeans(texts: list[str], k: int) -> np.ndarray:
    from sklearn.cluster import KMeans
    from sklearn.feature_extraction.text import TfidfVectorizer

    X = TfidfVectorizer(**WORDS).fit_transform(texts)
    return KMeans(k, n_init=STARTS, random_state=0).fit_predict(X)


def lda(texts: list[str], k: int) -> np.ndarray:
    import tomotopy
    from sklearn.feature_extraction.text import CountVectorizer

    words_of = CountVectorizer(stop_words=WORDS["stop_words"]).build_analyzer()
    model = tomotopy.LDAModel(k=k, seed=0, min_df=WORDS["min_df"])
    taken = np.array([model.add_doc(words_of(text)) is not None for text in texts])
    model.train(SWEEPS)
    topics = np.array([document.get_topic_dist() for document in model.docs])
    labels = np.full(len(texts), -1)
    labels[taken] = topics.argmax(axis=1)
    return labels


JOBS = {"nmf": nmf, "kmeans": kmeans, "lda": lda}


def main(name: str, first: str, second: str, third: str) -> None:
    if name == "write":
        return write(first, Path(second), int(third))
    np.save(third, JOBS[name](read(Path(first), "text"), int(second)))


if __name__ == "__main__":
    main(*sys.argv[1:])
