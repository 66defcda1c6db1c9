"""What every drawing needs: the display class, the parts it is made of, house style and fonts.

In: the numbers of a picture. Out: figures in one style, in every script. Above: ``numbers`` and ``prepare``.
Below: the pictures in ``display``, and the figures of ``experiments``.
"""
