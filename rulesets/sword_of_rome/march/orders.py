"""The order words of an activation (9, 13.1)."""

from collections.abc import Sequence
from typing import Any

from referee.engine.action import Action

MARCH_ORDERS: Sequence[type[Action[Any]]] = ()
