"""What is asked, and what stands beside each question: templates, standing orders, random play."""

from typing import Any

from referee.engine.beside import Kind, Lines, helped, kinds_of
from referee.engine.choosing import one_of
from referee.engine.request import Request
from referee.engine.writer import Writer, Written
from rulesets.sword_of_rome.battle import africa, effects, joining, retreat
from rulesets.sword_of_rome.cards import discarding, politics, respond
from rulesets.sword_of_rome.help import acting, marching, questions, writing
from rulesets.sword_of_rome.help.base import Helps
from rulesets.sword_of_rome.march import bribe, consent, entry, reactions
from rulesets.sword_of_rome.siege import plunder
from rulesets.sword_of_rome.turn import (
    action,
    alliances,
    desperate,
    drawing,
    gallic,
    leaders,
    order,
    reinforcement,
    surrender,
)


def by_lines(
    request: type[Request], helps: Helps[Any], writer: type[Writer[Any]] | None = None
) -> Kind:
    """A question whose standing orders are order lines; writer: of random play, if the help does
    not answer for it."""
    return Kind(request, helps, Written(writer) if writer else helps, Lines(request))


KINDS = kinds_of(
    helped(reactions.Intercept, marching.Intercepting()),
    helped(reactions.Avoid, marching.Avoiding()),
    helped(entry.Inside, marching.Sheltering()),
    helped(bribe.Bribe, marching.Bribing()),
    by_lines(joining.Flank, marching.Flanking()),
    helped(retreat.Retreat, marching.Retreating()),
    *map(
        one_of,
        (
            *(consent.Consent, consent.Allow, consent.Declining, consent.Pursuit),
            *(plunder.TakeOrSack, effects.Successor, africa.Home, joining.Relief),
        ),
    ),
    Kind(action.Orders, acting.ActionHelp(), Written(writing.Actor), Lines(action.Orders, True)),
    helped(respond.Respond, questions.Responding()),
    helped(desperate.Desperate, questions.Announcing()),
    helped(discarding.Discard, questions.Discarding()),
    helped(politics.Politics, questions.Gaining(politics.Politics)),
    by_lines(politics.Losses, questions.Losing()),
    by_lines(order.Order, questions.Ordering()),
    by_lines(surrender.Surrender, questions.Sparing()),
    by_lines(reinforcement.Reinforcement, questions.Placing(), writing.Recruiter),
    by_lines(leaders.NewConsuls, questions.Electing(), writing.Elector),
    *map(
        one_of, (order.Who, drawing.First, alliances.Alliance, alliances.Renewal, gallic.GallicLoss)
    ),
)
