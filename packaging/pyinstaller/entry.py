"""What the frozen program runs: the `advisor` command."""

import sys

if "--multiprocessing-fork" in sys.argv:    # a worker that a spawning start method begins with this same file
    import multiprocessing
    multiprocessing.freeze_support()

from advisor.cli import main

sys.exit(main())
