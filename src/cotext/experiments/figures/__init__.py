"""The papers' figures, from our runs: numbers first, then a drawing in the manner of ``pictures``.

In: the figures that a table asks for and the outcomes of its cells. Out: a picture with alt text and the CSV
of its numbers, for each of them. ``numbers`` says what is drawn, ``displays`` how, ``draw`` brings both
together; pictures of a single result come from ``pictures`` itself.
"""
