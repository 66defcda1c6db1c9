"""The command ``cotext``: ``commands`` has a file for each, the modules here what they share.

In: words typed in a terminal. Out: tables on stdout and talk on stderr. Above: everything; this is the last
folder in the way of the data. Nothing heavy is imported before a command runs, so that ``--help`` is instant.
"""

from cotext.cli.app import app, main

__all__ = ["app", "main"]
