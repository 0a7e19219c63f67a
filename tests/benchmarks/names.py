"""Looking up names: with an index that is made once, against looking at every name.

    python tests/benchmarks/names.py [NAMES]

Names are hexes as printed with what grows there, ``00101 wood``.  Texts are whole names, beginnings
of one name, names of which one sign is wrong, and beginnings of very many.
"""

from __future__ import annotations

import difflib
import sys
import time
from collections.abc import Callable, Mapping, Sequence

from referee.files.folding import plain
from referee.orders.names import Ambiguous, Index, NotFound
from tests.benchmarks.measuring import Pairs, by_turns

PAIRS, TEXTS = 5, 40


def hexes(count: int) -> dict[str, str]:
    """So many hexes, with ids that are not their names."""
    return {f"hex-{n}": f"{n // 100:03}{n % 100:02} wood" for n in range(101, 101 + count)}


def searched(text: str, names: Mapping[str, str]) -> object:
    """What a text means, by looking at every name."""
    wanted = plain(text)
    spellings = {key: (plain(name), plain(key)) for key, name in names.items()}
    fits = [key for key, both in spellings.items() if wanted in both] or [
        key for key, both in spellings.items() if any(one.startswith(wanted) for one in both)
    ]
    return fits or difflib.get_close_matches(wanted, sorted(map(plain, names.values())))


def found(text: str, index: Index) -> object:
    """The same by an index."""
    try:
        return index.find(text)
    except (NotFound, Ambiguous) as trouble:
        return trouble


def texts(names: Mapping[str, str]) -> dict[str, list[str]]:
    """Texts of every kind, from all over the names."""
    some = list(names.values())[:: max(1, len(names) // TEXTS)]
    return {
        "whole names": some,
        "beginnings of one": [name.removesuffix("ood") for name in some],
        "misspelt": [f"{name[:2]}x{name[3:]}" for name in some],
        "beginnings of many": ["0", "00", "01", "hex-1"],
    }


def seconds(look: Callable[[str], object], wanted: Sequence[str]) -> float:
    """Processor seconds of a look-up."""
    start = time.process_time()
    for text in wanted:
        look(text)
    return (time.process_time() - start) / len(wanted)


def main(count: int) -> None:
    """Measure and print."""
    names = hexes(count)
    made = seconds(lambda _: found("x", Index([names])), [""])
    index = Index([names])
    found("0x1", index)
    print(f"{count} names, index made in {made * 1e3:.1f} ms")
    for kind, wanted in texts(names).items():
        pairs = compared(wanted, index, names)
        print(f"{kind}: {pairs.one * 1e6:.1f} us, {pairs.ratio:.5f} times a search through all")


def compared(wanted: list[str], index: Index, names: Mapping[str, str]) -> Pairs:
    """A look-up by the index, and one by a search, by turns."""
    return by_turns(
        PAIRS,
        lambda: seconds(lambda text: found(text, index), wanted * 50) or 1e-9,
        lambda: seconds(lambda text: searched(text, names), wanted[:4]),
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 1_700)
