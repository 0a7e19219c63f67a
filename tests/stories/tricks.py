"""What cheats do in stories: files that no honest program would write, signed with real keys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from referee.engine.canonical import typed
from referee.post import sshsig
from referee.post.keys import load_private
from referee.post.papers import namespace, read_charter
from referee.post.report_file import read_report, write_report
from referee.report import render
from referee.ruleset import of_game
from tests.desk.forging import following

Tree = dict[str, Any]


def _changed(tree: Tree, changes: list[str]) -> Tree:
    """A tree with ``place.of.key=JSON`` changes; ``key`` alone takes a key out."""
    tree = json.loads(typed(tree))
    for change in changes:
        place, found, value = change.partition("=")
        *above, last = place.split(".")
        at: Any = tree
        for key in above:
            at = at[int(key) if isinstance(at, list) else key]
        key = int(last) if isinstance(at, list) else last
        if found:
            at[key] = json.loads(value)
        else:
            del at[key]
    return tree


def forge_report(words: list[str]) -> None:
    """``forge-report OLD NEW GAME [CHANGE ...]``: the host signs a report with changes in its
    block, and a text that says the same."""
    old, new, folder, *changes = words
    charter = read_charter(Path(folder, "charter.yaml").read_bytes())
    sheet = _changed(read_report(Path(old).read_bytes()).sheet, changes)
    text = render(sheet, charter.offer, charter.insecure, of_game(charter.offer))
    key = load_private(Path("keys/host"), bytes)
    signature = sshsig.sign(key, namespace("report"), typed(sheet))
    Path(new).write_bytes(write_report(text, sheet, signature))


def make_up_report(words: list[str]) -> None:
    """``make-up-report OLD NEW GAME NUMBER``: the host signs a report of a run that never was; it
    follows OLD, and calls its seat due."""
    old, new, folder, number = words
    charter = read_charter(Path(folder, "charter.yaml").read_bytes())
    key = load_private(Path("keys/host"), bytes)
    sheet = following(charter, key, read_report(Path(old).read_bytes()).sheet, int(number))
    text = render(sheet, charter.offer, charter.insecure, of_game(charter.offer))
    signature = sshsig.sign(key, namespace("report"), typed(sheet))
    Path(new).write_bytes(write_report(text, sheet, signature))


TRICKS = {"forge-report": forge_report, "make-up-report": make_up_report}
