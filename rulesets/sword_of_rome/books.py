"""What can never be in a State: cards, CU and leaders lost or doubled, stacks of two powers."""

from referee.engine.table import State
from referee.engine.view import Data
from rulesets.sword_of_rome import hidden, position
from rulesets.sword_of_rome.board import CARTHAGE, LEADERS, LIMITS
from rulesets.sword_of_rome.position import OFF_MAP, SPOTS


def broken(state: State) -> list[str]:
    """All of it, one line each."""
    public = state["public"]
    return [*hidden.broken(state), *counts(public), *places(public)]


def counts(public: Data) -> list[str]:
    """CU below nothing, too many inside, VP below nothing, militia that are not there."""
    found = []
    for zone in position.ZONES:
        for power, spaces in public[zone].items():
            if spaces and min(spaces.values()) < 1:
                found.append(f"{power} has no CU somewhere ({zone})")
            if spaces and zone == "inside" and max(spaces.values()) > LIMITS["inside"]:
                found.append(f"{power} has too many inside somewhere")
    found += [f"{seat} has {vp} VP" for seat, vp in public["vp"].items() if vp < 0]
    for space, number in public["militia"].items():
        if number > position.all_cu(public, CARTHAGE, space):
            found.append(f"militia without CU at {space}")
    return found


_PLACES = {*OFF_MAP, *SPOTS}


def places(public: Data) -> list[str]:
    """Leaders in one known place each; sieges, loyalty and tribes where they can be."""
    where = public["leaders"]
    found = [f"a leader is {at}" for at in {*where.values()} - _PLACES]
    found += [f"{one} is nobody" for one in where.keys() - LEADERS.keys()]
    sieges = public["sieges"]
    found += [f"a siege of {s}" for s in sieges if not position.is_walled(public, s)]
    found += [f"loyalty {n} at {s}" for s, n in public["loyalty"].items() if not 1 <= n <= 3]
    return found
