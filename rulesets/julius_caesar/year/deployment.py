"""Free deployment (5.3): blocks are swapped between the cities of the historical one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.engine.action import Action, Problem, of_each
from referee.engine.asking import all_carried_out
from referee.engine.beside import Chance, Helper, helped
from referee.engine.request import Request, View
from referee.engine.table import Table
from referee.engine.words import Answer, Fields, Name
from rulesets.julius_caesar import board
from rulesets.julius_caesar.block_walk import BlockWalk, all_of, by_place, places_of
from rulesets.julius_caesar.board import SEATS
from rulesets.julius_caesar.board.naming import BLOCKS, place_name, several, written
from rulesets.julius_caesar.verbs import colours

#: the option
DEPLOYMENT = "deployment"


async def deploy(table: Table) -> None:
    """5.3, ruling 6 Both deploy in secret, at the same time."""
    await all_carried_out(table, [Deploy(seat) for seat in SEATS])
    table.public["phase"] = "deal"
    table.tell("deployed", None)


class Deploying(BlockWalk):
    """Where blocks go."""

    def begin(self) -> None:
        """Nowhere yet."""
        super().begin()
        self.moved: dict[str, str] = {}

    def whole(self) -> Iterator[Problem]:
        """5.3 Every city keeps its number of blocks."""
        if self.judged and self.judged.faults:
            return
        at = places_of(self.view)
        now = by_place(at | self.moved)
        for place, blocks in by_place(at).items():
            have, want = len(now.get(place, ())), len(blocks)
            if have != want:
                reason = f"{place_name(place)} would have {several(have, 'block')},"
                reason += f" but the deployment has {want} there"
                hint = "blocks that you do not name stay where 5.1 puts them"
                yield Problem(reason, "5.3", hint)

    def remarks(self) -> Iterator[str]:
        """5.3 Who goes where, and that the rest stays."""
        at = places_of(self.view)
        for block, place in self.moved.items():
            if at[block] != place:
                start, end = place_name(at[block]), place_name(place)
                yield f"{self.name(block)} goes from {start} to {end}."
        yield f"All {'other ' if self.moved else ''}blocks stay where 5.1 puts them."

    def finish(self) -> None:
        """5.3 All blocks move at once, seen only by their owner.

        Every city keeps its number.  The public counts are rebuilt city by city, so that their
        order does not show where blocks were taken first."""
        if self.rehearsing:
            return
        for block, place in self.moved.items():
            self.blocks[block]["at"] = place
        for place, blocks in by_place(places_of(self.view)).items():
            self.public["places"][place][self.seat] = colours(blocks)
        moved = {self.seat: {"moved": len(self.moved)}}
        self.table.tell("deploy", {"seat": self.seat}, **moved)


class Place(Action[Deploying]):
    """5.3 Put these blocks in this city."""

    example = "place: {at: Ravenna, blocks: [Legio 7, Legio 8]}"
    word, takes = "place", Fields({"at": Name("place"), "blocks": BLOCKS})

    def problems(self) -> Iterator[Problem]:
        """A city of the deployment, and own blocks that can be there."""
        place, cities = self.value["at"], by_place(places_of(self.walk.view))
        if place not in cities:
            reason = f"none of your blocks starts in {place_name(place)}"
            yield Problem(reason, "5.3", f"your cities are {all_of(cities)}").at("at")
        else:
            yield from of_each(self.value["blocks"], self._unfit, "blocks")

    def _unfit(self, block: str, before: Sequence[str]) -> Problem | None:
        """Why a block cannot be put there; before: those named in front of it."""
        walk, name, place = self.walk, self.walk.name(block), self.value["at"]
        if block in walk.pool:
            return Problem(f"{name} is in your Levy Pool and stays there", "5.3")
        if block not in walk.blocks:
            return Problem(f"{name} is not one of your blocks", "5.3")
        if block in walk.moved or block in before:
            return Problem(f"{name} is placed twice", "5.3", "delete one of them")
        if board.may_stand(block, place):
            return None
        return Problem(f"{name} is a fleet, but {place_name(place)} is not a port", "4.1")

    async def does(self) -> None:
        """They will go there."""
        self.walk.moved |= dict.fromkeys(self.value["blocks"], self.value["at"])


class Deploy(Request):
    """5.3 Say which blocks change places; with no line you deploy as in history."""

    kind, rule, walk = "deploy", "5.3", Deploying
    actions = (Place,)
    question = "free deployment: which blocks change places"


class DeployHelp(Helper[Deploy]):
    """The historical deployment, and swapped blocks."""

    def template(self, request: Deploy, view: View) -> list[str]:
        """The historical deployment, legal as it stands."""
        lines = _placed(by_place(places_of(view)))
        head = "# swap blocks between the lines; every city keeps its number (5.3)"
        return [head, *(written(line, view.seat) for line in lines)]

    def at_hand(self, request: Deploy, view: View, key: str, beside: object) -> list[str]:
        """The seat's blocks and their cities."""
        at = places_of(view)
        return board.in_order(at) if key == "blocks" else list(by_place(at))

    def sample(self, request: Deploy, view: View, chance: Chance) -> Answer:
        """Some blocks swapped, two by two."""
        was = places_of(view)
        at = dict(was)
        for _ in range(chance.randint(0, 12)):
            one, two = chance.sample(sorted(at), 2)
            if board.may_stand(one, at[two]) and board.may_stand(two, at[one]):
                at[one], at[two] = at[two], at[one]
        return _placed(by_place({block: at[block] for block in at if at[block] != was[block]}))


def _placed(cities: Mapping[str, list[str]]) -> Answer:
    """Lines that put blocks into cities."""
    return [{"place": {"at": place, "blocks": blocks}} for place, blocks in cities.items()]


DEPLOY = helped(Deploy, DeployHelp())
