"""What is asked, and what stands beside each question: templates, standing orders, random play."""

from referee.engine.beside import Kind, Lines, kinds_of
from referee.engine.choosing import one_of
from referee.engine.writer import Written
from rulesets.sword_of_rome.cards import discarding, losing, politics, respond
from rulesets.sword_of_rome.help import acting, sample, standing
from rulesets.sword_of_rome.help import help as texts
from rulesets.sword_of_rome.march import kinds as march
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

KINDS = kinds_of(
    *march.KINDS,
    Kind(action.Orders, acting.ActionHelp(), Written(sample.Actor), Lines(action.Orders, True)),
    Kind(respond.Respond, texts.RespondHelp(), sample.Responder(), standing.Responses()),
    Kind(desperate.Desperate, texts.DesperateHelp(), sample.Desperado(), standing.Announcing()),
    Kind(discarding.Discard, texts.DiscardHelp(), sample.Discarder(), standing.Discarding()),
    Kind(politics.Politics, texts.PoliticsHelp(), sample.Gainer(), Lines(politics.Politics)),
    Kind(losing.Losses, texts.LossesHelp(), sample.Loser(), Lines(losing.Losses)),
    Kind(order.Order, texts.OrderHelp(), sample.Orderer(), Lines(order.Order)),
    Kind(surrender.Surrender, texts.SurrenderHelp(), sample.Sparer(), Lines(surrender.Surrender)),
    Kind(
        reinforcement.Reinforcement,
        texts.ReinforcementHelp(),
        Written(sample.Recruiter),
        Lines(reinforcement.Reinforcement),
    ),
    Kind(
        consuls.NewConsuls,
        texts.ConsulsHelp(),
        Written(sample.Elector),
        Lines(consuls.NewConsuls),
    ),
    *map(
        one_of,
        (
            order.Who,
            drawing.First,
            alliances.Alliance,
            renewal.Renewal,
            gallic.GallicLoss,
        ),
    ),
)
