"""A round of a battle (10.3, 10.4): dice, hits, losses; Ambush, Triple Line and the like."""

from collections.abc import Mapping, Sequence

from referee.engine.asking import chosen
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.caesar_xl import board, dice, position, verbs
from rulesets.caesar_xl.board import ALLY, LEGION, TWINS, kind
from rulesets.caesar_xl.choices import Labienus
from rulesets.caesar_xl.dice import Cast
from rulesets.caesar_xl.losses import Loss, decided

BARBARIANS = "barbarians"
#: T6 The number of hits on legions that have no effect.
SPARED = 2


def role(battle: Data, side: str) -> str:
    """Attacker or defender."""
    return "attacker" if battle["attacker"] == side else "defender"


def opponent(battle: Data, side: str) -> str:
    """The other side of a battle."""
    return str(battle["defender" if role(battle, side) == "attacker" else "attacker"])


async def fight(table: Table) -> None:
    """10.3 Both sides roll before either takes losses, unless just one of them lies in ambush."""
    public, battle = table.public, table.public["battle"]
    battle["round"] += 1
    both = [battle["attacker"], battle["defender"]]
    led = {side: await labienus(table, side) for side in both}
    ambush = [side for side in both if plays(public, side, board.AMBUSH)]
    if len(ambush) == 1:
        for side in (*ambush, opponent(battle, *ambush)):
            await strike(table, [side], led)
    else:
        await strike(table, both, led)


async def strike(table: Table, rolling: Sequence[str], led: Mapping[str, str]) -> None:
    """10.3, F4 These sides roll, and the phasing player may roll a die again; then their enemies
    take losses, the attacker first."""
    battle = table.public["battle"]
    arms = {side: arm(table.public, side, led[side]) for side in rolling}
    shown = {side: volley(table, side, arms[side]) for side in rolling}
    hits = {}
    for side in rolling:
        shown[side] = await second_try(table, side, arms[side], shown[side])
        hits[side] = hits_of(arms[side], shown[side])
    for side in (battle["attacker"], battle["defender"]):
        if number := hits.get(opponent(battle, side)):
            await take(table, side, number)


def hits_of(arms: Mapping[str, int], shown: Sequence[int]) -> int:
    """1.3 How many dice show no more than the swords of those that rolled them."""
    return sum(die <= swords for die, swords in zip(shown, arms.values(), strict=True))


def arm(public: Data, side: str, led: str) -> dict[str, int]:
    """1.3, T1, T5, L6 The swords of each surviving piece of a side, by the face that is up;
    barbarians have numbers.  led: the legion that Labienus leads."""
    battle = public["battle"]
    if side not in board.SEATS:
        return {f"{n + 1}": board.UNITS["barbarian"] for n in range(battle["barbarians"])}
    return {
        key: position.swords(public, key) + more(public, side, key) + (key == led)
        for key in position.there(public, battle["at"], side)
    }


def plays(public: Data, side: str, card: str) -> bool:
    """Whether a side has played this card, or its copy, and it still works: in the first round."""
    battle = public["battle"]
    return battle["round"] == 1 and battle["tactics"].get(side) in (card, TWINS.get(card, card))


def more(public: Data, side: str, key: str) -> int:
    """T1, T5 Swords added by a card: Cavalry Charge for allied units, Triple Line for the rest."""
    return plays(public, side, board.CAVALRY if kind(key) == ALLY else board.TRIPLE_LINE)


async def labienus(table: Table, side: str) -> str:
    """L6 The legion that Labienus leads in this round; "" if he is not in the battle."""
    battle = table.public["battle"]
    keys = position.there(table.public, battle["at"], side) if side in board.SEATS else []
    if board.LABIENUS not in keys or all(kind(key) != LEGION for key in keys):
        return ""
    legion = await chosen(table, Labienus(side, at=battle["at"], round=battle["round"]))
    table.tell("leads", {"seat": side, "unit": legion})
    return legion


def volley(table: Table, side: str, arms: Mapping[str, int]) -> list[int]:
    """10.3, 12.2 The dice of a side, by piece; for barbarians the opponent rolls."""
    battle = table.public["battle"]
    if not arms:
        return []
    roller = side if side in board.SEATS else board.other(battle["attacker"])
    of = Cast("battle", battle["at"], battle["round"])
    shown = table.roll(f"{of.label}: {board.SEATS.get(side, side)}", len(arms))
    hits = hits_of(arms, shown)
    told = {"seat": roller, "side": side, "at": of.at, "round": of.round, "names": list(arms)}
    table.tell("volley", {**told, "swords": list(arms.values()), "dice": shown, "hits": hits})
    return shown


async def second_try(
    table: Table, side: str, arms: Mapping[str, int], shown: list[int]
) -> list[int]:
    """F4 The phasing player may roll a die of his own pieces again; barbarians do not."""
    battle = table.public["battle"]
    of = Cast("battle", battle["at"], battle["round"])
    pairs = zip(arms.items(), shown, strict=True)
    failed = sorted(((-arm, key) for (key, arm), die in pairs if die > arm))
    return await dice.reroll(table, side, of, list(arms), shown, [key for _, key in failed])


async def take(table: Table, side: str, hits: int) -> None:
    """10.4 A side takes hits, in the order of losses."""
    battle = table.public["battle"]
    if side not in board.SEATS:
        fallen = min(hits, battle["barbarians"])
        battle["barbarians"] -= fallen
        battle["lost"][side] += fallen
        table.tell("barbarians fall", {"number": fallen, "left": battle["barbarians"]})
        return
    spared = SPARED if plays(table.public, side, board.TESTUDO) else 0
    await fall(table, side, hits, spared)


async def fall(table: Table, seat: str, hits: int, spared: int) -> None:
    """10.4 The owner chooses among equals; veterans are turned over first."""
    public, battle = table.public, table.public["battle"]
    where = {"at": battle["at"], "side": role(battle, seat), "round": battle["round"]}
    request = Loss(seat, **where, hits=hits, spared=spared)
    fallen = await decided(table, request)
    for key in fallen.turned:
        public["pieces"][key]["veteran"] = False
    if fallen.turned:
        table.tell("turned", {"seat": seat, "units": list(fallen.turned)})
    battle["lost"][seat] += sum(board.is_unit(key) for key in fallen.lost)
    verbs.lose(table, fallen.lost, "")
    if not any(fallen):
        table.tell("spared", {"seat": seat, "hits": hits})
