"""The base of all drawings: the display class, shared parts, the house style and fonts.

In: the numbers of a picture. Out: figures in one style, in every script. Above: ``numbers`` and ``prepare``.
Below: the pictures in ``display``, and the figures of ``experiments``.
"""
