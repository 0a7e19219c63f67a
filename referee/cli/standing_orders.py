"""``referee standing``: what is in force, drafts that change it, what rules would do."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.cli.exit_status import DONE, REFUSED, USAGE
from referee.cli.options import PATH, charter_option, orders_option
from referee.cli.output import error, print_faults, read_file, say, tell, write_new

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from referee.charter.papers import Charter
    from referee.engine.request import Data
    from referee.engine.rules import Ruleset
    from referee.engine.standing import Rule
    from referee.player.in_force import InForce

_report = click.option(
    "--report", "report_file", type=PATH, required=True, help="Your newest report."
)
_out = click.option("--out", type=PATH, help="Write to this new file instead of printing.")


@click.group(
    epilog='Example: referee standing try orders.yaml --report reports/0003.txt --set "round=2"'
)
def standing() -> None:
    """Show, change or try your standing orders, or list the words they are written in."""


@standing.command(epilog="Example: referee standing words julius-caesar")
@click.argument("ruleset")
def words(ruleset: str) -> None:
    """List what standing orders can say for each kind of request in RULESET, and its ready-made
    sets."""
    from referee.files.write_yaml import flow
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


@standing.command(epilog="Example: referee standing show --report reports/0003.txt")
@_report
@charter_option
@orders_option
def show(report_file: Path, charter_file: Path | None, orders: Path | None) -> None:
    """Print your standing orders in force, rule by rule, and which can never answer."""
    from referee import views
    from referee.cli.playing import verified
    from referee.player.standing_draft import in_words
    from referee.ruleset import of_game

    sheet, charter = verified(report_file, charter_file)
    found = _in_force(report_file, charter_file, sheet, charter, orders)
    seat, ruleset = sheet["seat"], of_game(charter.offer)
    source = f"the set {found.set_name!r}" if found.set_name else found.file or "none"
    tell(f"standing orders of {ruleset.seats[seat]} after report {sheet['number']}: {source}")
    for line in in_words(found.rules, ruleset, views.view(sheet)):
        tell(line)


@standing.command(epilog="Example: referee standing use quiet --report reports/0003.txt")
@click.argument("name", metavar="SET")
@_report
@charter_option
@_out
def use(name: str, report_file: Path, charter_file: Path | None, out: Path | None) -> int:
    """Print an order file that replaces your standing orders with the ready-made SET."""
    from referee.cli.playing import verified
    from referee.orders.standing_list import rules_of_set, sets_of
    from referee.ruleset import of_game

    sheet, charter = verified(report_file, charter_file)
    ruleset = of_game(charter.offer)
    if name not in (sets := sets_of(ruleset)):
        reason = f"no set is called {name!r}; choose from {', '.join(sets)}"
        raise click.BadParameter(reason, param_hint="SET")
    return _draft(sheet, charter, out, lambda game: rules_of_set(game, name, sheet["seat"]))


@standing.command(
    epilog="Example: referee standing add '{on: hits, then: weakest}' --report reports/0003.txt"
)
@click.argument(  # rules are written by hand, but for the names of files the shell can help
    "texts", metavar="RULE...", nargs=-1, required=True, shell_complete=PATH.shell_complete
)
@_report
@charter_option
@orders_option
@_out
def add(
    texts: tuple[str, ...],
    report_file: Path,
    charter_file: Path | None,
    orders: Path | None,
    out: Path | None,
) -> int:
    """Print an order file with your standing orders and these rules, each above those on its
    kind of request.

    RULE is a rule as in an order file, or a file with a list of rules below 'standing:'.
    """
    from referee.cli.playing import verified
    from referee.player.standing_draft import added

    sheet, charter = verified(report_file, charter_file)
    rules = [rule for text in texts for rule in _texts(text)]
    found = _in_force(report_file, charter_file, sheet, charter, orders)
    return _draft(sheet, charter, out, lambda game: added(found.rules, rules, game, sheet["seat"]))


def _texts(text: str) -> list[str]:
    """The rules that an argument is or, if it is the name of a file, that lie in the file."""
    from referee.fault import Refused
    from referee.player.standing_draft import rules_in

    # A rule can be longer than any name, for which Path.is_file would raise.
    if not os.path.isfile(text):  # noqa: PTH113
        return [text]
    try:
        return rules_in(read_file(Path(text)))
    except Refused as trouble:
        print_faults(text, trouble.faults)
        raise click.exceptions.Exit(REFUSED) from None


@standing.command(epilog="Example: referee standing drop 3 --report reports/0003.txt")
@click.argument("numbers", metavar="N...", type=click.IntRange(1), nargs=-1, required=True)
@_report
@charter_option
@orders_option
@_out
def drop(
    numbers: tuple[int, ...],
    report_file: Path,
    charter_file: Path | None,
    orders: Path | None,
    out: Path | None,
) -> int:
    """Print an order file with your standing orders without the rules of these numbers."""
    from referee.cli.playing import verified
    from referee.player.standing_draft import dropped

    sheet, charter = verified(report_file, charter_file)
    found = _in_force(report_file, charter_file, sheet, charter, orders)
    return _draft(
        sheet, charter, out, lambda game: dropped(found.rules, numbers, game, sheet["seat"])
    )


def _draft(
    sheet: Data, charter: Charter, out: Path | None, made: Callable[[Ruleset], Sequence[Rule]]
) -> int:
    """Print or write the order file with the rules that are made."""
    from referee.fault import Refused
    from referee.player.sign_orders import by_the_report
    from referee.player.standing_draft import draft, said_of
    from referee.ruleset import of_game

    ruleset = of_game(charter.offer)
    try:
        with by_the_report():
            lines = draft(sheet, made(ruleset), ruleset)
            found = said_of(lines, sheet, charter)
    except Refused as trouble:
        print_faults("standing orders", trouble.faults)
        return REFUSED
    print_faults(str(out or "standing orders"), found.in_order(), found.document)
    if sheet["seat"] not in sheet["public"]["due"]:
        say(
            "this is an advance file and replaces the advance orders you have sent; write those"
            " you still need under 'next'"
        )
    if any("times:" in line for line in lines):
        say("'times' counts from the beginning again")
    if out is None:
        tell("\n".join(lines))
    else:
        write_new(out, ("\n".join(lines) + "\n").encode(), "choose another name with --out")
        tell(out)
    return DONE


def _part(heading: str, lines: list[str]) -> None:
    tell(f"  {heading}:")
    for line in lines:
        tell(click.wrap_text(line, 80, "    ", "        "))


@standing.command(
    "try",
    epilog='Example: referee standing try orders.yaml --report reports/0003.txt --set "round=2"',
)
@click.argument("orders", type=PATH, required=False)
@click.option("--report", "report_file", type=PATH, required=True, help="A report of your seat.")
@charter_option
@click.option("--on", "kind", help="The kind of request; otherwise every kind that has rules.")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="A quantity or selector."
)
def try_(
    orders: Path | None,
    report_file: Path,
    charter_file: Path | None,
    kind: str | None,
    settings: tuple[str, ...],
) -> int:
    """Say which standing order in ORDERS would answer, and why others would not.

    Without ORDERS those in force are tried.  Without --set and --on this tries what you are asked
    now; a made-up situation needs a value for every quantity that a rule compares:
    --set "own strength=7" --set at=Genua.
    """
    from referee.cli.playing import verified
    from referee.player.trying import Unknown, kinds_named
    from referee.ruleset import of_game

    sheet, charter = verified(report_file, charter_file)
    ruleset = of_game(charter.offer)
    if orders is None:
        rules = list(_in_force(report_file, charter_file, sheet, charter, None).rules)
    elif (found := _rules(orders, ruleset, sheet["seat"])) is None:
        return REFUSED
    else:
        rules = found
    if not settings and kind is None and (lines := _now(rules, sheet, ruleset)):
        for line in lines:
            tell(line)
        return DONE
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


def _now(rules: list[Rule], sheet: Data, ruleset: Ruleset) -> list[str]:
    """What the rules come to in the position of the report; [] if it asks nothing of them."""
    from referee import views
    from referee.player.sign_orders import by_the_report
    from referee.player.trying import now

    with by_the_report():
        asked = views.own_requests(sheet, ruleset.rules)
        return [line for one in asked for line in now(rules, one, views.view(sheet), ruleset)]


def _in_force(
    report_file: Path,
    charter_file: Path | None,
    sheet: Data,
    charter: Charter,
    orders: Path | None,
) -> InForce:
    """The rules in force; raises Exit, after printing why, if they are not to be had."""
    from referee.cli.options import order_places
    from referee.fault import Refused
    from referee.player.in_force import in_force
    from referee.ruleset import of_game

    places = order_places(report_file, charter_file, orders)
    try:
        return in_force(sheet, charter, of_game(charter.offer), places)
    except Refused as trouble:
        print_faults(trouble.name or str(report_file), trouble.faults)
        raise click.exceptions.Exit(REFUSED) from None


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
