"""Trees on one line, in YAML's flow style."""

from __future__ import annotations

from typing import Any

from referee.kit.flow import scalar


def flow(tree: Any) -> str:
    """A tree in YAML's flow style, on one line."""
    if isinstance(tree, dict):
        return "{" + ", ".join(f"{scalar(k)}: {flow(v)}" for k, v in tree.items()) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join(flow(v) for v in tree) + "]"
    return scalar(str(tree))
