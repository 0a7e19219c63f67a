"""What a trace of The End of the Triumvirate offers, beside what our requests would take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.engine.plain import copied
from referee.engine.request import Judgement, Request, View
from referee.engine.words import Answer, Line
from referee.kit.graphs import walks
from tests.rules.end_of_the_triumvirate.adapter import (
    ALII,
    NAMES,
    NONE,
    ROME,
    SEAS,
    SEATS,
    TRACKS,
    Forced,
    Turn,
    TurnWalk,
    actions,
    board,
    supply,
)
from tests.traces.base import GameReport
from tests.traces.end_of_the_triumvirate.format import AT_SEA, KEYS, Data, Step, changed
from tests.traces.end_of_the_triumvirate.orders import OTHERS, TURN, WAIT, Cursor, Draft

#: Differences with a reason.  6.10 lets a servant be placed and taken up as often as one likes, the
#: trace offers one of both at a stop.  That is no loss but for a governor who had to make room.
UNDOES = "6.10: a second lift or place at one stop, which only undoes the first"
FREES = "6.10: a lift behind a place at one stop, after which the governor is off the square"
#: A province named once for two legions is our way to write that both go there.
BOTH = "5.6: the default of Rome's second legion, when a province is named for the first"
EXPECTED = (UNDOES, FREES, BOTH)

#: An answer of the trace.
Name = str | int

GOODS = {"gold-unit": "gold", "legion-unit": "legions"}


def rehearsal(view: View) -> TurnWalk:
    """The rehearsal of a turn by what a seat sees."""
    return TurnWalk.on_copy(Turn(view.seat, part=1), view)


class Trial:
    """Orders tried in one position: nothing else is asked than what judges a player's orders."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.twin: TurnWalk | None = None

    def play(self, *lines: Line) -> TurnWalk:
        """Carry lines out on a copy."""
        twin = rehearsal(self.view)
        twin.play(list(lines))
        return twin

    def takes(self, *lines: Line) -> bool:
        """Whether lines are accepted and change anything: what is refused, and what comes to
        nothing (8.6), is not taken."""
        twin = self.twin or rehearsal(self.view)
        self.twin = None
        faults = twin.play(list(lines)).faults
        if twin.public != self.view.public:
            return not faults
        # A copy on which nothing has been done serves again.
        twin.judged, twin.stuck, twin.goods, twin.acted = Judgement(), False, {}, False
        self.twin = twin
        return False


class Whole:
    """The same, for answers behind all that was ordered since the turn began, or since the last
    attack that failed: after an attack such orders are judged on a position that may not come."""

    def __init__(self, request: Request, view: View, told: Answer) -> None:
        self.request, self.view, self.told = request, view, told

    def takes(self, *lines: Line) -> bool:
        """Whether lines are accepted; warnings do not matter."""
        return not self.request.judge(self.view, [*self.told, *lines]).faults


class Offers:
    """Looks at each choice of the trace while an answer is made of them."""

    trial: Trial | Whole

    def __init__(self, cursor: Cursor, report: GameReport) -> None:
        self.cursor, self.report = cursor, report
        self.told: Answer = []
        self.lost = self.before = 0
        self.unsure = False

    def open(self, request: Request, view: View) -> None:
        """Look from now on at the choices that answer this request."""
        self.request, self.first, self.before = request, view, 0
        self.stand(view)
        if request.kind != "turn":
            return
        now = view.public["now"]
        if request.args["part"] == 1 or now["lost"] != self.lost:
            self.base, self.told = view._replace(public=copied(view.public)), []
        self.lost = now["lost"]
        self.rehearse()

    def rehearse(self) -> None:
        """All that was ordered before leads, by the rehearsal of a judge, to this position; after
        an attack it need not."""
        twin = rehearsal(self.base)
        faults = twin.play([*self.told, WAIT] if self.told else []).faults
        self.unsure = twin.table.unsure
        same = all(twin.public[key] == self.public[key] for key in KEYS)
        if faults or not (same or self.unsure):
            told = f"step {self.cursor.next}: rehearsed {self.told} leads elsewhere {faults}"
            self.report.other.append(told)
        elif self.told and not self.unsure:
            self.report.count("rehearsal")

    def stand(self, view: View) -> None:
        """The position in which answers are tried from now on."""
        self.view, self.public, self.trial = view, view.public, Trial(view)

    def play(self, *lines: Line) -> Data:
        """The position after lines that have no chance in them."""
        return Trial(self.view).play(*lines).public

    def go_on(self, draft: Draft) -> None:
        """6.10 Try from now on what comes after a servant was placed or taken up."""
        self.before = len(draft.before)
        after = Trial(self.first).play(*draft.before).public
        if any(after[key] != value for key, value in self.cursor.position.items()):
            self.tell("the position after it is another one")
        self.report.count("servant")
        self.stand(self.first._replace(public=after))

    def look(self, step: Step, draft: Draft) -> None:
        """Compare what a choice offers, and its default; whatever differs is explained, or told."""
        self.step, self.draft = step, draft
        if len(draft.before) > self.before:
            self.go_on(draft)
        kind = _KINDS[step.kind]
        ours = {name for name in kind.names(self) if kind.fits(self, name)}
        theirs = set(step.legal) - {"end"}
        self.report.offers[step.kind] = self.report.offers.get(step.kind, 0) + 1
        for name in sorted(ours ^ theirs, key=str):
            self.differs(name, name in ours)
        for what in kind.check(self):
            self.tell(what)
        if step.kind in TURN and self.unsure:
            self.look_whole(kind)

    def look_whole(self, kind: Kind) -> None:
        """13.1 What the trace offers after an attack can be ordered before it."""
        short = self.trial
        self.trial = Whole(self.request, self.base, [*self.told, *self.draft.before])
        for name in self.step.legal:
            if name != "end" and not kind.fits(self, name):
                self.tell(f"{name} cannot be ordered before the attack")
        self.trial = short

    def differs(self, name: str | int, mine: bool) -> None:
        """One choice is ours alone (`mine`), or theirs."""
        told = f"{'only we' if mine else 'only the trace'} would take {name}"
        reason = self.repeated(str(name)) if mine and name in ("lift", "place") else ""
        if reason:
            self.report.expect(reason)
        else:
            self.tell(told)

    def tell(self, what: str) -> None:
        """A difference that nobody expects."""
        self.report.other.append(f"step {self.step.number}, {self.step.kind}: {what}")

    def repeated(self, name: str) -> str:
        """6.10 Why only we take a lift or place: it leads back to where another one at this stop
        began, but perhaps for the governor.  "" if it does not."""
        at = self.step.number - 2
        steps = self.cursor.trace.steps
        if not (steps[at].kind == "go" and steps[at].chosen in {"lift", "place"} - {name}):
            return ""
        before = steps[at - 1].position
        after = {key: self.play({f"{name} servant": {}})[key] for key in KEYS}
        if after == before:
            return UNDOES
        governor = f"provinces.{before['characters'][self.view.seat]['at']}.governor"
        return FREES if after == changed(before, {governor: "off"}) else ""


# I Supply.


def _romes(offers: Offers) -> Iterator[str]:
    """What Rome might give."""
    units = range(supply.UNITS + 1)
    return ("+".join(["gold"] * gold + ["legion"] * legions) for gold in units for legions in units)


def _rome(offers: Offers, name: Name) -> bool:
    """5.4 What Rome gives."""
    gold, legions = str(name).count("gold"), str(name).count("legion")
    return offers.trial.takes({"rome": {"gold": gold, "legions": legions}}, WAIT)


def _rome_checks(offers: Offers) -> Iterator[str]:
    """5.6, 13.3 What Rome gives when nothing is said."""
    gold = str(offers.step.default).count("gold")
    named: Line = {"rome": {"gold": gold, "legions": supply.UNITS - gold}}
    if offers.play(WAIT) != offers.play(named, WAIT):
        yield "nothing said comes to something else"


def _rome_place(offers: Offers, name: Name) -> bool:
    """5.4 Where a legion of Rome may go."""
    return offers.trial.takes(*offers.draft.supply(str(name)), WAIT)


def _rome_place_checks(offers: Offers) -> Iterator[str]:
    """5.6 Where it goes when nothing is said."""
    draft, default = offers.draft, str(offers.step.default)
    named = [default] * (draft.rome["legions"] - len(draft.at))
    silent, said = (offers.play(*draft.supply(*at), WAIT) for at in ((), named))
    if silent == said:
        return
    if draft.at and silent == offers.play(*draft.supply(*draft.at), WAIT):
        offers.report.expect(BOTH)
    else:
        yield f"nothing said is not {default}"


def _unit(offers: Offers, name: Name) -> bool:
    """5.5 Who may have the next unit of what is short."""
    taker, said = str(name), offers.draft.scarce[GOODS[offers.step.kind]]
    return _given(offers, taker).get(taker, 0) > said.count(taker)


def _given(offers: Offers, *taker: str) -> dict[str, int]:
    """5.5 Who gets what, if there were just one unit more than have been given by the trace."""
    goods = GOODS[offers.step.kind]
    said = offers.draft.scarce[goods]
    short = {**offers.public["supply"], goods: len(said) + 1}
    view = offers.view._replace(public={**offers.public, "supply": short})
    twin = rehearsal(view)
    twin.play([{"rome": offers.draft.rome}, *offers.draft.wishes(goods, *taker), WAIT])
    told = next(event["public"] for event in twin.table.events if event["kind"] == "supply")
    given: dict[str, int] = told[goods]
    return given


def _unit_checks(offers: Offers) -> Iterator[str]:
    """5.4-5.6 What each taker should have, what is left, and who is next if nothing is said."""
    goods, about = GOODS[offers.step.kind], offers.step.about
    said = offers.draft.scarce[goods]
    due = supply.wants(offers.public, offers.view.seat, goods, offers.draft.rome[goods])
    left, wanted = (
        offers.public["supply"][goods],
        {
            taker: number - said.count(taker)
            for taker, number in due.items()
            if number > said.count(taker)
        },
    )
    if wanted != about["wanted"] or sum(due.values()) <= left:
        yield f"we think {wanted} of {left}, the trace {about['wanted']}"
    if about["left"] != left - len(said):
        yield f"{about['left']} are left in the trace"
    silent = [*wanted] if said else [*_given(offers)]
    if silent[:1] != [offers.step.default]:
        yield f"nothing said is {silent}, not {offers.step.default}"


# II Movement.


def _ways(offers: Offers) -> Sequence[str]:
    """What can be said on the way; at sea, only a space."""
    return [*NAMES] if offers.draft.path else [*NAMES, "lift", "place"]


def _way(offers: Offers, name: Name) -> bool:
    """6.1-6.3, 6.8-6.10 Where the character may go next, and what he may do with a servant."""
    if name in ("lift", "place"):
        return offers.trial.takes({f"{name} servant": {}})
    loads = [{}] if offers.draft.path else [{"leave": 0}, {"legions": 0}]
    return any(_lands(offers, str(name), **load) for load in loads)


def _lands(offers: Offers, *path: str, **load: int) -> bool:
    """Whether a path, with what was said before it, can be gone; at sea: on to some landing."""
    takes, draft = offers.trial.takes, offers.draft
    whole = [*draft.path, *path]
    if whole[-1] not in SEAS:
        return takes(draft.move(*path, **load))
    before = [offers.public["characters"][offers.view.seat]["at"], *whole][-2]
    # From a sea that does not lie beside, no way on is better than another.
    most = offers.public["now"]["points"] if whole[-1] in board.GRAPH[before] else 0
    return any(
        takes(draft.move(*path, *on, **load)) for on in walks(board.GRAPH, whole[-1], SEAS, most)
    )


def _way_checks(offers: Offers) -> Iterator[str]:
    """4.1, 6.1, 6.3 Points left; supply is over; no movement ends at sea."""
    draft = offers.draft
    points = offers.public["now"]["points"]
    if not draft.path and points != offers.step.about.get("mp", 0):
        yield f"{points} points are left by us"
    if draft.path and offers.trial.takes(draft.move()):
        yield "we would end at sea"
    if offers.trial.takes({"rome": {"gold": supply.UNITS}}):
        yield "we would take supplies again"


def _numbers(offers: Offers) -> Sequence[int]:
    """Legions or servants that might go along: up to one more than there are."""
    place = offers.public["provinces"][offers.public["characters"][offers.view.seat]["at"]]
    legions = offers.step.kind == "carry"
    return range((place["legions"] if legions else place["active"] + place["idle"]) + 2)


def _number(offers: Offers, name: Name) -> bool:
    """6.5, 6.8, 6.10 How many of them may."""
    load = "legions" if offers.step.kind == "carry" else "servants"
    return _lands(offers, **{load: int(name)})


# III Actions.

ACTIONS: Mapping[str, Line] = {
    **{track: {"improve": track} for track in TRACKS},
    "weapons": {"weapons": {}},
    **{f"persuade:{section}": {"persuade": section} for section in (ALII, *SEATS)},
}


def _action(offers: Offers, name: Name) -> bool:
    """8 What can be done and paid."""
    return offers.trial.takes(ACTIONS[str(name)])


def _action_checks(offers: Offers) -> Iterator[str]:
    """8.1-8.6 Number and price of each action, also of those that are too dear; no movement
    behind an action."""
    public, seat, about = offers.public, offers.view.seat, offers.step.about
    gold, prices = public["characters"][seat]["gold"], {}
    if public["now"]["actions"] + 1 != about["number"]:
        yield f"we think {public['now']['actions']} actions have been taken"
    for name, line in ACTIONS.items():
        judged = rehearsal(offers.view).play([line])
        if not judged.faults:
            prices[name] = actions.price(public, seat, name.partition(":")[0])
        if not judged.faults and (prices[name] > gold) != ("8.6" in _rules(judged)):
            yield f"{name}: {judged.warnings}"
    if prices != about["prices"]:
        yield f"we think it costs {prices}, the trace {about['prices']}"
    if public["now"]["actions"] and any(
        _lands(offers, key, leave=0) for key in public["provinces"]
    ):
        yield "we would move behind an action"


def _rules(judged: Judgement) -> list[str]:
    return [fault.rule for fault in judged.warnings]


# Others.


def _chosen(offers: Offers, name: Name) -> bool:
    """7.7, 7.8, 10.5 What somebody may choose who is asked for one thing."""
    return not offers.request.judge(offers.view, [{offers.request.kind: name}]).faults


def _chosen_checks(offers: Offers) -> Iterator[str]:
    """7.9, 10.5 The default."""
    request: Any = offers.request
    assert isinstance(request, Forced)
    default = request.chosen(offers.view, [])
    if default != offers.step.default or request.judge(offers.view, []).faults:
        yield f"our default is {default}, the trace's {offers.step.default}"


class Kind(NamedTuple):
    """One kind of question: what might be answered, whether it can be, and what else is compared,
    in words if it differs."""

    names: Callable[[Offers], Iterable[Name]]
    fits: Callable[[Offers, Name], bool]
    check: Callable[[Offers], Iterable[str]]


def _nothing(offers: Offers) -> Iterable[str]:
    return ()


_WAY, _UNIT = Kind(_ways, _way, _way_checks), Kind(lambda _: (ROME, *NAMES), _unit, _unit_checks)
_LOAD = Kind(_numbers, _number, _nothing)
_OTHER = Kind(lambda _: (*NAMES, *TRACKS, NONE), _chosen, _chosen_checks)
_KINDS: Mapping[str, Kind] = {
    "rome": Kind(_romes, _rome, _rome_checks),
    "rome-legion": Kind(lambda _: NAMES, _rome_place, _rome_place_checks),
    "action": Kind(lambda _: ACTIONS, _action, _action_checks),
    **dict.fromkeys(GOODS, _UNIT),
    **dict.fromkeys(("go", AT_SEA), _WAY),
    **dict.fromkeys(("carry", "servants"), _LOAD),
    **dict.fromkeys(OTHERS, _OTHER),
}
