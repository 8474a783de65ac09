"""`python -m sim` is `bauta`."""

from sim.cli.main import main

main()
