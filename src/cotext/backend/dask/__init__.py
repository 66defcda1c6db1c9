"""The ``dask`` home: the ``chunks`` home, with workers on one machine or many that open the chunks.

A fit on a store inside ``with dask.distributed.Client(...)`` runs here, to the same bits as in one process.
``groups`` says which consecutive chunks go together, by the data alone. ``tasks`` has the functions that run
on workers; they refuse other versions, which would give other bits. ``workers`` hands tasks out and adds sums
in the tree of the chunks home. ``distributed_array`` is an array along documents that stays with the workers;
its parts are written to files from time to time, to repeat the work of a lost worker from there. ``matrix``
is the home. ``cluster`` finds a client, or makes one, and says whether it is worth its messages.
"""

from cotext.backend.dask.cluster import LOCAL, client_here, connected, quicker_alone, quickest
from cotext.backend.dask.workers import Crew, crew_of

__all__ = ["LOCAL", "Crew", "client_here", "connected", "crew_of", "quicker_alone", "quickest"]
