"""What the frozen program runs: the `advisor` command."""

import os
import sys

os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")    # looking for plugins of others costs a twentieth of a second

if "--multiprocessing-fork" in sys.argv:    # a worker that a spawning start method begins with this same file
    import multiprocessing
    multiprocessing.freeze_support()

from advisor.cli import main

sys.exit(main())
