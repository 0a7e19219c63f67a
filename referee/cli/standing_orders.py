"""``referee standing try`` and ``standing words``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.cli.exit_status import DONE, REFUSED, USAGE
from referee.cli.options import PATH, charter_option
from referee.cli.output import error, print_faults, read_file, tell

if TYPE_CHECKING:
    from referee.engine.rules import Ruleset
    from referee.engine.standing import Rule


@click.group(
    epilog='Example: referee standing try orders.yaml --report reports/0003.txt --set "round=2"'
)
def standing() -> None:
    """Try standing orders, or list the words that they are written in."""


@standing.command(epilog="Example: referee standing words julius-caesar")
@click.argument("ruleset")
def words(ruleset: str) -> None:
    """List what standing orders can say for each kind of request in RULESET, and its ready-made
    sets."""
    from referee.files.flow_style import flow
    from referee.player.trying import words_of
    from referee.ruleset import load

    found = load(ruleset)
    for name, kind in sorted(found.rules.kinds.items()):
        parts = words_of(kind)
        if parts:
            tell(f"on: {name}")
        for heading, lines in parts:
            _part(heading, lines)
    if found.sets:
        tell("sets:")
    for name, ready in found.sets.items():
        _part(name, [f"- {flow(rule)}" for rule in ready.rules])


def _part(heading: str, lines: list[str]) -> None:
    tell(f"  {heading}:")
    for line in lines:
        tell(click.wrap_text(line, 80, "    ", "        "))


@standing.command(
    "try",
    epilog='Example: referee standing try orders.yaml --report reports/0003.txt --set "round=2"',
)
@click.argument("orders", type=PATH)
@click.option("--report", "report_file", type=PATH, required=True, help="A report of your seat.")
@charter_option
@click.option("--on", "kind", help="The kind of request; otherwise every kind that has rules.")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="A quantity or selector."
)
def try_(
    orders: Path,
    report_file: Path,
    charter_file: Path | None,
    kind: str | None,
    settings: tuple[str, ...],
) -> int:
    """Say which standing order in ORDERS would answer in a made-up situation.

    Every quantity that a rule compares needs a value: --set "own strength=7" --set at=Genua.
    """
    from referee.cli.playing import verified
    from referee.player.trying import Unknown, kinds_named
    from referee.ruleset import of_game

    sheet, charter = verified(report_file, charter_file)
    ruleset = of_game(charter.offer)
    rules = _rules(orders, ruleset, sheet["seat"])
    if rules is None:
        return REFUSED
    missing: dict[str, None] = {}
    for on in [kind] if kind else kinds_named(rules):
        try:
            _print(on, rules, ruleset, sheet["seat"], dict(map(_pair, settings)))
        except Unknown as trouble:
            missing |= dict.fromkeys(trouble.names)
    if missing:
        given = " ".join(f"--set '{name}=VALUE'" for name in missing)
        error(f"rules need values for {', '.join(map(repr, missing))}", f"add {given}")
    return USAGE if missing else DONE


def _pair(setting: str) -> tuple[str, str]:
    name, equals, value = setting.partition("=")
    if not equals:
        raise click.BadParameter(f"write it as {name}=VALUE", param_hint="--set")
    return name.strip(), value.strip()


def _rules(path: Path, ruleset: Ruleset, seat: str) -> list[Rule] | None:
    """The file's standing orders, None if they are refused."""
    from referee.fault import Fault
    from referee.orders.order_file import read_orders
    from referee.orders.standing_list import parse_standing

    file = read_orders(read_file(path))
    rules, faults = parse_standing(file.tree.get("standing", []), ruleset, seat)
    below = [Fault(f.answer, ("standing", *f.path), f.reason, f.rule, f.hint) for f in faults]
    print_faults(str(path), below, file.document)
    return None if faults else rules


def _print(
    kind: str, rules: list[Rule], ruleset: Ruleset, seat: str, settings: dict[str, str]
) -> None:
    from referee.orders.standing_list import kinds
    from referee.player.trying import verdicts

    request = kinds(ruleset).get(kind)
    if request is None:
        raise click.BadParameter(f"standing orders cannot answer {kind!r}", param_hint="--on")
    beside = ruleset.rules.kinds[kind].standing
    numbers = {
        name: _number(value) for name, value in settings.items() if name in beside.quantities
    }
    chosen = {
        name: _selected(value, request.selectors[name], ruleset, seat)
        for name, value in settings.items()
        if name in request.selectors
    }
    found = verdicts([rule for rule in rules if rule["on"] == kind], numbers, chosen)
    tell(f"on {kind}:")
    for rule, fits, why in found:
        tell(f"  rule {rule['number']}: {'answers' if fits else 'passes on'}: {why}")
    if not found or not found[-1].fits:
        tell("  no rule answers: you would be asked")


def _number(value: str) -> int:
    if value.isascii() and value.isdecimal() and len(value) < 10:
        return int(value)
    raise click.BadParameter(f"{value!r} is not a whole number", param_hint="--set")


def _selected(value: str, word: Any, ruleset: Ruleset, seat: str) -> object:
    from referee.engine.words import Many
    from referee.orders.values import parse_value

    one = word.of if isinstance(word, Many) else word
    found, faults = parse_value(value, one, ruleset.rules.names(seat))
    if faults:
        raise click.BadParameter(faults[0].reason, param_hint="--set")
    return found
