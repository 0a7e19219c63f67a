"""What is asked, and what stands beside each question: templates, standing orders, random play."""

from referee.engine.beside import Kind, Lines, kinds_of
from referee.engine.choosing import one_of
from referee.engine.writer import Written
from rulesets.caesar_in_alexandria.land.harassment import Harassed
from rulesets.caesar_in_alexandria.land.leaders import Flee, Replace
from rulesets.caesar_in_alexandria.land.reactions import ANSWER_KIND, REACTION_KIND
from rulesets.caesar_in_alexandria.land.withdrawal import WITHDRAWAL_KIND
from rulesets.caesar_in_alexandria.sample import General
from rulesets.caesar_in_alexandria.sea.closing import CLOSING_KIND
from rulesets.caesar_in_alexandria.sea.evasion import EVASION_KIND
from rulesets.caesar_in_alexandria.sea.missiles import SEA_FIRE_KIND
from rulesets.caesar_in_alexandria.setting.orders import SETUP_KIND
from rulesets.caesar_in_alexandria.shock.results import Reference
from rulesets.caesar_in_alexandria.shock.retreat import Facing, Retreat
from rulesets.caesar_in_alexandria.turn.help import OrdersHelp
from rulesets.caesar_in_alexandria.turn.orders import Orders
from rulesets.caesar_in_alexandria.turn.seizure import Seize

KINDS = kinds_of(
    SETUP_KIND,
    Kind(Orders, OrdersHelp(), Written(General), Lines(Orders, whole_turn=True)),
    REACTION_KIND,
    ANSWER_KIND,
    WITHDRAWAL_KIND,
    EVASION_KIND,
    SEA_FIRE_KIND,
    CLOSING_KIND,
    *map(one_of, (Seize, Harassed, Flee, Replace, Retreat, Facing, Reference)),
)
