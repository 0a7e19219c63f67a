"""Random play that is lively: every kind of line can come out."""

from referee.engine.words import Answer
from referee.engine.writer import Writer
from rulesets.caesar_in_alexandria.turn.command import choices
from rulesets.caesar_in_alexandria.turn.orders import Turning


class General(Writer[Turning]):
    """A player turn."""

    def written(self) -> Answer:
        """Somebody is activated, most of the time."""
        able = choices(self.public, self.seat)
        if not self.public["now"]["activation"] and able and self.maybe(95):
            self.add("activate", self.chance.choice(able))
        return self.lines
