"""The manual: its pages read from ``man/``, and shown as text or HTML.

The pages are written in the macros of mdoc(7), as ``man`` and ``mandoc`` read them.  This package
reads the few macros that they use, so that the manual can be read where there is no ``man``.
"""
