"""``python -m referee`` and the ``referee`` command."""

from __future__ import annotations

import gc
import sys

#: Most commands make fewer objects than this while they run.
OBJECTS = 100_000


def main() -> None:
    """Run the command line and exit with its status."""
    # Searching all objects for cycles over and over, and once more on exit, takes half as long as
    # a command's own work, and there is hardly a cycle to find.
    gc.set_threshold(OBJECTS)
    from referee.cli.main import run
    from referee.cli.streams import let_go

    status = run()
    let_go()
    gc.freeze()
    sys.exit(status)


if __name__ == "__main__":
    main()
