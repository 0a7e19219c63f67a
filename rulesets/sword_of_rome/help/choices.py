"""Choices for events, for random play and templates."""

from collections.abc import Callable
from typing import Any

from referee.engine.beside import Chance
from referee.engine.view import Data
from rulesets.sword_of_rome.board import CARDS, PLAYS
from rulesets.sword_of_rome.cards import placing, points
from rulesets.sword_of_rome.cards.events import EVENTS, fights, forces, leading, rolls, support
from rulesets.sword_of_rome.cards.events.base import Event
from rulesets.sword_of_rome.cards.events.lasting import Counsel

Choosing = Callable[[Any, Data, Data, str, str, Chance], dict[str, Any] | None]


def event_value(
    public: Data, own: Data, seat: str, card: str, chance: Chance
) -> dict[str, Any] | None:
    """A value for a line that plays a card for its event; None if nothing can be chosen."""
    event = EVENTS[CARDS[card]["event"]]
    for kind, choose in _CHOICES.items():
        if isinstance(event, kind):
            more = choose(event, public, own, seat, card, chance)
            return None if more is None else {"card": card, **more}
    return {"card": card}


def some(able: list[str], most: int, chance: Chance) -> list[str]:
    """One to so many of them."""
    return chance.sample(able, chance.randint(1, min(len(able), most)))


def _pacify(event: Any, public: Data, own: Data, seat: str, card: str, chance: Chance) -> Any:
    able = event.able(public, seat)
    return {"to": some(able, CARDS[card]["count"], chance)} if able else None


def _discord(event: Any, public: Data, own: Data, seat: str, card: str, chance: Chance) -> Any:
    victims = event.victims(public, seat)
    if not victims:
        return None
    power = chance.choice(victims)
    able = points.cuttable(public, power)
    return {"power": power, "to": some(able, CARDS[card]["points"], chance)}


def _own_discord(event: Any, public: Data, own: Data, seat: str, card: str, chance: Chance) -> Any:
    victims = event.victims(public, seat, card)
    return {"power": chance.choice(victims)} if victims else None


def _loyalty(event: Any, public: Data, own: Data, seat: str, card: str, chance: Chance) -> Any:
    able = event.able(public, seat)
    return {"to": some(able, CARDS[card]["points"], chance)} if able else None


def _recruit(event: Any, public: Data, own: Data, seat: str, card: str, chance: Chance) -> Any:
    able = [s for power in PLAYS[seat] for s in placing.placeable(public, power)]
    return {"to": [chance.choice(able) for _ in range(CARDS[card]["cu"])]} if able else None


def _horde(event: Any, public: Data, own: Data, seat: str, card: str, chance: Chance) -> Any:
    able = event.able(public)
    return {"to": [chance.choice(able)]} if able else None


def _enters(event: Any, public: Data, own: Data, seat: str, card: str, chance: Chance) -> Any:
    able = event.able(public, card)
    more = {"commander": event.leader(card)} if chance.random() < 0.3 else {}
    return {"to": [chance.choice(able)], **more} if able else None


def _fever(event: Any, public: Data, own: Data, seat: str, card: str, chance: Chance) -> Any:
    able = event.able(public, seat)
    if not able:
        return None
    power, space = chance.choice(able)
    return {"to": [space], "power": power}


def _counsel(event: Any, public: Data, own: Data, seat: str, card: str, chance: Chance) -> Any:
    mine = [one for one in own.get("hand", ()) if one != card]
    if mine and chance.random() < 0.3:
        return {"discard": [chance.choice(mine)]}
    return {}


def _neutral(event: Any, public: Data, own: Data, seat: str, card: str, chance: Chance) -> Any:
    able = event.able(public, seat, card)
    return {"power": chance.choice(able)} if able else None


def _leader(event: Any, public: Data, own: Data, seat: str, card: str, chance: Chance) -> Any:
    able = event.able(public, seat, card)
    return {"leader": chance.choice(able)} if able else None


def _africa(event: Any, public: Data, own: Data, seat: str, card: str, chance: Chance) -> Any:
    able = event.able(public)
    return {"leader": chance.choice(able)} if able else None


def _transports(event: Any, public: Data, own: Data, seat: str, card: str, chance: Chance) -> Any:
    if public["pending"]:
        return {}
    able = event.able(public, card)
    return {"leader": chance.choice(able)} if able else None


def _battle(event: Any, public: Data, own: Data, seat: str, card: str, chance: Chance) -> Any:
    able = event.able(public, seat, card)
    return {"side": chance.choice(able)} if able else None


def _forks(event: Any, public: Data, own: Data, seat: str, card: str, chance: Chance) -> Any:
    able = event.able(public)
    return {"from": chance.choice(able)} if able else None


_CHOICES: dict[type[Event], Choosing] = {
    support.Pacify: _pacify,
    support.Discord: _discord,
    support.OwnDiscord: _own_discord,
    support.Loyalty: _loyalty,
    forces.Recruit: _recruit,
    forces.Horde: _horde,
    forces.Enters: _enters,
    forces.Revolt: _horde,
    forces.Fever: _fever,
    Counsel: _counsel,
    leading.Neutral: _neutral,
    leading.ForcedMarch: _leader,
    leading.Africa: _africa,
    leading.Transports: _transports,
    fights.InBattle: _battle,
    rolls.Forks: _forks,
}
