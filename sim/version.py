"""The version of this program: journals name the one that began them."""

__version__ = "0.1.0"
