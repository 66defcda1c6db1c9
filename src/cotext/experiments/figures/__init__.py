"""The papers' figures, from our runs: numbers first, then a drawing as in ``pictures``.

In: the figures in the file of a table and the outcomes of its cells. Out: for each a picture with alt text
and the CSV of its numbers. ``displays`` has the classes, and ``draw`` creates the files.
Pictures of a single result come from ``pictures`` itself.
"""
