"""The ``chunks`` home: a matrix in numbered chunks of rows, on disk or in memory.

``source`` defines the chunks, ``matrix`` the home, which opens each chunk as it would a matrix in memory and
adds results in a tree by chunk number, whoever opened it; ``chunk_ops`` has the operations.
"""
