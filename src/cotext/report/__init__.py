"""A result as something to look at: the data of every page, and one offline HTML file that holds them.

In: a ``CoClustering`` and the numbers of ``pictures``. ``deck`` makes the plain values that the pages show
(``web/src/data/types.ts`` has the same names), ``page`` puts them and the built front end into one file.
Above: ``pictures``. Below: ``explorer`` serves the same values one by one.
"""
