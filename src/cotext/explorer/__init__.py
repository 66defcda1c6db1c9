"""A local web app over run folders: what ``report`` puts into a file, served one by one, and edited.

In: run folders. Out: pages on the loopback address. ``static/`` is built from ``web/`` and not committed.
Above: ``report`` makes the values. Below: ``cotext explore``.
"""
