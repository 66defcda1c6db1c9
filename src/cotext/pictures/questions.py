"""The pictures by name, and the question that each of them answers."""

from __future__ import annotations

from cotext.errors import UsageError, did_you_mean

QUESTIONS = {
    "matrix": "Is there a block structure?",
    "blocks": "Which document cluster uses which word cluster?",
    "graph": "Which document and word clusters belong together?",
    "words": "What is each cluster about?",
    "cloud": "What is each cluster about, at a glance?",
    "convergence": "May I trust the run?",
    "similarity": "Are the clusters tight and apart?",
    "stability": "Is it luck?",
    "clusters": "How many clusters?",
    "sankey": "Where do the known classes go?",
    "confusion": "Which class is which cluster, exactly?",
    "map": "Who is near whom?",
    "sizes": "Does one cluster eat all?",
    "stream": "How do the clusters move?",
    "factors": "How sharp are the memberships?",
    "kwic": "How do the texts use the words?",
    "tree": "Which clusters lie in which?",
}


def known(name: str) -> str:
    """The name of a picture, if there is such a picture."""
    if name not in QUESTIONS:
        guess = did_you_mean(name, QUESTIONS)
        raise UsageError(f"there is no picture {name!r}{guess}; give one of {', '.join(QUESTIONS)}.")
    return name
