"""Similarities of all pairs of documents and of words, too large to be careless with."""
