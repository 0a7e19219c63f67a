"""The manual: its pages read from ``man/``, and shown as text or HTML.

The pages are written in the macros of mdoc(7), for ``man`` and ``mandoc``.  This package reads the
few macros that they use, so you can read the manual without ``man``.
"""
