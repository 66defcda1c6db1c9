"""The ``dask`` home: the ``blocks`` home, with workers on one machine or many that open the blocks.

A fit on a store inside ``with dask.distributed.Client(...)`` runs here, to the same bits as in one process.
``groups`` says which consecutive blocks go together, by the data alone; ``tasks`` has what runs on workers;
``crew`` hands tasks out, adds sums in the tree of the blocks home and waits, never without end; ``spread`` is
an array along documents that stays with the workers; ``kept`` writes such arrays now and then, and who dies
is made up for from there; ``alike`` refuses workers that would give other bits; ``matrix`` is the
home. ``cluster`` finds a client, or makes one.
"""

from cotext.backend.dask.cluster import LOCAL, client_here, connected
from cotext.backend.dask.cost_model import quicker_alone, quickest
from cotext.backend.dask.workers import crew_of

__all__ = ["LOCAL", "client_here", "connected", "crew_of", "quicker_alone", "quickest"]
