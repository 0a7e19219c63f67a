"""Whether this referee can play a game: its ruleset version, data, mode and deadline rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.charter.paper_shapes import Tree
from referee.charter.papers import Charter, read_charter
from referee.engine.rules import Ruleset
from referee.fault import NOT_ALLOWED, Fault, Path, Refused
from referee.orders.standing_list import sets_of
from referee.ruleset import NoRuleset, data_digest, load, of_game


class BadChoice(Exception):
    """A scenario, option or seat that this ruleset does not have; a usage error."""


#: Ruleset version and data digest, as a charter pins them.
Rules = list[str]


def check_known(offer: Tree) -> None:
    """Raise Refused unless this referee can play the offer as it was made: ruleset version, data,
    mode, deadline rule."""
    ruleset = _fitting(offer)
    faults = [] if pinned(offer) == installed(offer) else [_other_version(offer)]
    faults += _playing_faults(ruleset, offer)
    if not faults and dict(offer["options"] or {}) != options_of(ruleset, offer["options"] or {}):
        faults = [Fault(NOT_ALLOWED, ("options",), "an option of this game is missing")]
    if faults:
        raise Refused(faults)


def check_playable(offer: Tree) -> None:
    """Raise Refused unless this referee can play the offer by the installed rules.

    They may differ from those that the offer pins, so new options may be missing from it."""
    if faults := _playing_faults(_fitting(offer), offer):
        raise Refused(faults)


def check_sets(joins: Sequence[Tree], ruleset: Ruleset) -> None:
    """Raise Refused unless the ruleset has the standing orders that each seat joins with."""
    known = sets_of(ruleset)
    unknown = [join for join in joins if join["standing"] not in known]
    if unknown:
        hint = f"choose from: {', '.join(known)}"
        raise Refused([_no_set(join, hint) for join in unknown])


def _no_set(join: Tree, hint: str) -> Fault:
    what = f"the standing orders {join['standing']!r}, which this ruleset does not have"
    reason = f"{join['seat']} joins with {what}"
    return Fault(NOT_ALLOWED, ("standing",), reason, "", hint)


def pinned(offer: Tree) -> Rules:
    """The rules that an offer pins."""
    return [offer["version"], offer["data"]]


def installed(offer: Tree) -> Rules:
    """The installed rules of an offer's game, with its corrections; Refused if they do not fit."""
    ruleset = _corrected(offer)
    return [ruleset.version, data_digest(ruleset)]


def good_charter(raw: bytes) -> Charter:
    """The charter in a file, checked as by `read_charter`.  If its ruleset is installed, the host's
    key must not hold a seat in a game with hidden information.  Raises Refused."""
    charter = read_charter(raw)
    try:
        hidden = load(charter.offer["ruleset"]).rules.hidden
    except NoRuleset:
        return charter
    for number, join in enumerate(charter.tree["joins"]):
        if hidden and join["key"] == charter.offer["key"]:
            raise Refused([host_plays(join["seat"], ("joins", number, "key"))])
    return charter


def host_plays(seat: str, at: Path = ("key",)) -> Fault:
    """The fault of a seat that has the host's key in a game with hidden information."""
    reason = f"the host's key may not play {seat}: the host would see what this game hides"
    return Fault(NOT_ALLOWED, at, reason, "", "let someone else host the game")


class OtherRules(Exception):
    """A game or report was made with other rules than those installed.

    held: its rules; reason: in words."""

    def __init__(self, offer: Tree, held: Rules, what: str) -> None:
        name, here = offer["ruleset"], load(offer["ruleset"]).version
        of, this = (f"{name} {held[0]}", f"{name} {here}")
        if held[0] == here:
            of, this = f"{of} with data {held[1][:12]}", "the installed data differ"
        else:
            this = f"{this} is installed"
        super().__init__(f"{what} was made with {of}, but {this}")
        self.held, self.version, self.reason = held, of, str(self)


def check_rules(offer: Tree, held: Rules, what: str) -> None:
    """Raise OtherRules unless these rules are installed.

    held: [] for those that the offer pins; what: in messages, whose rules they are."""
    held = held or pinned(offer)
    if held[0] != load(offer["ruleset"]).version or held != installed(offer):
        raise OtherRules(offer, held, what)


def check_dice(offer: Tree) -> None:
    """Raise Refused unless this program knows how the offer's game makes links and dice; its rules
    need not be those installed."""
    if faults := _dice_faults(offer):
        raise Refused(faults)


def _playing_faults(ruleset: Ruleset, offer: Tree) -> list[Fault]:
    return [*_choice_faults(ruleset, offer), *_dice_faults(offer)]


def _dice_faults(offer: Tree) -> list[Fault]:
    faults = []
    for key, only in (("mode", "quick"), ("deadline", "none")):
        if offer[key] != only:
            what = "mode" if key == "mode" else "deadline rule"
            faults.append(
                Fault(NOT_ALLOWED, (key,), f"this referee does not know {what} {offer[key]!r}")
            )
    return faults


def _fitting(offer: Tree) -> Ruleset:
    """The offer's ruleset, corrected.  Corrections need not fit another version, which is told."""
    try:
        return _corrected(offer)
    except Refused:
        if offer["version"] == load(offer["ruleset"]).version:
            raise
        raise Refused([_other_version(offer)]) from None


def _corrected(offer: Tree) -> Ruleset:
    """The offer's ruleset, corrected; Refused, with paths into the offer, if they do not fit."""
    try:
        return of_game(offer)
    except Refused as trouble:
        at = "corrections"
        raise Refused(
            [Fault(f.answer, (at, *f.path), f.reason, f.rule, f.hint) for f in trouble.faults]
        ) from None


def _other_version(offer: Tree) -> Fault:
    name = offer["ruleset"]
    same = offer["version"] == load(name).version
    which = "other data of " if same else ""
    reason = f"the game was opened with {which}{name} {offer['version']}"
    hint = f"you have {name} {load(name).version}; install the version that the game names"
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
        options_of(ruleset, given)
    except BadChoice as trouble:
        return [Fault(NOT_ALLOWED, ("options",), str(trouble))]
    return []


def scenario_of(ruleset: Ruleset, scenario: str | None) -> str:
    """The scenario named, or the ruleset's default; BadChoice if it has none of that name."""
    if scenario is None:
        return next(iter(ruleset.scenarios))
    if scenario not in ruleset.scenarios:
        known = ", ".join(ruleset.scenarios)
        raise BadChoice(f"{ruleset.name} has no scenario {scenario!r}; choose from: {known}")
    return scenario


def options_of(ruleset: Ruleset, given: Mapping[str, str]) -> dict[str, str]:
    """Every option of the ruleset with the given value or its default; BadChoice if unknown."""
    for option, value in given.items():
        if option not in ruleset.options:
            known = ", ".join(ruleset.options) or "none"
            raise BadChoice(f"{ruleset.name} has no option {option!r}; choose from: {known}")
        if value not in ruleset.options[option].values:
            values = ", ".join(ruleset.options[option].values)
            raise BadChoice(f"option {option} must be one of: {values}")
    return {o: given.get(o, spec.values[0]) for o, spec in ruleset.options.items()}
