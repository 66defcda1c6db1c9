"""Kinds of models: what several of them share beside the engine."""
