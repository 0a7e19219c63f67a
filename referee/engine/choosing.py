"""Requests for one thing out of a few, with a default by the rules and standing orders."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from referee.engine.fault import NOT_ALLOWED, Fault
from referee.engine.request import Data, Judgement, Request, View
from referee.engine.words import Answer

if TYPE_CHECKING:
    import random


class OneOf(Request):
    """One thing out of a few, all of them public: the answer is one line, whose word is the kind
    of the request, or nothing for the default of the rules.

    Of the names in a rule's ``then`` the first that can be chosen counts; its other words choose
    by the position (`favour`)."""

    #: the title, with values of the args in {}
    question: ClassVar[str]

    def names(self) -> Mapping[str, str]:
        """Names to print, of options and values of the args that have any."""
        return {}

    def title(self, reader: str = "") -> str:
        """The question with its names."""
        named = {key: self.names().get(value, value) for key, value in self.args.items()}
        return self.question.format(**named)

    @abstractmethod
    def options(self, public: Data) -> Sequence[str]:
        """All that can be chosen, one thing or more."""

    @abstractmethod
    def favour(self, public: Data, word: str) -> str:
        """What a word of the policies chooses; ``default``: what the rules choose."""

    def reading(self, public: Data, answer: Answer) -> str:
        """What an answer chooses."""
        return str(answer[0][self.kind]) if answer else self.favour(public, "default")

    def judge(self, view: View, answer: Answer) -> Judgement:
        """One line with something that can be chosen, or none."""
        judged, able = Judgement(), self.options(view.public)
        if len(answer) > 1:
            judged.add(Fault(NOT_ALLOWED, (1,), "one line answers this", self.rule))
        if answer and answer[0][self.kind] not in able:
            hint = f"it can be: {self._listed(able)}"
            judged.add(Fault(NOT_ALLOWED, (0,), "this cannot be chosen", self.rule, hint))
        return judged

    def _listed(self, options: Sequence[str]) -> str:
        return ", ".join(self.names().get(option, option) for option in options)

    def sample(self, view: View, chance: random.Random) -> Answer:
        """Anything that can be chosen, now and then the default."""
        able = self.options(view.public)
        return [] if chance.random() < 0.1 else [{self.kind: chance.choice(able)}]

    def template(self, view: View) -> list[str]:
        """The default, and what else there is."""
        default = self._listed([self.favour(view.public, "default")])
        return [f"- {self.kind}: {default}  # of {self._listed(self.options(view.public))}"]

    def default(self, view: View) -> Answer:
        """Nothing: what the rules choose."""
        return []

    def follow(self, view: View, then: Answer) -> Answer | None:
        """The first of the names that can be chosen, or what another word comes to."""
        able = self.options(view.public)
        for line in then:
            for word, value in line.items():
                wishes = value if isinstance(value, list) else [self.favour(view.public, word)]
                for wish in wishes:
                    if wish in able:
                        return [{self.kind: wish}]
        return None

    def forced(self, public: Data) -> Answer | None:
        """No question where there is one thing to choose."""
        return [] if len(self.options(public)) == 1 else None
