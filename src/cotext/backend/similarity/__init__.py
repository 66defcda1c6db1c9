"""Similarities of all pairs of documents and of words, in limited memory."""

from cotext.backend.similarity.engine import open_pairs
from cotext.backend.similarity.memory_plan import Room, find_room
from cotext.backend.similarity.products import sandwich

__all__ = ["Room", "find_room", "open_pairs", "sandwich"]
