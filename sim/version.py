"""The version of this program: journals name the one that began them."""

__all__ = ["__version__"]

__version__ = "0.1.0"
