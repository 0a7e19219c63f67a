"""``python -m referee`` and the ``referee`` command."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and leave with its exit status."""
    from referee.cli.main import run

    sys.exit(run())


if __name__ == "__main__":
    main()
