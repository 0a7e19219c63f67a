"""Every rule of Julius Caesar has a case."""

from __future__ import annotations

from tests.rules.cases import cases

#: Every paragraph that has a rule in it, and every card.
PARAGRAPHS = [
    "1.1", "1.2", "1.3", "2.0", "2.1", "2.2", "2.3", "3.11", "3.12", "3.13", "3.21", "3.22",
    "3.23", "3.24", "3.25", "3.26", "3.27", "4.1", "4.2", "4.21", "4.32", "4.4", "4.41", "4.42",
    "5.1", "5.2", "5.3", "6.1", "6.11", "6.12", "6.13", "6.14", "6.15", "6.2", "6.3", "6.4",
    "8.0", "8.1", "8.2", "8.3", "8.4", "8.5", "8.6",
    "card Apollo", "card Jupiter", "card Mars", "card Mercury", "card Neptune", "card Pluto",
    "card Vulcan",
    "7.1", "7.2", "7.3", "7.31", "7.4", "7.41", "7.42", "7.5", "7.51", "7.52",
    "7.6", "7.61", "7.62", "7.63", "7.64", "7.7", "7.8", "7.81", "7.82", "7.83",
]  # fmt: skip


def test_every_paragraph_has_a_case() -> None:
    rules = {case.data["rule"] for case in cases() if case.package == "julius_caesar"}
    assert [paragraph for paragraph in PARAGRAPHS if paragraph not in rules] == []
