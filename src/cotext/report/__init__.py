"""A result as something to look at: the data of every page, and one offline HTML file that holds them.

In: a ``CoClustering`` and the numbers of ``pictures``. ``deck`` and ``columns`` make the values that the
pages show (``web/src/data/types.ts`` has the same names), ``whole`` chooses what a file may hold of them,
``markup`` puts them and the built front end into one page, ``page`` writes it.
Above: ``pictures``. Below: ``explorer`` serves the same values one by one.
"""
