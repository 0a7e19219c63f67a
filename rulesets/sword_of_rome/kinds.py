"""What is asked, and what stands beside each question: templates, standing orders, random play."""

from typing import Any

from referee.engine.beside import Kind, Lines, helped, kinds_of
from referee.engine.choosing import one_of
from referee.engine.request import Request
from referee.engine.writer import Written
from rulesets.sword_of_rome.battle import africa, effects, flank, relief, retreat
from rulesets.sword_of_rome.cards import discarding, losing, politics, respond
from rulesets.sword_of_rome.help import acting, marching, questions, writing
from rulesets.sword_of_rome.help.base import Helps
from rulesets.sword_of_rome.march import bribe, consent, entry, reactions
from rulesets.sword_of_rome.siege import sacking
from rulesets.sword_of_rome.turn import (
    action,
    alliances,
    consuls,
    desperate,
    drawing,
    gallic,
    order,
    reinforcement,
    renewal,
    surrender,
)


def by_lines(request: type[Request], helps: Helps[Any]) -> Kind:
    """A question whose standing orders are order lines."""
    return Kind(request, helps, helps, Lines(request))


KINDS = kinds_of(
    helped(reactions.Intercept, marching.Intercepting()),
    helped(reactions.Avoid, marching.Avoiding()),
    helped(entry.Inside, marching.Sheltering()),
    helped(bribe.Bribe, marching.Bribing()),
    by_lines(flank.Flank, marching.Flanking()),
    helped(retreat.Retreat, marching.Retreating()),
    *map(
        one_of,
        (
            *(consent.Consent, consent.Allow, consent.Declining, consent.Pursuit),
            *(sacking.TakeOrSack, effects.Successor, africa.Home, relief.Relief),
        ),
    ),
    Kind(action.Orders, acting.ActionHelp(), Written(writing.Actor), Lines(action.Orders, True)),
    helped(respond.Respond, questions.Responding()),
    helped(desperate.Desperate, questions.Announcing()),
    helped(discarding.Discard, questions.Discarding()),
    by_lines(politics.Politics, questions.Gaining()),
    by_lines(losing.Losses, questions.Losing()),
    by_lines(order.Order, questions.Ordering()),
    by_lines(surrender.Surrender, questions.Sparing()),
    Kind(
        reinforcement.Reinforcement,
        questions.Placing(),
        Written(writing.Recruiter),
        Lines(reinforcement.Reinforcement),
    ),
    Kind(
        consuls.NewConsuls,
        questions.Electing(),
        Written(writing.Elector),
        Lines(consuls.NewConsuls),
    ),
    *map(
        one_of, (order.Who, drawing.First, alliances.Alliance, renewal.Renewal, gallic.GallicLoss)
    ),
)
