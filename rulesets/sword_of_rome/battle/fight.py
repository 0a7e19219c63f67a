"""12 Battles: automatic victory, the dice, losses; retreat and politics follow.

A side of ``public["battle"]`` is the record that `cards.events.fights` describes, with flank_at
(the space of its flank force), flank_cu and flank_leader, and removed (CU lost in all, for 12.5).
from: the space that the attacker entered from, "" in a sortie; near: see
`cards.politics.near_of`."""

from collections.abc import Sequence

from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import board, following, position, verbs
from rulesets.sword_of_rome.battle import africa, joining, retreat
from rulesets.sword_of_rome.battle.effects import by_dice, left, lose_main
from rulesets.sword_of_rome.board import CARTHAGO, GAULS, GREEKS, KERKOUANE, SPACE_NAMES, TABLES
from rulesets.sword_of_rome.cards import politics
from rulesets.sword_of_rome.cards.events.fights import SIDES, opposite
from rulesets.sword_of_rome.cards.respond import after_responses
from rulesets.sword_of_rome.march import force, rules
from rulesets.sword_of_rome.position import BEASTS, Spot

ATTACKER, DEFENDER = SIDES
_TABLE = TABLES["battle"]


def side(power: str, leader: str) -> Data:
    """A side at its start."""
    plain = {"power": power, "leader": leader, "flank": "", "flank_at": "", "flank_cu": 0}
    counts = {"spared": 0, "lost": 0, "removed": 0}
    return {**plain, "flank_leader": "", "mods": [], "plain": False, **counts}


async def battle(table: Table, march: Data) -> None:
    """12.1 From step D on, for a force that has met enemy CU."""
    public = table.public
    begin(table, march)
    await joining.relieve(table, march)
    if not automatic(public):
        await joining.join(table, march)
    if automatic(public):
        await overrun(table, march)
        return
    await fought(table, march)
    public["battle"] = None


def begin(table: Table, march: Data) -> None:
    """12.1 The two sides; and what the winner controls beside the battle (7.3.4)."""
    public, at = table.public, march["at"]
    enemies = position.enemies_outside(public, march["power"], at)
    defender = march["intercepted"] if march["intercepted"] in enemies else enemies[0]
    leader = position.commander(public, defender, Spot(at))
    sides = () if table.rehearsing else (march["power"], defender)
    public["battle"] = {
        "at": at,
        "from": march["came"],
        "seaborne": march["seaborne"],
        "winner": "",
        ATTACKER: side(march["power"], march["leader"]),
        DEFENDER: side(defender, leader),
        "near": {power: politics.near_of(public, power) for power in sides},
    }
    told = {"at": at, "attacker": march["power"], "defender": defender}
    sizes = [size(public, one) for one in SIDES]
    table.tell("battle", {**told, "cu": sizes[0], "against": sizes[1]})


def size(public: Data, one: str) -> int:
    """12.2.1 CU, and half of those of a flank force, rounded up."""
    flank_cu: int = public["battle"][one]["flank_cu"]
    return left(public, one) + (flank_cu + 1) // 2


def odds(larger: int, smaller: int) -> int:
    """12.2.1 What the larger side adds, 0 if it is not larger."""
    fits = (row for row in TABLES["odds"]["steps"] if _reaches(larger, smaller, row["ratio"]))
    return next((row["adds"] for row in fits), 0) if larger > smaller else 0


def _reaches(larger: int, smaller: int, ratio: Sequence[int]) -> bool:
    """12.2.1 Whether two sizes are to one another at least as so many to so few."""
    many, few = ratio
    return larger * few >= smaller * many


def automatic(public: Data) -> str:
    """12.2.1 The side that wins without a fight, "" if none does."""
    ratio = TABLES["odds"]["victory"]
    sizes = {one: size(public, one) for one in SIDES}
    return next((one for one in SIDES if _reaches(sizes[one], sizes[opposite(one)], ratio)), "")


async def overrun(table: Table, march: Data) -> None:
    """12.2.1 The smaller side loses all CU; the larger goes on, if it was moving."""
    public = table.public
    winner = automatic(public)
    loser = opposite(winner)
    public["battle"]["winner"] = winner
    table.tell("overrun", {"at": march["at"], "power": public["battle"][winner]["power"]})
    gone = lose_main(table, loser, left(public, loser), "automatic victory, 12.2.1")
    public["battle"][loser]["removed"] += gone
    displace_beaten(table)
    if winner == ATTACKER:
        joining.part(table, march)
        joining.goes_on(public)
    await lands_in_africa(table, winner)
    await after(table, winner)
    public["battle"] = None
    if winner == DEFENDER:
        march["stopped"] = True


async def lands_in_africa(table: Table, winner: str) -> None:
    """17.2.1 After a Greek win at Kerkouane, before anybody retreats."""
    battle = table.public["battle"]
    if battle["at"] == KERKOUANE and battle[winner]["power"] == GREEKS:
        await africa.landed(table)


def carthage_falls(public: Data, winner: str) -> bool:
    """17.2.2 Whether the Greeks have beaten Carthage at Carthago."""
    battle = public["battle"]
    powers = battle[winner]["power"], battle[opposite(winner)]["power"]
    return battle["at"] == CARTHAGO and powers == (GREEKS, board.CARTHAGE)


async def fought(table: Table, march: Data) -> None:
    """12.1 F to H: dice, losses, retreat, politics; the force that moved is done."""
    public, at = table.public, march["at"]
    against = public["battle"][DEFENDER]["power"]
    told = {"kind": "battle", "at": at, "power": march["power"], "against": against}
    await after_responses(table, "battle", told)
    roll(table)
    joining.has_fought(public)
    await after_responses(table, "losses", told)
    displace_beaten(table)
    winner = public["battle"]["winner"]
    if winner == DEFENDER or not march["cu"]:
        force.finish(table, march)
    await lands_in_africa(table, winner)
    if not carthage_falls(public, winner):
        await retreat.beaten(table, opposite(winner))
    if march["cu"] and winner == ATTACKER:
        force.finish(table, march)
    await after(table, winner)
    march["stopped"] = True


def modifiers(public: Data, one: str) -> list[tuple[str, int]]:
    """12.2.2, 12.2.3 What a side adds to its dice, each with its name."""
    battle, march = public["battle"], public["march"]
    mine, other = battle[one], battle[opposite(one)]
    friendly = position.friendly(public, mine["power"], battle["at"])
    came = one == DEFENDER and march["intercepted"] == mine["power"]
    cornered = one == DEFENDER and march["cornered"] == mine["power"]
    found = [
        ("odds", odds(size(public, one), size(public, opposite(one)))),
        ("tactics", max(0, tactics(mine) - tactics(other))),
        ("friendly space", _TABLE["friendly"] * friendly),
        ("flank force", _TABLE["flank"] * bool(mine["flank"])),
        ("rough", _TABLE["rough"] * (one == ATTACKER and _hard(battle))),
        ("intercepted", _TABLE["intercepted"] * (came and not march["forks"])),
        ("Caudine Forks", _TABLE["forks"] * (came and march["forks"])),
        ("failed to avoid", _TABLE["cornered"] * cornered),
        ("Wild Beasts", -1 * (BEASTS in public["flags"] and _frightened(other))),
        *mine["mods"],
    ]
    return [(what, number) for what, number in found if number]


def _hard(battle: Data) -> bool:
    """12.2.3 Whether the attacker came by a rough link or a strait."""
    came = "" if battle["seaborne"] else battle["from"]
    return bool(came) and rules.hard_attack(battle[ATTACKER]["power"], came, battle["at"])


def _frightened(one: Data) -> bool:
    """Whether Greeks under a named leader fight, as a flank force too."""
    led = ((one["power"], one["leader"]), (one["flank"], one["flank_leader"]))
    return any(power == GREEKS and leader and position.is_named(leader) for power, leader in led)


def tactics(one: Data) -> int:
    """12.2.2 Tactics of a side's commander, 0 without one."""
    return 0 if one["plain"] else position.tactics(one["leader"])


def roll(table: Table) -> None:
    """12.2.3, 12.2.5, 12.3 Three dice each; the higher total wins, the defender if level."""
    public = table.public
    battle = public["battle"]
    dice = {
        one: table.roll(f"{one} at {SPACE_NAMES[battle['at']]}", 3, hoped=[3, 3, 3])
        for one in SIDES
    }
    added = {one: modifiers(public, one) for one in SIDES}
    totals = {one: sum(dice[one]) + sum(n for _, n in added[one]) for one in SIDES}
    winner = ATTACKER if totals[ATTACKER] > totals[DEFENDER] else DEFENDER
    battle["winner"] = winner
    told: Data = {"at": battle["at"], "dice": [*dice[ATTACKER], *dice[DEFENDER]]}
    told["totals"] = [totals[one] for one in SIDES]
    told["added"] = [f"{what} {number:+}" for what, number in added[ATTACKER]]
    told["against"] = [f"{what} {number:+}" for what, number in added[DEFENDER]]
    table.tell("battle dice", {**told, "power": battle[winner]["power"]})
    losses(table, winner, dice[winner], dice[opposite(winner)])


def losses(table: Table, winner: str, won: Sequence[int], lost: Sequence[int]) -> None:
    """12.3 By the dice of both, unmodified."""
    beaten = sum(_TABLE["beaten"][str(die)] for die in won)
    beaten += sum(_TABLE["back"][str(die)] for die in lost)
    back = sum(_TABLE["won"][str(die)] for die in lost)
    for one, number in ((opposite(winner), beaten), (winner, back)):
        by_dice(table, one, number)


def displace_beaten(table: Table) -> None:
    """8.4, 20 Leaders of forces that have lost all CU are displaced: behind the responses that
    could give a CU back."""
    public, march = table.public, table.public["march"]
    joining.displace(table)
    if not march["cu"]:
        lose_leaders(table, march, "no CU left, 8.4")
    power, spot = public["battle"][DEFENDER]["power"], Spot(public["battle"]["at"])
    if not position.cu(public, power, spot):
        following.displace_all(table, position.leaders(public, power, spot), "no CU left, 8.4")


def lose_leaders(table: Table, march: Data, why: str) -> None:
    """8.4 The leaders of a force that has lost all CU; 13.4.2 those who came out to it too."""
    battle = table.public["battle"] or {}
    for leader in [march["leader"], *march["with"], *battle.get("came_out", ())]:
        if position.spot_of(table.public, leader):
            verbs.displace(table, leader, why)
    march["stopped"] = True


async def after(table: Table, winner: str) -> None:
    """12.5, 17 Political consequences, and what a battle in Africa decides."""
    public = table.public
    battle = public["battle"]
    mine, other = battle[winner], battle[opposite(winner)]
    count(table, winner)
    at = battle["at"]
    following.settle(table, at)
    if carthage_falls(public, winner):
        await africa.fallen(table)
        return
    await politics.consequences(table, mine, other)
    following.settle(table, at)


def count(table: Table, winner: str) -> None:
    """What conditions of lines, and Gallic objectives, ask for."""
    table.public["now"]["won" if winner == ATTACKER else "lost"] += 1
    one = table.public["battle"][winner]
    if GAULS in (one["power"], one["flank"]):
        verbs.note_fact(table, position.WON)
