"""The ``chunks`` home: a matrix in numbered chunks of rows, each opened where it is needed.

``source`` says what gives chunks: a store on disk, or a list in memory. ``matrix`` is the home: it hands each
chunk to the home that its entries would have in memory, and adds up the answers in a tree by the numbers of
the chunks, so it does not matter which was opened when, or by whom. ``chunk_ops`` has what is computed of
a chunk. Arrays as long as the documents are those of
``cotext.backend.spill``.
"""
