"""12.3 The Romans who land on Pharos in their first turn."""

from collections.abc import Iterable

from referee.engine.action import Action, Problem
from referee.engine.words import Choice, Fields, Name
from rulesets.caesar_in_alexandria.board import CORNERS, NAMES, SETUP
from rulesets.caesar_in_alexandria.land.landing import FACE, land, waiting, why_not
from rulesets.caesar_in_alexandria.position import ARRIVAL
from rulesets.caesar_in_alexandria.turn.walk import Turning


class Arrive(Action[Turning]):
    """12.3 A unit lands on the beach north of Pharos, in the first Roman turn; the legate with one
    of them. Whoever is not named lands at the end, one in a hex."""

    word, example = "arrive", "arrive: {unit: R-VI-1, at: 3617, face: S}"
    takes = Fields(
        {"unit": Name("own unit"), "at": Name("hex")},
        {"face": Choice((*CORNERS,)), "with": Name("own leader")},
    )

    def problems(self) -> Iterable[Problem]:
        """It is one of those who land, and there is room."""
        public, unit = self.public, self.value["unit"]
        leader = self.value.get("with")
        if public["now"]["activation"] != ARRIVAL or public["now"]["shock"]:
            yield Problem("nobody lands now", "12.3", "all land in the first Roman turn")
        elif unit not in waiting(public):
            left = ", ".join(NAMES[one] for one in waiting(public))
            yield Problem("it is not one of those who land", "12.3", left, path=("unit",))
        elif problem := why_not(public, unit, self.value["at"]):
            yield problem.at("at")
        elif leader and (leader != SETUP["arrival-leader"] or leader in public["leaders"]):
            hint = f"{NAMES[SETUP['arrival-leader']]} lands, with one unit"
            yield Problem("he does not land", "12.3", hint, path=("with",))

    async def does(self) -> None:
        """15 Entry fire and withdrawals follow."""
        self.walk.acted = True
        value = self.value
        leader = value.get("with", "")
        await land(self.table, value["unit"], value["at"], value.get("face", FACE), leader)
