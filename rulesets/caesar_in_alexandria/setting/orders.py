"""11, 12 A force is set up by its player, or as printed."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import UNSURE, Action, Problem, repeats
from referee.engine.beside import Kind, Lines, Suggestions
from referee.engine.request import Data, Request, View
from referee.engine.table import Table
from referee.engine.walk import Walk
from referee.engine.words import Answer, Choice, Fields, Many, Name, Number, Word
from referee.engine.writer import Writer, Written
from rulesets.caesar_in_alexandria import board, position, verbs
from rulesets.caesar_in_alexandria.board import (
    ATTACK,
    BOWS,
    CRUISE,
    FACINGS,
    GALLEYS,
    LC,
    LEADERS,
    NAMES,
    PORTS,
    TYPE,
)
from rulesets.caesar_in_alexandria.land.stacking import fits
from rulesets.caesar_in_alexandria.setting.areas import fixed_bow, places
from rulesets.caesar_in_alexandria.setting.exchange import (
    exchange,
    forces,
    in_whose_stead,
    is_there,
    left,
    others,
    pieces,
)

_PIECE = Name("own piece", ("own unit", "own leader", "own galley"))
_PLACE = Name("place", ("hex", "point", "block", "galley"))
#: How many places or pieces a refusal names.
_FEW = 12


def why_not(public: Data, force: Data, piece: str, place: str) -> Problem | None:
    """11, 12 What bars a piece from a place."""
    if place not in places(public, force):
        return Problem("this force is not set up there", "11", _some(public, force), path=("at",))
    if piece in GALLEYS:
        return _galley(public, force["seat"], place)
    if place not in GALLEYS and not board.is_land(place):
        return Problem("only galleys are set up on water", "11", path=("at",))
    if piece in LEADERS:
        return None
    if TYPE[piece] == LC and place not in board.GROUND:
        return Problem("cavalry is not set up there", "11.2", path=("at",))
    ships = position.ships_in(public, place)
    if position.held_by(public, place, board.other(force["seat"])) or any(
        board.SIDES[ship] != force["seat"] for ship in ships
    ):
        return Problem("enemies are there", "11", weight=UNSURE, path=("at",))
    if not fits(public, piece, place):
        return Problem("there is no room", "5.71", weight=UNSURE, path=("at",))
    return None


def _some(public: Data, force: Data) -> str:
    """Where a force may be set up, as far as a line holds it."""
    return _few(places(public, force))


def _few(things: Sequence[str]) -> str:
    """Their names, as far as a line holds them."""
    able = [NAMES[one] for one in things]
    return ", ".join([*able[:_FEW], *(["..."] if able[_FEW:] else [])])


def _galley(public: Data, seat: str, place: str) -> Problem | None:
    """5.72, H74."""
    if place in GALLEYS:
        return Problem("a galley is set up on water", "11", path=("at",))
    there = position.ships_in(public, place)
    if len(there) >= (2 if place in PORTS else 1):
        return Problem("there is no room", "5.72", weight=UNSURE, path=("at",))
    if position.held_by(public, place, board.other(seat)):
        return Problem("enemies are there", "11.2", weight=UNSURE, path=("at",))
    return None


class Placing(Walk):
    """The lines of a set-up."""

    def finish(self) -> None:
        """Whatever is not named goes where the default puts it, or where there is room."""
        put_rest(self.table, self.request.args["force"])


class Place(Action[Placing]):
    """11, 12 Pieces of the force are set up in a space, or aboard a galley, the top one first;
    facing, and for a galley its speed. Whatever you do not name is set up as printed, but for what
    others of yours take the place of."""

    word, example = "place", "place: {pieces: [R-VI-1, R-VI-2], at: 3119, face: S}"
    takes = Fields(
        {"pieces": Many(_PIECE, 1, 8), "at": _PLACE},
        {"face": Choice(FACINGS), "speed": Choice((CRUISE, ATTACK))},
    )

    def problems(self) -> Iterable[Problem]:
        """Of each piece as if those before it were there."""
        public, value, number = self.public, self.value, self.walk.request.args["force"]
        force, known = forces(public)[number], pieces(public, number)
        yield from repeats(value["pieces"], NAMES, "11", "pieces")
        able = others(public, number)
        for place, piece in enumerate(value["pieces"]):
            if piece not in (*known, *able):
                hint = _few([*left(public, number), *able])
                yield Problem("it is not of this force", "11", hint, path=("pieces", place))
            elif is_there(public, piece):
                yield Problem("you have set it up", "11", path=("pieces", place))
            elif problem := why_not(public, force, piece, value["at"]):
                yield problem
                return
            else:
                face = self._face(force["seat"], piece)
                if face:
                    yield face
                    return

    def _face(self, seat: str, piece: str) -> Problem | None:
        """5.42, 6.1, 6.2, 12.2 Its facing, and the speed of a galley."""
        face, place = self.value.get("face", ""), self.value["at"]
        if piece in GALLEYS:
            if self.value.get("speed") == ATTACK and self.public["scenario"] != board.NAVAL:
                return Problem("a galley begins at cruise", "5.42", path=("speed",))
            bow = fixed_bow(self.public, seat)
            wrong = face not in BOWS if not bow else face not in ("", bow)
            hint = bow or ", ".join(BOWS)
            return Problem("say how it faces", "6.2", hint, path=("face",)) if wrong else None
        if piece in LEADERS or board.is_artillery(piece) or place in GALLEYS:
            return None
        able = board.facings(place)
        if able and face not in able:
            return Problem("say how it faces", "6.1", ", ".join(able), path=("face",))
        return None

    def _exchange(self, number: int, piece: str) -> Problem | None:
        """11, 12 It comes in the stead of another one, if there still is one."""
        if piece in pieces(self.public, number):
            return None
        if not in_whose_stead(self.public, number, piece):
            return Problem("nobody is left whom it could replace", "11", weight=UNSURE)
        exchange(self.table, number, piece)
        return None

    async def does(self) -> None:
        """They are there, as far as there is room."""
        value, number = self.value, self.walk.request.args["force"]
        force = forces(self.public)[number]
        self.walk.acted = True
        for piece in value["pieces"]:
            problem = why_not(self.public, force, piece, value["at"])
            problem = problem or self._exchange(number, piece)
            if problem:
                self.walk.trouble(problem)
                return
            face = value.get("face", "") or fixed_bow(self.public, force["seat"])
            verbs.set_up(self.table, piece, value["at"], face)
            if piece in GALLEYS and self.public["scenario"] == board.NAVAL:
                speed = value.get("speed", CRUISE)
                self.public["galleys"][piece]["speed"] = speed


def put_rest(table: Table, number: int) -> None:
    """The default of a force, as far as its player has not said otherwise, or others are there."""
    public = table.public
    force, known = forces(public)[number], pieces(public, number)
    for piece in sorted(left(public, number), key=lambda one: one not in GALLEYS):
        place, _, face = known[piece].partition(" ")
        if why_not(public, force, piece, place):
            able = places(public, force)
            place = next(one for one in able if not why_not(public, force, piece, one))
        verbs.set_up(table, piece, place, face if face or piece not in GALLEYS else BOWS[0])
    at = {piece: _told(public, piece) for piece in known}
    table.tell("set up", {"seat": force["seat"], "area": force["area"], "at": at})


def _told(public: Data, piece: str) -> str:
    """Where a piece is, with its facing."""
    found = public["units"].get(piece) or public["galleys"].get(piece) or {}
    return f"{position.place_of(public, piece)} {found.get('face', '')}".strip()


class SetUp(Request):
    """11, 12 A force is set up.

    Args: force, its number; area."""

    kind, rule, walk = "set up", "11", Placing
    question = "set up a force: {area}"
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Place,)
    selectors: ClassVar[Mapping[str, Word]] = {"force": Number(0, 20)}


class SetUpHelp(Suggestions[SetUp]):
    """The default, as comments."""

    def template(self, request: SetUp, view: View) -> list[str]:
        """A line for each place of the default; who could be there in the stead of others."""
        number, found = request.args["force"], dict[str, list[str]]()
        for piece, text in pieces(view.public, number).items():
            found.setdefault(text, []).append(NAMES[piece])
        lines = []
        for text, together in found.items():
            place, _, face = text.partition(" ")
            facing = f", face: {face}" if face else ""
            at = NAMES[place]
            lines.append(f"# - place: {{pieces: [{', '.join(together)}], at: {at}{facing}}}")
        more = _few(others(view.public, number))
        return [*lines[:-1], f"{lines[-1]}  # or others: {more}"] if more else lines


class Settler(Writer[Placing]):
    """Some pieces go somewhere else than by the default."""

    def written(self) -> Answer:
        """Galleys first, for others to be aboard."""
        number = self.walk.request.args["force"]
        force, more = forces(self.public)[number], others(self.public, number)
        mine = [*pieces(self.public, number), *self.chance.sample(more, min(1, len(more)))]
        for piece in sorted(mine, key=lambda one: one not in GALLEYS):
            if not self.maybe(40) or is_there(self.public, piece):
                continue
            place = self.chance.choice(places(self.public, force))
            value: dict[str, Any] = {"pieces": [piece], "at": place}
            able = BOWS if piece in GALLEYS else board.facings(place) if place in NAMES else ()
            bow = fixed_bow(self.public, self.seat)
            if able and place not in GALLEYS and not (bow and piece in GALLEYS):
                value["face"] = self.chance.choice(list(able))
            if not list(Place(self.walk, value).problems()):
                self.add("place", value)
        return self.lines


SETUP_KIND = Kind(SetUp, SetUpHelp(), Written(Settler), Lines(SetUp))


async def ask_force(table: Table, number: int) -> None:
    """11, 12 A force is set up by its player."""
    force = forces(table.public)[number]
    request = SetUp(force["seat"], force=number, area=force["area"])
    await request.walk(request, table).run(await table.ask(request))
    table.public["part"] += 1
