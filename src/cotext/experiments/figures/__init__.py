"""The papers' figures, from our runs: numbers first, then a drawing as in ``pictures``.

In: the figures in the file of a table and the outcomes of its cells. Out: for each a picture with alt text and
the CSV of its numbers. ``numbers`` has the data, ``displays`` the drawings, and ``draw`` creates both; pictures
of a single result come from ``pictures`` itself.
"""
