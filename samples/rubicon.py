"""Makes and replays the sample game in ``samples/rubicon``, by the commands that players use.

``python samples/rubicon.py FOLDER`` plays the game again into FOLDER; the tests compare it with
``samples/rubicon`` byte for byte.  With ``--drafts`` the players' drafts are made anew as well,
from what each of them means to do, for when rules or data have changed.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee import views
from referee.cli.main import run
from referee.engine.request import Data, Request
from referee.engine.rules import Ruleset
from referee.post.lines import parse_lines
from referee.post.report_file import read_report
from referee.post.write_yaml import emit
from referee.ruleset import load

HOME = Path(__file__).parent / "rubicon"
SEED = "49"
SEATS = ("caesar", "pompey")
#: the game goes on until this turn is over
LAST_TURN = 2

#: What each means to do with the command cards, best first: every line that is legal is ordered.
PURPOSES: dict[str, list[dict[str, Any]]] = {
    "caesar": [
        {"move": {"from": "Narbo", "blocks": ["Legio 7", "Legio 9", "Legio 10"], "to": "Tarraco"}},
        {"move": {"from": "Rome", "blocks": ["Caesar", "Legio 8", "Legio 13"], "to": "Neapolis"}},
        {"move": {"from": "Ravenna", "blocks": ["Caesar", "Legio 13"], "to": "Rome"}},
        {"move": {"from": "Genua", "blocks": ["Antonius", "Legio 8", "Legio 12"], "to": "Rome"}},
        {"move": {"from": "Massilia", "blocks": ["Legio 11", "Legio 14"], "to": "Narbo"}},
        {"move": {"from": "Lugdunum", "blocks": ["Legio 16"], "via": ["Massilia"], "to": "Narbo"}},
        {"levy": {"block": "Legio 17"}},
        {"levy": {"block": "Auxilia 3", "at": "Massilia"}},
        {"levy": {"block": "Equitatus 2"}},
        {"levy": {"block": "Ballista", "at": "Massilia"}},
    ],
    "pompey": [
        {"move": {"from": "Carthago Nova", "blocks": ["Legio 2", "Legio 4"], "to": "Tarraco"}},
        {"move": {"from": "Neapolis", "blocks": ["Pompey", "Legio 1"], "to": "Rome"}},
        {"move": {"from": "Brundisium", "blocks": ["Legio 3"], "to": "Neapolis"}},
        {"move": {"from": "Antioch", "blocks": ["Scipio", "Legio 34"], "to": "Tarsus"}},
        {"levy": {"block": "Legio 32"}},
        {"levy": {"block": "Elephant"}},
        {"levy": {"block": "Auxilia 1", "at": "Neapolis"}},
        {"levy": {"block": "Auxilia 3", "at": "Utica"}},
        {"levy": {"block": "Legio 38"}},
    ],
}
NOTES = {(1, "caesar"): "The die is cast.", (2, "pompey"): "Not before you have shown yours."}


class Trouble(Exception):
    """A command of the sample did not end as it must."""


def command(*arguments: object, status: Sequence[int] = (0,)) -> None:
    """Run one `referee` command; Trouble unless it ends with one of these exit statuses."""
    words = [str(argument) for argument in arguments]
    found = run(words)
    if found not in status:
        raise Trouble(f"referee {' '.join(words)}: exit status {found}")


def open_game(folder: Path) -> None:
    """Keys, offer, joins, charter and the first reports."""
    keys = folder / "keys"
    keys.mkdir(parents=True)
    for party in ("host", *SEATS):
        command("keygen", keys / party, "--test-seed", SEED, "--comment", f"sample {party}")
    game = folder / "game"
    named = ("--name", "Rubicon", "--scenario", "land", "--test-seed", SEED)
    command("new", "julius-caesar", game, "--key", keys / "host", *named)
    shutil.copy(game / "offer.yaml", folder / "offer.yaml")
    for seat in SEATS:
        out = folder / f"{seat}-join.yaml"
        made = ("--key", keys / seat, "--out", out, "--test-seed", SEED)
        command("join", folder / "offer.yaml", "--seat", seat, *made)
    command("admit", game, *(folder / f"{seat}-join.yaml" for seat in SEATS))
    shutil.copy(game / "charter.yaml", folder / "charter.yaml")


def report(folder: Path, seat: str, number: int) -> Path:
    """Where a report lies in the host's folder."""
    return folder / "game" / "reports" / seat / f"{number:04d}.txt"


def play_run(folder: Path, drafts: Path, number: int, make: bool) -> bool:
    """Sign and apply the drafts of a run; False if there are none (or the game has come far
    enough to stop making them)."""
    signed = []
    for seat in SEATS:
        before = report(folder, seat, number - 1)
        draft = drafts / f"{number:04d}-{seat}.yaml"
        if make:
            make_draft(before, seat, number, draft)
        if draft.is_file():
            out = folder / "orders" / draft.name
            named = ("--key", folder / "keys" / seat, "--report", before, "--out", out)
            command(
                "sign", draft, *named, "--charter", folder / "charter.yaml", "--test-seed", SEED
            )
            signed.append(out)
    if signed:
        command("apply", folder / "game", *signed)
    return bool(signed)


def replay(folder: Path, drafts: Path, make: bool = False, most: int = 1000) -> int:
    """Play the sample into an empty folder, up to run `most`; how many runs it has.

    make: write the drafts first."""
    open_game(folder)
    (folder / "orders").mkdir()
    number = 0
    while number < most and play_run(folder, drafts, number + 1, make):
        number += 1
    return number


# Drafts: what the players of the sample write.


def make_draft(before: Path, seat: str, number: int, draft: Path) -> None:
    """Write a seat's draft for a run, if its report says that it is due."""
    sheet = read_report(before.read_bytes()).sheet
    if seat not in sheet["public"]["due"] or sheet["state"]["public"]["turn"] > LAST_TURN:
        return
    ruleset = load("julius-caesar")
    request = views.own_request(sheet, ruleset)
    orders = [] if request is None else _orders(request, sheet, ruleset)
    note = NOTES.get((number, seat))
    tree = {"seat": seat, "orders": orders, **({"note": note} if note else {})}
    draft.write_text(emit({"referee": "1", "kind": "orders", **tree}), encoding="utf-8")


def _orders(request: Request, sheet: Data, ruleset: Ruleset) -> list[Any]:
    if request.kind == "command":
        wanted = PURPOSES[sheet["seat"]]
    elif request.kind == "cards":
        wanted = _cards(sheet)
    else:
        return _skeleton(request, sheet)
    return _legal(request, sheet, ruleset, wanted)


def _cards(sheet: Data) -> list[dict[str, Any]]:
    """The card with most moves is played, the one with fewest is set aside."""
    hand = sorted(sheet["state"]["own"]["hand"])
    card = {"card": hand[-1]}
    return [{"discard": hand[0]}, card] if len(hand) == 6 else [card]


def _legal(
    request: Request, sheet: Data, ruleset: Ruleset, wanted: list[dict[str, Any]]
) -> list[Any]:
    """Those of the wanted lines that are legal one after the other; all where only all will do."""
    view, names = views.view(sheet), ruleset.names(sheet["seat"])
    kept: list[Any] = []
    for line in wanted:
        answer, faults = parse_lines([*kept, line], request.words, names)
        if request.kind == "cards" or (answer and not request.judge(view, answer).faults):
            kept.append(line)
        elif faults:
            raise Trouble(f"{line}: {faults}")
    return kept


def _skeleton(request: Request, sheet: Data) -> list[Any]:
    """Whatever the skeleton proposes."""
    from referee.post.strict_yaml import read

    lines = request.skeleton(views.view(sheet))
    text = "orders:\n" + "\n".join(f"  {line}" for line in lines) + "\n"
    found: Any = read(text.encode()).tree
    return found["orders"] or []


def keep(folder: Path) -> None:
    """Copy what players have seen of the game, not the host's secrets, to the sample's home."""
    shutil.rmtree(HOME / "orders", ignore_errors=True)
    shutil.copytree(folder / "orders", HOME / "orders")
    if not (HOME / "keys").exists():  # they are always the same keys, in files that are not
        shutil.copytree(folder / "keys", HOME / "keys")
    shutil.rmtree(HOME / "reports", ignore_errors=True)
    shutil.copytree(folder / "game" / "reports", HOME / "reports")
    for path in folder.glob("*.yaml"):
        shutil.copy(path, HOME / path.name)


def main() -> None:
    """The command line of this script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="a new folder to play the game into")
    parser.add_argument("--drafts", action="store_true", help="make the drafts anew and keep all")
    chosen = parser.parse_args()
    drafts = HOME / "drafts"
    if chosen.drafts:
        shutil.rmtree(drafts, ignore_errors=True)
        drafts.mkdir(parents=True)
    runs = replay(chosen.folder, drafts, make=chosen.drafts)
    if chosen.drafts:
        keep(chosen.folder)
    sys.stderr.write(f"{runs} runs\n")


if __name__ == "__main__":
    main()
