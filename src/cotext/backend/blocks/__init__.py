"""The ``blocks`` home: a matrix in numbered blocks of rows, each opened where it is needed.

``source`` says what gives blocks: a store on disk, or a list in memory. ``matrix`` is the home: it hands each
block to the home that its entries would have in memory, and adds what the blocks say in a tree by their
numbers (``tree``), so that it does not matter who opened which block, nor when. ``rooms`` holds what is as
long as the documents, on disk where it is large. ``asks`` has what each block is asked,
``ask`` questions that need no home.
"""
