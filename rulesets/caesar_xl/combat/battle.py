"""A battle (10): tactics, rounds and the end of it, each a step of its own.

battle: {at, attacker, defender (a seat, or barbarians), round, barbarians (how many are left),
lost (units of each side), tactics (cards played, by seat)}."""

from referee.engine.asking import chosen, chosen_if_any
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.caesar_xl import board, position, verbs
from rulesets.caesar_xl.board import NIGHT_MARCH, SIEGES, ZONES
from rulesets.caesar_xl.choices import NONE, STAY, Promotion, Retreat, Tactics
from rulesets.caesar_xl.combat import rounds
from rulesets.caesar_xl.combat.rounds import BARBARIANS, opponent, role


def sides(public: Data) -> list[str]:
    """The players in the battle, the attacker first."""
    battle = public["battle"]
    return [side for side in (battle["attacker"], battle["defender"]) if side != BARBARIANS]


async def open_battle(table: Table, at: str) -> None:
    """10.2 Both sides play tactics, the attacker first; some cards end the battle at once."""
    begin(table, at)
    for seat in sides(table.public):
        card = await play_tactics(table, seat)
        if card == NIGHT_MARCH:
            await retreat(table, seat, card=True)
        elif card in SIEGES:
            send_back(table, at)
        if table.public["battle"] is None:
            return


def begin(table: Table, at: str) -> None:
    """10.1 Who fights whom."""
    public, seat = table.public, table.public["seat"]
    wild = position.wild(public, at)
    told = {"at": at, "attacker": seat, "defender": BARBARIANS if wild else board.other(seat)}
    told["barbarians"] = ZONES[at]["strength"] if wild else 0
    lost = dict.fromkeys((*board.SEATS, BARBARIANS), 0)
    public["battle"] = {**told, "round": 0, "lost": lost, "tactics": {}}
    forces = {one: position.there(public, at, one) for one in sides(public)}
    table.tell("battle", {**told, **forces})


async def play_tactics(table: Table, seat: str) -> str:
    """10.2 Play a card or none; the defender knows the attacker's."""
    battle = table.public["battle"]
    enemy = battle["tactics"].get(board.other(seat), NONE)
    request = Tactics(seat, at=battle["at"], side=role(battle, seat), enemy=enemy)
    card = await chosen(table, request)
    if card != NONE:
        verbs.play(table, seat, card)
        battle["tactics"][seat] = card
    return card


async def retreat(table: Table, seat: str, card: bool = False) -> bool:
    """10.5, 10.7 A side may retreat with all its pieces to one place, which ends the battle;
    whether it did."""
    public, battle = table.public, table.public["battle"]
    args = {"at": battle["at"], "side": role(battle, seat), "round": battle["round"]}
    to = await chosen(table, Retreat(seat, **args, card=card))
    if to != STAY:
        verbs.move(table, position.there(public, battle["at"], seat), to, "retreat, 10.5")
        await finish(table, opponent(battle, seat))
    return to != STAY


def send_back(table: Table, at: str) -> None:
    """T3 Every attacking piece, by id, goes back to its last place, to where it began its march, or
    to the nearest place of its owner, which may be where one before it has gone."""
    public, seat = table.public, table.public["seat"]
    groups: dict[str, list[str]] = {}
    for key in position.there(public, at, seat):
        back = public["now"]["marches"].get(key, [])[::-1]
        able = (place for place in back if not position.barred(public, seat, place))
        to = next(able, "") or verbs.refuge(public, seat, at)
        public["pieces"][key]["at"] = to or at
        groups.setdefault(to, []).append(key)
    for to, keys in groups.items():
        verbs.move(table, keys, to, "Siege, T3")
    close(table, "", siege=True)


async def play_round(table: Table) -> None:
    """10.3-10.6 Fight a round; then the battle is over, somebody retreats, or there is another."""
    public = table.public
    await rounds.fight(table)
    battle = public["battle"]
    left = [seat for seat in sides(public) if position.there(public, battle["at"], seat)]
    left += [BARBARIANS] * bool(battle["barbarians"])
    if len(left) < 2:
        await finish(table, left[0] if left else "")
        return
    for seat in sides(public)[::-1]:
        if await retreat(table, seat):
            return


async def finish(table: Table, winner: str) -> None:
    """10.8, 12.2 Loot, promotion, and a zone subdued; winner: "" for nobody."""
    public, battle = table.public, table.public["battle"]
    if winner in board.SEATS:
        loser = opponent(battle, winner)
        if position.has(public, "loot"):
            verbs.gain(table, winner, battle["lost"][loser], "loot, 10.8")
        if loser == BARBARIANS and not battle["barbarians"]:
            verbs.subdue(table, battle["at"], subdued=True)
    close(table, winner)
    if winner not in board.SEATS or battle["round"] < 2:
        return
    if unit := await chosen_if_any(table, Promotion(winner, at=battle["at"])):
        verbs.turn_veteran(table, unit, "10.8")


def close(table: Table, winner: str, siege: bool = False) -> None:
    """6.4 Tactics are discarded, and the next battle can begin."""
    battle = table.public["battle"]
    for card in battle["tactics"].values():
        verbs.discard(table, card)
    table.public["battle"] = None
    told = {"at": battle["at"], "winner": winner or "nobody"}
    table.tell("no battle" if siege else "battle over", told)
