"""Requests to choose one of a few things, with the rules' default and everything that helps."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from referee.engine.action import Action, Problem
from referee.engine.beside import Kind, Player, Standing, Suggestions
from referee.engine.one_line import OneLine
from referee.engine.request import Data, Quantity, Request, View, measured
from referee.engine.words import Answer, Many, Nothing, Word

if TYPE_CHECKING:
    import random


class OneOf(Request):
    """One of a few things: the answer is one line, or nothing for the default of the rules.

    The options may depend on what the seat alone sees.  open_choice: they do not, so nobody is
    asked if only one is left.  answers: whether a standing order always answers, with nothing if it
    names nothing that can be chosen: a stop would tell everyone what only the seat knows.  needed:
    the reason why nothing is not an answer, if it is not."""

    #: the title, with values of the args in {}
    question: ClassVar[str]
    #: the word of the line, if it is not the kind; how to write its value; an example for the help
    word: ClassVar[str] = ""
    takes: ClassVar[Word]
    example: ClassVar[str] = ""
    open_choice: ClassVar[bool] = True
    answers: ClassVar[bool] = False
    needed: ClassVar[str] = ""
    #: numbers that standing orders can compare; their word for names, if it differs; and their
    #: words that choose by the position
    quantities: ClassVar[Mapping[str, Quantity]] = {}
    wishes: ClassVar[str] = ""
    favours: ClassVar[Sequence[str]] = ("default",)

    def __init_subclass__(cls) -> None:
        if "kind" in vars(cls):
            cls.word = cls.word or cls.kind
            choose = {"word": cls.word, "takes": cls.takes, "example": cls.example}
            cls.actions, cls.walk = (type("Choose", (_Choose,), choose),), _Choosing
        super().__init_subclass__()

    @abstractmethod
    def options(self, view: View) -> Sequence[str]:
        """Everything that can be chosen: at least one thing."""

    def favour(self, view: View, word: str) -> str:
        """What a word of `favours` chooses, if it is not the first option; ``default``: what the
        rules choose."""
        return self.options(view)[0]

    def measure(self, view: View) -> Mapping[str, int]:
        """The quantities now."""
        return measured(self.quantities, self, view)

    def meant(self, view: View, option: str) -> str:
        """The option that a name stands for here, such as the copy of a card that is there."""
        return option

    def wrong(self, view: View, option: str) -> str:
        """The reason if something is not an option."""
        return "you cannot choose this"

    def hint(self, able: Sequence[str]) -> str:
        """The hint: what can be chosen."""
        return f"you can choose: {self.listed(able)}"

    def default(self, view: View) -> Answer:
        """Nothing, or the line that chooses the default if there must be one."""
        return [{self.word: self.favour(view, "default")}] if self.needed else []

    def chosen(self, view: View, answer: Answer) -> str:
        """What an answer chooses."""
        said = str(answer[0][self.word]) if answer else self.favour(view, "default")
        return self.meant(view, said)

    def forced(self, public: Data) -> Answer | None:
        """No question if there is only one option."""
        view = View(self.seat, public, {})
        alone = self.open_choice and len(self.options(view)) == 1
        return self.default(view) if alone else None

    def listed(self, options: Iterable[str]) -> str:
        """Options by name."""
        return ", ".join(self.names.get(option, option) for option in options)


class _Choosing(OneLine):
    """One line, or none."""

    request: OneOf

    def whole(self) -> Iterable[Problem]:
        """Only one thing can be chosen."""
        request = self.request
        if request.needed and len(self.lines) != 1:
            yield Problem(request.needed, request.rule, request.hint(request.options(self.view)))
        else:
            yield from super().whole()


class _Choose(Action[_Choosing]):
    """The line that chooses; the step reads it."""

    def problems(self) -> Iterable[Problem]:
        """It must be one of the options."""
        request, view = self.walk.request, self.walk.view
        able = request.options(view)
        if request.meant(view, self.value) not in able:
            yield Problem(request.wrong(view, self.value), request.rule, request.hint(able))

    async def does(self) -> None:
        """Nothing; the step reads `OneOf.chosen`."""


class Wishes(Standing[OneOf]):
    """The first name in a rule's ``then`` that can be chosen counts; other words choose by the
    position."""

    def __init__(self, request: type[OneOf]) -> None:
        word = request.wishes or request.word
        wishes: dict[str, Word] = {word: Many(request.takes)}  # type: ignore[arg-type]
        self.policies = wishes | dict.fromkeys(request.favours, Nothing())  # type: ignore[misc]
        self.quantities = request.quantities  # type: ignore[misc]

    def measure(self, request: OneOf, view: View) -> Mapping[str, int]:
        """The quantities now."""
        return request.measure(view)

    def default(self, request: OneOf, view: View) -> Answer:
        """What the rules choose."""
        return request.default(view)

    def follow(self, request: OneOf, view: View, then: Answer) -> Answer | None:
        """The first name that can be chosen, or what another word chooses."""
        able = request.options(view)
        for line in then:
            for word, value in line.items():
                wishes = value if isinstance(value, list) else [request.favour(view, word)]
                for wish in (request.meant(view, wish) for wish in wishes):
                    if wish in able:
                        return [{request.word: wish}]
        return [] if request.answers else None


class Choices(Suggestions[OneOf]):
    """All that can be chosen."""

    def options(self, request: OneOf, view: View) -> Iterable[Answer]:
        """The default, then the others."""
        default = request.favour(view, "default")
        able = sorted(request.options(view), key=lambda option: option != default)
        return ([{request.word: option}] for option in able)

    def template(self, request: OneOf, view: View) -> list[str]:
        """The default, with the other options in a comment."""
        default = request.listed([request.favour(view, "default")])
        return [f"- {request.word}: {default}  # one of {request.listed(request.options(view))}"]

    def at_hand(self, request: OneOf, view: View, key: str, beside: Mapping[str, Any]) -> list[str]:
        """What can be chosen."""
        return list(request.options(view))


class AnyOf(Player[OneOf]):
    """Any option, now and then the default."""

    def sample(self, request: OneOf, view: View, chance: random.Random) -> Answer:
        """One option, or nothing."""
        able = request.options(view)
        nothing = not request.needed and chance.random() < 0.1
        return [] if nothing else [{request.word: chance.choice(able)}]


class Chooser(Choices, AnyOf, Wishes):
    """Everything that helps with a choice; a game may word the template itself."""


def one_of(request: type[OneOf], helper: type[Chooser] = Chooser) -> Kind:
    """The kind of a request to choose, with everything that helps."""
    chooser = helper(request)
    return Kind(request, chooser, chooser, chooser)
