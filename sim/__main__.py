"""`python -m sim` is `bauta`."""

from sim.cli.main import main

__all__: list[str] = []

main()
