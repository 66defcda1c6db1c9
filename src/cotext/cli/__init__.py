"""The command ``cotext``: one file per command, named like the folders.

In come words typed in a terminal, out go tables on stdout and talk on stderr. This is the last folder in
the way of the data. Nothing heavy is imported before a command runs, so that ``--help`` is instant.
"""

from cotext.cli.app import app, main

__all__ = ["app", "main"]
