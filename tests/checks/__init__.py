"""Checks of the sources that `make check` runs, besides linters. Begin with `class_names.py`."""
