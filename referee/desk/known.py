"""Whether this referee can play a game: its ruleset version, data, mode and deadline rule."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.fault import NOT_ALLOWED, Fault, Refused
from referee.engine.rules import Ruleset
from referee.post.papers import Tree
from referee.ruleset import data_digest, load, of_game


class BadChoice(Exception):
    """A scenario, option or seat that this ruleset does not have; a matter of usage."""


def check_known(offer: Tree) -> None:
    """Raise Refused unless this referee can play the offer: ruleset version, data, mode."""
    ruleset = _ruleset(offer)
    faults = []
    if offer["version"] != ruleset.version or offer["data"] != data_digest(ruleset):
        faults.append(_other_version(ruleset, offer))
    faults += _choice_faults(ruleset, offer)
    if offer["mode"] != "quick":
        faults.append(Fault(NOT_ALLOWED, ("mode",), f"mode {offer['mode']!r} is not known here"))
    if offer["deadline"] != "none":
        reason = f"deadline rule {offer['deadline']!r} is not known here"
        faults.append(Fault(NOT_ALLOWED, ("deadline",), reason))
    if faults:
        raise Refused(faults)


def _ruleset(offer: Tree) -> Ruleset:
    """The offer's ruleset, corrected; corrections for other data may not fit those here."""
    try:
        return of_game(offer)
    except Refused as trouble:
        plain = load(offer["ruleset"])
        if offer["version"] != plain.version:
            raise Refused([_other_version(plain, offer)]) from None
        at = "corrections"
        raise Refused(
            [Fault(f.answer, (at, *f.path), f.reason, f.rule, f.hint) for f in trouble.faults]
        ) from None


def _other_version(ruleset: Ruleset, offer: Tree) -> Fault:
    reason = f"the game is of {ruleset.name} {offer['version']}, or its data were changed"
    hint = f"this is {ruleset.name} {ruleset.version}; install the version of the game"
    return Fault(NOT_ALLOWED, ("version",), reason, "", hint)


def _choice_faults(ruleset: Ruleset, offer: Tree) -> list[Fault]:
    try:
        seats = ruleset.seats_of(scenario_of(ruleset, offer["scenario"]))
    except BadChoice as trouble:
        return [Fault(NOT_ALLOWED, ("scenario",), str(trouble))]
    if offer["seats"] != seats:
        reason = f"the seats of {ruleset.name} are {', '.join(seats)}, in this order"
        return [Fault(NOT_ALLOWED, ("seats",), reason)]
    given = dict(offer["options"] or {})
    try:
        if options_of(ruleset, given) == given:
            return []
    except BadChoice as trouble:
        return [Fault(NOT_ALLOWED, ("options",), str(trouble))]
    return [Fault(NOT_ALLOWED, ("options",), "an option of the game is missing")]


def scenario_of(ruleset: Ruleset, scenario: str | None) -> str:
    """The scenario named, or the ruleset's default; BadChoice if it has none of that name."""
    if scenario is None:
        return next(iter(ruleset.scenarios))
    if scenario not in ruleset.scenarios:
        known = ", ".join(ruleset.scenarios)
        raise BadChoice(f"{ruleset.name} has no scenario {scenario!r}; there are: {known}")
    return scenario


def options_of(ruleset: Ruleset, given: Mapping[str, str]) -> dict[str, str]:
    """Every option of the ruleset with the value given or its default; BadChoice if unknown."""
    for option, value in given.items():
        if option not in ruleset.options:
            known = ", ".join(ruleset.options) or "none"
            raise BadChoice(f"{ruleset.name} has no option {option!r}; there are: {known}")
        if value not in ruleset.options[option].values:
            values = ", ".join(ruleset.options[option].values)
            raise BadChoice(f"option {option} is one of: {values}")
    return {o: given.get(o, spec.values[0]) for o, spec in ruleset.options.items()}
