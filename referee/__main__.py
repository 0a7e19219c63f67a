"""``python -m referee`` and the ``referee`` command."""

from __future__ import annotations

import gc
import sys

#: Most commands make fewer objects than this while they run.
OBJECTS = 100_000


def main() -> None:
    """Run the command line and leave with its exit status."""
    # To look through all objects for circles again and again, and once more at the end, takes as
    # long as half of a command's own work; there is hardly one to find.
    gc.set_threshold(OBJECTS)
    from referee.cli.main import run
    from referee.cli.streams import let_go

    status = run()
    let_go()
    gc.freeze()
    sys.exit(status)


if __name__ == "__main__":
    main()
