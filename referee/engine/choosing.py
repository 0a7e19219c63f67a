"""Requests for one thing out of a few, with a default by the rules and all that stands beside."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from referee.engine.action import Action, Problem
from referee.engine.beside import Kind, Player, Standing, Suggestions
from referee.engine.request import Data, Quantity, Request, View, measured
from referee.engine.walk import Walk
from referee.engine.words import Answer, Many, Nothing, Word

if TYPE_CHECKING:
    import random


class OneOf(Request):
    """One thing out of a few: the answer is one line, or nothing for the default of the rules.

    What can be chosen may hang on what the seat alone sees; `open_choice`: it does not, so that
    nobody is asked where one thing is left.  needed: why nothing is no answer, where it is none."""

    #: the title, with values of the args in {}
    question: ClassVar[str]
    #: the word of the line, if it is not the kind; how its value is written; a line for the help
    word: ClassVar[str] = ""
    takes: ClassVar[Word]
    example: ClassVar[str] = ""
    open_choice: ClassVar[bool] = True
    one_line: ClassVar[bool] = True
    needed: ClassVar[str] = ""
    #: numbers that standing orders may compare, their word for names, if it is another one, and
    #: those that choose by the position
    quantities: ClassVar[Mapping[str, Quantity]] = {}
    wishes: ClassVar[str] = ""
    favours: ClassVar[Sequence[str]] = ("default",)

    def __init_subclass__(cls) -> None:
        if "kind" in vars(cls):
            cls.word = cls.word or cls.kind
            choose = {"word": cls.word, "takes": cls.takes, "example": cls.example}
            cls.actions, cls.walk = (type("Choose", (_Choose,), choose),), _Choosing
        super().__init_subclass__()

    def names(self) -> Mapping[str, str]:
        """Names to print, of options and values of the args that have any."""
        return {}

    def title(self, reader: str = "") -> str:
        """The question with its names."""
        named = {key: self.names().get(str(value), value) for key, value in self.args.items()}
        return self.question.format(**named)

    @abstractmethod
    def options(self, view: View) -> Sequence[str]:
        """All that can be chosen, one thing or more."""

    def favour(self, view: View, word: str) -> str:
        """What a word of `favours` chooses, if not the first option; ``default``: what the rules
        choose."""
        return self.options(view)[0]

    def measure(self, view: View) -> Mapping[str, int]:
        """The quantities now."""
        return measured(self.quantities, self, view)

    def meant(self, view: View, option: str) -> str:
        """What a name stands for here, such as the copy of a card that is there; itself."""
        return option

    def wrong(self, option: str) -> str:
        """Why something that is no option cannot be chosen."""
        return "you cannot choose this"

    def hint(self, able: Sequence[str]) -> str:
        """What can be."""
        return f"you can choose: {self.listed(able)}"

    def default(self, view: View) -> Answer:
        """Nothing, or the line that chooses the default where there must be one."""
        return [{self.word: self.favour(view, "default")}] if self.needed else []

    def chosen(self, view: View, answer: Answer) -> str:
        """What an answer chooses."""
        said = str(answer[0][self.word]) if answer else self.favour(view, "default")
        return self.meant(view, said)

    def forced(self, public: Data) -> Answer | None:
        """No question where there is one thing to choose."""
        view = View(self.seat, public, {})
        alone = self.open_choice and len(self.options(view)) == 1
        return self.default(view) if alone else None

    def listed(self, options: Iterable[str]) -> str:
        """Options by their names."""
        return ", ".join(self.names().get(option, option) for option in options)


class _Choosing(Walk):
    """One line, or none."""

    request: OneOf

    def whole(self) -> Iterable[Problem]:
        """Only one thing is chosen."""
        request = self.request
        if request.needed and len(self.lines) != 1:
            yield Problem(request.needed, request.rule, request.hint(request.options(self.view)))
        elif len(self.lines) > 1:
            yield Problem("give one line only", request.rule, "", path=(1,))


class _Choose(Action[_Choosing]):
    """The line that chooses; the step reads it."""

    def problems(self) -> Iterable[Problem]:
        """It must be one of the options."""
        request = self.walk.request
        able = request.options(self.walk.view)
        if request.meant(self.walk.view, self.value) not in able:
            yield Problem(request.wrong(self.value), request.rule, request.hint(able))

    async def does(self) -> None:
        """Nothing: see `OneOf.chosen`."""


class Wishes(Standing[OneOf]):
    """Of the names in a rule's ``then`` the first that can be chosen counts; other words choose by
    the position."""

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
        """The first of the names that can be chosen, or what another word comes to."""
        able = request.options(view)
        for line in then:
            for word, value in line.items():
                wishes = value if isinstance(value, list) else [request.favour(view, word)]
                for wish in (request.meant(view, wish) for wish in wishes):
                    if wish in able:
                        return [{request.word: wish}]
        return None


class Choices(Suggestions[OneOf]):
    """All that can be chosen."""

    def options(self, request: OneOf, view: View) -> Iterable[Answer]:
        """The default, then the others."""
        default = request.favour(view, "default")
        able = sorted(request.options(view), key=lambda option: option != default)
        return ([{request.word: option}] for option in able)

    def template(self, request: OneOf, view: View) -> list[str]:
        """The default, and what else there is."""
        default = request.listed([request.favour(view, "default")])
        return [f"- {request.word}: {default}  # one of {request.listed(request.options(view))}"]

    def at_hand(self, request: OneOf, view: View, key: str, beside: Mapping[str, Any]) -> list[str]:
        """What can be chosen."""
        return list(request.options(view))


class AnyOf(Player[OneOf]):
    """Anything that can be chosen, now and then the default."""

    def sample(self, request: OneOf, view: View, chance: random.Random) -> Answer:
        """One option, or nothing."""
        able = request.options(view)
        nothing = not request.needed and chance.random() < 0.1
        return [] if nothing else [{request.word: chance.choice(able)}]


class Chooser(Choices, AnyOf, Wishes):
    """All that stands beside a request for one thing; a game may word its template itself."""


def one_of(request: type[OneOf], helper: type[Chooser] = Chooser) -> Kind:
    """The kind of a request for one thing, with all that stands beside it."""
    chooser = helper(request)
    return Kind(request, chooser, chooser, chooser)
