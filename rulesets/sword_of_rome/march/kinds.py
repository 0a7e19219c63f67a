"""What marches, battles and sieges ask."""

from collections.abc import Sequence

from referee.engine.beside import Kind

KINDS: Sequence[Kind] = ()
