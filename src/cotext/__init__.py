"""Text co-clustering: group documents and words at the same time."""

__version__ = "0.1.0"
