"""5.5 to 5.11 The end of a turn: attrition, isolation, victory points, the next turn."""

from referee.engine.rules import end_game
from referee.engine.table import Table
from referee.engine.view import Data
from referee.kit.graphs import flooded
from rulesets.sword_of_rome import board, following, hidden, position, verbs
from rulesets.sword_of_rome.board import HOME, INDEPENDENT, LINKS, PLAYS, SPACES, STRAIT, TABLES
from rulesets.sword_of_rome.cards.points import open_to
from rulesets.sword_of_rome.position import BEASTS, COALITION, REMOVED, TREATY, Spot, fresh
from rulesets.sword_of_rome.siege import plunder
from rulesets.sword_of_rome.turn import order


def attrition_losses(cu: int, die: int) -> int:
    """5.5 CU that a force loses by the table."""
    columns = TABLES["attrition"]["columns"]
    column = next(number for number, most in enumerate(columns) if cu <= most)
    lost: int = TABLES["attrition"]["losses"][str(die)][column]
    return lost


def roll_attrition(table: Table, power: str, spot: Spot, plus: int = 0) -> None:
    """5.5 One force rolls."""
    cu = position.cu(table.public, power, spot)
    (die,) = table.roll(
        f"attrition of {board.POWERS[power]} at {board.SPACE_NAMES[spot.space]}", 1, hoped=[4]
    )
    gone = attrition_losses(cu, min(6, die + plus))
    told = {"power": power, "at": spot.space, "dice": [die], "cu": gone}
    table.tell("attrition", {**told, "plus": plus})
    verbs.lose_cu(table, power, spot, gone, "attrition, 5.5")


async def attrition(table: Table) -> None:
    """5.5 Powers without a player, then the players by VP; no die hangs on another, so that ties
    go by their order."""
    public = table.public
    players = position.by_ties(position.players(public))
    players.sort(key=lambda seat: -public["vp"][seat])
    for power in order.with_neutrals(public, players):
        stacks = position.stacks(public, power)
        for spot in [s for s in stacks if not position.friendly(public, power, s.space)]:
            roll_attrition(table, power, spot)
            following.settle(table, spot.space)
    public["phase"] = "surrender"


def isolated(public: Data, power: str) -> list[str]:
    """5.7 Spaces whose marker, or printed colour, has no path to an anchor, by id: over friendly
    spaces and enemy ones with friendly CU, by no rough link and no strait (5.7.1)."""
    friends = position.friends(public, power)
    held = position.occupied(public, friends)
    markers = public["markers"]
    passable = {s for s in SPACES if s in held or markers.get(s, HOME[s]) in friends}

    def may(one: str, to: str) -> bool:
        return to in passable and LINKS[one][to] not in (board.ROUGH, STRAIT)

    anchors = held | (passable & {*public["loyalty"], *public["tribes"], *_FIRM})
    mine = position.controlled(public, power)
    apart = {s for s in mine if position.is_normal(public, s) and open_to(public, s)}
    joined = flooded(LINKS, anchors, may)
    while apart and (space := next(joined, "")):
        apart.discard(space)
    return sorted(apart)


#: 5.7.1 Where a path may end besides cities, tribes and friendly CU: reinforcement spaces, ports.
_FIRM = {space for space, one in SPACES.items() if space in board.SOURCES or one["port"]}


async def isolation(table: Table) -> None:
    """5.7.2 Power by power; all isolated markers of one go together, which can isolate those of an
    ally."""
    public = table.public
    public["now"] = fresh()
    players = position.players(public)
    if any(isolated(public, power) for power in order.with_neutrals(public, players)):
        players = await order.most_first(table, "isolation", players)
        for power in order.with_neutrals(public, players):
            for space in isolated(public, power):
                verbs.take(table, space, INDEPENDENT, "isolated, 5.7")
    public["phase"] = "scoring"


def victory_points(public: Data, power: str) -> int:
    """5.8.1 What a power gains or loses by victory spaces."""
    spaces = [space for space in board.VICTORY if space not in public["closed"]]
    lost = sum(HOME[s] == power and position.control(public, s) != power for s in spaces)
    held = sum(HOME[s] != power and position.control(public, s) == power for s in spaces)
    return (0 if power == board.GAULS else held) - lost


async def scoring(table: Table) -> None:
    """5.8.1 Each power's victory spaces; then whether the game is over."""
    public = table.public
    changes = {
        seat: sum(victory_points(public, power) for power in PLAYS[seat])
        for seat in position.players(public)
    }
    verbs.score(table, changes, "victory spaces, 5.8")
    reached = [s for s in position.players(public) if public["vp"][s] >= position.level(public)]
    if reached:
        await decide(table, "automatic")
    elif len(rivals(public)) == 1:
        await decide(table, "alone")
    elif public["turn"] >= position.last_turn(public):
        await decide(table, "last-turn")
    else:
        public.update(phase="renewal", stage="", queue=[])


async def decide(table: Table, ending: str) -> None:
    """4.2, 4.3 Most VP win, of two players the larger sum; ties go by the first of each (4.4)."""
    vp = table.public["vp"]
    sides = sorted(rivals(table.public), key=lambda side: min(map(board.TIES.index, side)))
    best = max(sides, key=lambda side: sum(vp[seat] for seat in side))
    end_game(table, best[0], ending)


def rivals(public: Data) -> list[list[str]]:
    """5.10.3, 19 Who can still win: players who are not out, of two players the sides of which one
    power is not."""
    sides = board.SCENARIOS[public["scenario"]]["sides"] or [[seat] for seat in public["seats"]]
    return [side for side in sides if {*side}.intersection(position.players(public))]


async def end_turn(table: Table) -> None:
    """5.10.3, 5.11 Players without CU are out, unless all are: then the game is over, by VP; the
    next turn; decks are shuffled."""
    public = table.public
    players = position.players(public)
    lost = [s for s in players if not any(position.total_cu(public, p) for p in PLAYS[s])]
    if lost == players:
        await decide(table, "alone")
        return
    for seat in lost:
        eliminate(table, seat)
        await plunder.decide(table)
    for seat in public["seats"]:
        if hidden.reshuffle(table, seat):
            table.tell("shuffled", {"seat": seat})
    for flag in (BEASTS, COALITION):
        if flag in public["flags"]:
            verbs.set_flag(table, flag, on=False)
    public.update(facts=[], activated=[], turn=public["turn"] + 1)
    public.update(phase="mines", stage="", queue=[], round=0, now=fresh())


def eliminate(table: Table, seat: str) -> None:
    """5.10.3 A player without CU is out: leaders go, what he controls is independent."""
    public = table.public
    public["out"] = [one for one in board.SEATS if one == seat or one in public["out"]]
    table.tell("out", {"seat": seat})
    for power in PLAYS[seat]:
        for leader in position.BY_POWER[power]:
            if public["leaders"][leader] != REMOVED:
                verbs.take_off(table, leader, REMOVED, "5.10.3")
        for pair in [p for p in public["alliances"] if power in p.split("/")]:
            verbs.part(table, pair, "5.10.3")
        if power == board.ROME and TREATY in public["flags"]:
            verbs.set_flag(table, TREATY, on=False)
        for space in position.controlled(public, power):
            following.hand_over(table, space, INDEPENDENT, "5.10.3")
