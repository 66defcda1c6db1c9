"""Kinds of models: formulas that several of them share."""
