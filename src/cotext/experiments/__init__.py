"""The papers' tables, run again.

In: one TOML file per table (``tables/``): data, weighting, contexts, models, starts, measures, and what the
paper printed. Out: a folder with one file per finished cell, the table as CSV and Markdown, figures and the
provenance of the run. Above: ``api`` and everything below it do the work. Below: ``cotext reproduce``.

``table`` reads a TOML file into cells, ``material`` prepares data once for all of them, ``cell`` fits and
scores one, ``runner`` works through them in processes of their own, ``results`` sets them beside the paper.
"""

from cotext.experiments.table import Experiment, describe, names, read_table

__all__ = ["Experiment", "describe", "names", "read_table"]
