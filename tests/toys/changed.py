"""Rulesets that differ from another in some members, or are altered for a test."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engine.rules import Ruleset

PARTS = ("rules", "calendar", "wording", "laboratory")


def changed(ruleset: Ruleset, **members: Any) -> Ruleset:
    """A ruleset with other members, of its own or of one of its parts."""
    for name, value in members.items():
        part, other = _part(ruleset, name), {name: value}
        if part:
            other = {part: getattr(ruleset, part).but(**other)}
        ruleset = ruleset.but(**other)
    return ruleset


def alter(monkeypatch: pytest.MonkeyPatch, ruleset: Ruleset, **members: Any) -> None:
    """Give a ruleset other members until the test is over."""
    for name, value in members.items():
        part = _part(ruleset, name)
        whole = getattr(ruleset, part) if part else ruleset
        monkeypatch.setitem(vars(whole), name, value)


def _part(ruleset: Ruleset, name: str) -> str:
    """The part of a ruleset that has a member of that name; "" for the ruleset itself."""
    return next((p for p in PARTS if name in type(getattr(ruleset, p)).__annotations__), "")
