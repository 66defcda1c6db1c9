"""The ``dask`` home: the ``chunks`` home, with workers on one machine or many that open the chunks.

A fit on a store inside ``with dask.distributed.Client(...)`` runs here, to the same bits as in one process.
``groups`` joins consecutive chunks, by the data alone. ``tasks`` run on workers with the same versions.
``workers`` hands out tasks and adds sums in the tree of the chunks home. ``distributed_array`` is an array
along documents whose parts stay with the workers, with copies in files. ``matrix`` is the home. ``cluster``
connects to a cluster or starts one, and estimates whether it is faster.
"""

from cotext.backend.dask.cluster import LOCAL, client_here, connected, quicker_alone, quickest
from cotext.backend.dask.workers import Crew, crew_of

__all__ = ["LOCAL", "Crew", "client_here", "connected", "crew_of", "quicker_alone", "quickest"]
