"""9, 16.3 What a step of a march costs, and where a force may be."""

from collections.abc import Callable, Mapping

from referee.engine.view import Data
from referee.kit.graphs import Step, Way, reached
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.board import APPIA, BOMILCAR, CARTHAGE, GREEKS, KERKOUANE, ROME, STRAIT
from rulesets.sword_of_rome.cards.playing import CAMPAIGN, NEUTRAL
from rulesets.sword_of_rome.march import force
from rulesets.sword_of_rome.position import DUOVIRI, TREATY

SEA: Mapping[str, int] = board.TABLES["sea"]


def kind_of(power: str, one: str, other: str) -> str:
    """9.2 The kind of a link for a power: for Samnites those of their hill towns are clear."""
    kind = board.LINKS[one].get(other, "")
    if kind == board.ROUGH and power == board.SAMNITES and {one, other} & {*board.HILLS}:
        return board.CLEAR
    return kind


def smooth(power: str, one: str, other: str) -> bool:
    """10.2, 11.2, 12.4.1 Whether a link is neither rough nor a strait."""
    return kind_of(power, one, other) in (board.CLEAR, APPIA)


def hard_attack(power: str, one: str, other: str) -> bool:
    """12.2.3 Whether an attack over a link has the -2."""
    return kind_of(power, one, other) in (board.ROUGH, STRAIT)


def cost(public: Data, march: Data, to: str) -> int | None:
    """9.2 MP of a step; None if no link leads there or it cannot be used."""
    here, power = march["at"], march["power"]
    kind = kind_of(power, here, to)
    if not kind or is_box(to) or to in public["closed"]:
        return None
    if kind == STRAIT and not all(
        position.friendly(public, power, s) for s in (board.RHEGIUM, board.MESSANA)
    ):
        return None
    if kind == APPIA and _second_of_road(public, march):
        return 0
    return 2 if kind in (board.ROUGH, STRAIT) else 1


def mp_left(public: Data, march: Data) -> int:
    """9.5.2 MP that a force has left; in a Campaign no more than each CU and leader of it has."""
    found: int = march["mp"]
    if march["kind"] != CAMPAIGN:
        return found
    return min(found, cap(march["power"]) - force.most_spent(public, march))


def cap(power: str) -> int:
    """9.5.2 MP of one CU or leader in a whole Campaign."""
    number: int = board.TABLES["mp"]["gallic-campaign" if power == board.GAULS else "campaign"]
    return number


def _second_of_road(public: Data, march: Data) -> bool:
    """9.2 With the road built a second link of it in a row is free for Romans."""
    built = position.APPIA in public["flags"]
    return bool(march["power"] == ROME and built and march["road"] % 2)


def next_road(march: Data, to: str) -> int:
    """9.2 Links of the Via Appia in a row, behind a further step."""
    return march["road"] + 1 if board.LINKS[march["at"]].get(to) == APPIA else 0


def beyond(march: Data, to: str, price: int) -> Data:
    """The force as it would be behind a further step."""
    left = march["mp"] - price
    return {**march, "came": march["at"], "at": to, "mp": left, "road": next_road(march, to)}


def is_box(space: str) -> bool:
    """9.2.3 Whether it is the box, which nobody enters."""
    return bool(board.SPACES[space]["type"] == board.BOX)


def kept_out(power: str, space: str) -> bool:
    """16.3 Carthage never enters Italy."""
    return bool(power == CARTHAGE and board.SPACES[space]["region"] == board.ITALY)


def out_of_region(public: Data, march: Data, to: str) -> str:
    """16.3, 17.1 Why a force may not be in a space for its region; "" if it may. Bomilcar as a
    subordinate stays in Africa too; militia of a force that is thought of elsewhere are those where
    it stands."""
    if march["power"] != CARTHAGE:
        return ""
    if kept_out(CARTHAGE, to):
        return "Carthage never enters Italy"
    if BOMILCAR in (march["leader"], *march["with"]):
        outside = board.SPACES[to]["region"] != board.AFRICA
        return "Bomilcar never leaves Africa" if outside else ""
    at = position.SPACE_OF[public["leaders"][march["leader"]]] or march["at"]
    militia = position.militia_among(public, CARTHAGE, (), at, march["cu"])
    return "militia move only under Bomilcar" if militia else ""


def may_hold(public: Data, power: str, space: str) -> bool:
    """16.3 Where a neutral power may end: the Volsci in spaces of Rome or their own, the
    Transalpine Gauls in theirs or Gallic ones."""
    holder = position.control(public, space)
    if power == board.VOLSCI:
        return holder in (ROME, board.VOLSCI)
    if power == board.TRANSALPINE:
        return holder in board.GALLIC
    return not kept_out(power, space)


def strangers(public: Data, power: str, space: str, army: bool) -> list[str]:
    """15.3 Powers that keep a force from standing in a space: CU of any other, inside too, except
    enemies inside their city; leaders of allies, of enemies outside where no army comes (8.4)."""
    friends = position.friends(public, power)
    found = position.present(public, space)
    found += [one for one, spaces in public["inside"].items() if space in spaces and one in friends]
    led = position.led(public, space)
    found += [one for one, within in led if one in friends or not (within or army)]
    return [one for one in found if one != power]


def may_end(public: Data, power: str, space: str, army: bool = True) -> bool:
    """9.4.5, 15.3, 16.2, 16.3 Whether a force may stand in a space."""
    return may_hold(public, power, space) and not strangers(public, power, space, army)


def can_end(public: Data, march: Data, to: str) -> bool:
    """9.4.1, 9.4.5 Whether a force may stand in a space, or must fight enemy CU outside there."""
    power, army = march["power"], march["cu"] > 0
    if not may_hold(public, power, to):
        return False
    fights = army and position.enemies_outside(public, power, to)
    return bool(fights) or not strangers(public, power, to, army)


def open_end(public: Data, march: Data, to: str, left: int) -> bool:
    """9.4.5 Whether a step has a legal end: there, or with the MP that are left farther on."""
    if can_end(public, march, to):
        return True
    if position.enemies_outside(public, march["power"], to):
        return False
    return goes_on(public, beyond(march, to, 0), left)


def goes_on(public: Data, march: Data, left: int) -> bool:
    """9.4.5 Whether so many MP lead on to a space where the force may end."""
    return any(can_end(public, march, space) for space in within(public, march, left)[1:])


def within(public: Data, march: Data, left: int) -> list[str]:
    """9.2 The space where a force is, and those to which so many MP lead by land."""
    return [march["at"], *ways(public, march, left, lambda here, to: True)]


def ways(
    public: Data, march: Data, left: int, may: Callable[[str, str], bool]
) -> Mapping[str, Way]:
    """9.2 The cheapest ways by land, of at most so many MP; may: whether a step is open besides."""

    def step(mark: str, here: str, to: str) -> Step | None:
        there = {**march, "at": here, "road": mark.count(APPIA) if mark else march["road"]}
        price = cost(public, there, to)
        way = APPIA * (next_road(there, to) % 2) or board.CLEAR
        shut = price is None or barred(public, march, to) or not may(here, to)
        return None if shut else Step(price or 0, way)

    def stops(space: str) -> bool:
        return bool(position.enemies_outside(public, march["power"], space))

    return reached(board.LINKS, march["at"], step, left, stops)


def barred(public: Data, march: Data, to: str) -> str:
    """16.3, 17.1, 9.4.4 Why a force may not enter a space at all; "" if it may."""
    if reason := out_of_region(public, march, to):
        return reason
    if not march["cu"] and position.enemies_anywhere(public, march["power"], to):
        return "a lone leader does not enter a space with enemy CU"
    return ""


# By sea (9.6).


def is_port(public: Data, power: str, space: str) -> bool:
    """9.6, 9.6.2 Whether a power can use a port."""
    if space not in board.PORTS or space in public["closed"]:
        return False
    if space == board.CARTHAGO:
        return power == CARTHAGE
    if space == KERKOUANE:
        greeks = power == GREEKS and position.outside(public, GREEKS, KERKOUANE) > 0
        return power == CARTHAGE or greeks
    return True


def sea_limit(public: Data, march: Data, to: str) -> int:
    """9.6.3 How many CU can go by sea with this activation; 0: nobody can."""
    power, start, treaty = march["power"], march["at"], TREATY in public["flags"]
    if power == CARTHAGE:
        romes = treaty and march["value"] >= 3
        return SEA[CARTHAGE] if romes or march["kind"] == NEUTRAL else 0
    if power == GREEKS and (march["value"] >= 3 or march["sea"] == KERKOUANE):
        near = board.SYRACUSAE in (start, to)
        return SEA[board.SYRACUSAE] if near else SEA[GREEKS]
    romans = public["now"]["seat"] == ROME and march["value"] >= 3
    if power == ROME and romans and (treaty or DUOVIRI in public["flags"]):
        return SEA["allied"] if treaty else SEA[ROME]
    return SEA[power] if power == march["sea"] == board.ETRUSCANS else 0


def can_sail(public: Data, march: Data, to: str) -> bool:
    """9.6 Whether both ends are ports that the power can use; 17.2 by Agathocles' card also
    Kerkouane."""
    landing = to == KERKOUANE == march["sea"] and to in board.PORTS and to not in public["closed"]
    ends = landing or is_port(public, march["power"], to)
    return ends and is_port(public, march["power"], march["at"])


def opposed(public: Data, power: str, to: str) -> bool:
    """9.6.4 Whether naval combat is rolled."""
    hostile = power != CARTHAGE and position.control(public, to) == CARTHAGE
    return hostile or (power == GREEKS and TREATY in public["flags"])
