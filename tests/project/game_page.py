"""The page of a game, beside its ruleset: what the tests of all these pages ask."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.cli.main import run
from referee.files.strict_yaml import read
from referee.orders.order_lines import parse_lines
from referee.orders.standing_list import kinds, parse_standing
from referee.ruleset import load
from tests.project.pages import Block, blocks, section, source, unescaped

#: (kind of request, its policies) -> those that examples of the page must use
Used = Callable[[str, Sequence[str]], Sequence[str]]


class GamePage:
    """The page referee-GAME(7) and the ruleset that it tells of."""

    def __init__(self, name: str) -> None:
        self.name, self.text, self.ruleset = name, source(f"referee-{name}.7"), load(name)
        self.requests = self.ruleset.rules.requests

    def order_faults(self, block: Block, seats: Sequence[str] = ()) -> list[str]:
        """What is wrong with order lines, whatever is asked; each may be that of any of these
        seats, or of all."""
        asked = self.requests.values()
        words = {word: kind for request in asked for word, kind in request.words.items()}
        quantities = {q: v for request in asked for q, v in request.conditions.items()}
        found, names = [], self.ruleset.rules.names
        for line in read(block.text.encode()).tree:
            told = [
                parse_lines([line], words, names(seat), quantities)[1]
                for seat in seats or self.ruleset.seats
            ]
            found += [] if [] in told else [fault.reason for fault in told[0]]
        return found

    def unused(self, shown: Sequence[Block]) -> list[str]:
        """Order words that no line of these uses."""
        used = "".join(block.text for block in shown)
        words = (word for request in self.requests.values() for word in request.words)
        return [word for word in words if not re.search(rf"\b{word}\b", used)]

    def standing_faults(self, text: str, seat: str) -> list[str]:
        """What is wrong with a ``standing`` list."""
        tree: Any = read(text.encode()).tree
        return [fault.reason for fault in parse_standing(tree["standing"], self.ruleset, seat)[1]]

    def standing_shown(self) -> list[tuple[str, str]]:
        """The standing orders of the page, each with the seat that the example is marked with, ""
        if with none."""
        return [
            (
                block.text if block.lines[0] == "standing:" else f"standing:\n{block.text}",
                next((word for word in block.words[1:2] if word in self.ruleset.seats), ""),
            )
            for block in blocks(section(self.text, "STANDING ORDERS"))
        ]

    def standing_untold(self, wanted: Used) -> list[tuple[str, str]]:
        """(kind, what the page lacks): a heading, an example, or a word that no example uses or
        that is not explained."""
        part = section(self.text, "STANDING ORDERS")
        used = "".join(text for text, _ in self.standing_shown())
        explained = re.sub(r"^\.(?:It )?Cm ", "", part, flags=re.MULTILINE)
        found = []
        for kind, request in kinds(self.ruleset).items():
            if not re.search(rf"^\.Ss (?:.*\b{kind} \(|{kind})", part, re.MULTILINE):
                found.append((kind, "heading"))
            if f"on: {kind}" not in used:
                found.append((kind, "example"))
            beside = self.ruleset.rules.kinds[kind].standing
            own = wanted(kind, list(beside.policies))
            found += [(kind, f"{w} used") for w in own if not re.search(rf"\b{w}\b", used)]
            words = [*own, *request.selectors, *beside.quantities]
            found += [(kind, f"{word} explained") for word in words if word not in explained]
        return found

    def corrected(
        self,
        folder: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        title: str = "CORRECTIONS",
    ) -> str:
        """What `new` prints with the corrections that this section of the page shows."""
        monkeypatch.chdir(folder)
        (block,) = (b for b in blocks(section(self.text, title)) if b.words == ["corrections"])
        Path("corrections.yaml").write_text(block.text)
        assert run(["keygen", "host", "--test-seed", "1"]) == 0
        capsys.readouterr()
        made = ["new", self.name, "game", "--key", "host", "--corrections", "corrections.yaml"]
        assert run(made) == 0
        return capsys.readouterr().err


def items(part: str) -> dict[str, str]:
    """The items of a list: the head of each, and its text on one line."""
    found = re.findall(r"^\.It (.+)\n((?:[^.].*\n)+)", part, re.MULTILINE)
    texts = {head: unescaped(" ".join(text.split())) for head, text in found}
    return {head.replace("\\&", ""): text for head, text in texts.items()}
