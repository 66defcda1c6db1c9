"""The pictures by name, and the question that each of them answers."""

from __future__ import annotations

from cotext.errors import UsageError, did_you_mean

QUESTIONS = {
    "matrix": "Is there a block structure?",
    "blocks": "Which document cluster uses which word cluster?",
    "graph": "Which document and word clusters belong together?",
    "words": "What is each cluster about?",
    "cloud": "What is each cluster about, at a glance?",
    "convergence": "Did the fit converge?",
    "similarity": "Are the clusters tight and separate?",
    "stability": "Is the result luck?",
    "clusters": "How many clusters?",
    "sankey": "Which known class is in which cluster?",
    "confusion": "How well do clusters and known classes match?",
    "map": "Which documents are similar?",
    "sizes": "Does one cluster dominate?",
    "stream": "How do the clusters change over time?",
    "factors": "How sharp are the memberships?",
    "kwic": "How do the texts use the words?",
    "tree": "Which clusters belong to which parent?",
}


def known(name: str) -> str:
    """Return the name of a picture, or refuse it with the names that exist."""
    if name not in QUESTIONS:
        guess = did_you_mean(name, QUESTIONS)
        raise UsageError(f"there is no picture {name!r}{guess}; give one of {', '.join(QUESTIONS)}.")
    return name
