"""What rulesets may import, as referee-ruleset(7) lists it: written from the code.

``python -m tests.project.interface --write`` writes the section anew: every public name of the
modules below with its signature and the first sentence that the code says of it.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tests.project.pages import MAN, ROOT, escaped, source

PAGE = "referee-ruleset.7"
BEGIN, END = '.\\" interface begins', '.\\" interface ends'
#: Columns of a line, beside the margin of the page.
WIDTH, INDENT = 74, "    "

#: Modules that rulesets may import from, and which names of them, all if none are named.
ENGINE: Mapping[str, Sequence[str]] = {
    "referee.engine.rules": (),
    "referee.engine.calendar": (),
    "referee.engine.later": ("later",),
    "referee.engine.view": ("Data", "GUEST", "View", "Quantity"),
    "referee.engine.judgement": ("Judgement",),
    "referee.engine.table": ("State", "Table", "view_of"),
    "referee.engine.request": ("Request",),
    "referee.engine.words": (),
    "referee.engine.action": (),
    "referee.engine.walk": ("Walk",),
    "referee.engine.asking": (),
    "referee.engine.window": (),
    "referee.engine.choosing": (),
    "referee.engine.naming": (),
    "referee.engine.beside": (),
    "referee.engine.ideas": (),
    "referee.engine.writer": (),
    "referee.fault": ("NOT_UNDERSTOOD", "Fault"),
    "referee.engine.variation": (),
}
FOR_TESTS: Mapping[str, Sequence[str]] = {
    "referee.engine.game": ("Outcome", "Game"),
    "referee.lab.scripted": ("ScriptedDice", "OutOfDice"),
}
#: Modules of the kit that other modules of it use, and rulesets do not; and those of which classes
#: are listed with no more than the names of their members.
SHARED = ("gamedata", "kit")
KITS_OWN = ("corrections", "sightlines")
IN_BRIEF = ("referee.kit.hexes",)
#: What is public for the engine, other parts of the referee or other modules of the kit alone, by
#: module or by class.
NOT_FOR_RULES: Mapping[str, Sequence[str]] = {
    "rules": ("StepCode", "StandingSet"),
    "Ruleset": ("data_files", "corrections", "origins", "sets"),
    "Rules": ("requests", "request"),
    "Calendar": ("place", "after", "reached"),
    "DataFolder": ("changes", "files", "origins"),
    "Judgement": ("add",),
    "Request": ("by_word", "words", "conditions", "data"),
    "words": ("Single", "texts_of", "maps_of"),
    "Name": ("looked_up",),
    "Fields": ("all",),
    "action": ("Position", "W"),
    "window": ("ROUNDS_AT_MOST", "SPANS"),
    "beside": ("R",),
    "writer": ("W",),
    "data": ("SEED", "OURS", "STANDING", "BadData", "Origin", "correcting", "totals", "certainty"),
    "hexes": ("ROWS", "Passed", "Line", "FRONT"),
    "shapes": ("Trees", "Place", "leaves", "told", "Rules"),
    "Ref": ("known",),
    "Keys": ("all",),
    "zones": ("Data", "Table"),
    "board": ("STROKES",),
    "Board": ("groups_at", "neighbours", "rings"),
    "Table": ("own", "records", "rolls", "sealed_rolls", "untold", "check_told", "recorded",
              "replaying", "use", "close"),
    "Lines": ("default_word",),
    "lines": ("TRAVELS", "WIDTH"),
    "Game": ("restored", "saved", "close", "open_requests", "sits", "answered"),
    "ScriptedDice": ("rolled", "drawn", "public", "sealed"),
}  # fmt: skip


class Entry(NamedTuple):
    """A name: how it is written, and what the code says of it, "" if nothing; bare: how it is
    written without its type or result."""

    name: str
    written: str
    told: str
    bare: str = ""


def modules() -> dict[str, Sequence[str]]:
    """All modules of the section, in its order."""
    found = [path for folder in SHARED for path in (ROOT / "referee" / folder).glob("[a-z]*.py")]
    shared: dict[str, Sequence[str]] = {
        f"referee.{path.parent.name}.{path.stem}": ()
        for path in sorted(found)
        if path.stem not in KITS_OWN
    }
    return {**ENGINE, **shared, **FOR_TESTS}


def section() -> str:
    """The section as it must stand between its marks."""
    lines = []
    for module, wanted in modules().items():
        lines += [f"\\fB{module}\\fR", *map(escaped, listing(module, wanted))]
    return "\n".join([".Bd -literal", *lines, ".Ed"]) + "\n"


def printed(page: str) -> str:
    """The section as it stands in a page; ValueError if its marks are not there."""
    _, _, rest = page.partition(f"{BEGIN}\n")
    found, mark, _ = rest.partition(f"{END}\n")
    if not mark:
        raise ValueError("the marks of the interface are missing")
    return found


def listing(module: str, wanted: Sequence[str] = ()) -> list[str]:
    """Lines for the public names of a module; wanted: those that count, all if none are named."""
    text = inspect.getsource(importlib.import_module(module))
    left_out = NOT_FOR_RULES.get(module.rpartition(".")[2], ())
    lines: list[str] = []
    for node in ast.parse(text).body:
        for entry in entries(node, text):
            if entry.name in (wanted or [entry.name]) and entry.name not in left_out:
                lines += laid_out(entry)
                lines += _inner(node, text, module) if isinstance(node, ast.ClassDef) else []
    return lines


def _inner(node: ast.ClassDef, text: str, module: str) -> Iterator[str]:
    """Lines for the members of a class, but for those that it overrides and for fields of which its
    signature says enough."""
    cls = getattr(importlib.import_module(module), node.name)
    bases = [base for base in cls.__mro__[1:] if _ours(base)]
    known = {
        name for base in bases for name in [*vars(base), *vars(base).get("__annotations__", {})]
    }
    known |= {*NOT_FOR_RULES.get(node.name, ())}
    rest = [
        entry
        for part in node.body
        if not (_is_record(node) and isinstance(part, ast.AnnAssign) and not _above(part, text))
        for entry in entries(part, text)
        if entry.name not in known
    ]
    if module in IN_BRIEF and rest:
        yield from laid_out(Entry("", ", ".join(entry.name for entry in rest), ""), INDENT)
        return
    while rest:
        bare = [entry for entry in rest if not entry.told]
        several = rest.index(bare[0]) if bare else len(rest)
        if several:
            yield from laid_out(rest.pop(0), INDENT)
            continue
        run = next((i for i, entry in enumerate(rest) if entry.told), len(rest))
        joined = "; ".join(entry.written for entry in rest[:run])
        yield from laid_out(Entry("", joined, ""), INDENT)
        rest = rest[run:]


def _ours(cls: type) -> bool:
    return cls.__module__.startswith("referee.")


def laid_out(entry: Entry, margin: str = "") -> list[str]:
    """An entry in as few lines as it needs if what is told of it may end at a comma, and its type
    or result may be left out."""
    told = [*_beginnings(entry.told, ", "), entry.told]
    written = [entry.written, *([entry.bare] if entry.bare else [])]
    every = [_wrapped(name, text, margin) for name in written for text in reversed(told)]
    return min(every, key=len)


def _wrapped(written: str, told: str, margin: str) -> list[str]:
    return textwrap.wrap(
        f"{written}: {told}" if told else written,
        WIDTH,
        initial_indent=margin,
        subsequent_indent=margin + INDENT,
        break_on_hyphens=False,
    )


def entries(node: ast.stmt, text: str) -> Iterator[Entry]:
    """The public names that a statement binds."""
    match node:
        case ast.ClassDef(name=name) if _public(name):
            yield Entry(name, _class(node), first_sentence(ast.get_docstring(node)))
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if _public(name):
            written, told = _function(node), first_sentence(ast.get_docstring(node))
            yield Entry(name, written, told, _function(node, bare=True))
        case ast.AnnAssign(target=ast.Name(id=name)) if _public(name):
            kind = _type(node.annotation)
            written = name if kind.startswith("Callable") else f"{name}: {kind}"
            yield Entry(name, written, _above(node, text), name)
        case ast.Assign(targets=[target]):
            names = [n.id for n in ast.walk(target) if isinstance(n, ast.Name)]
            if all(map(_public, names)):
                written = ", ".join(names) if _is_constant(node.value) else ast.unparse(node)
                yield Entry(names[0], written, _above(node, text), ", ".join(names))


def _is_constant(value: ast.expr) -> bool:
    """Whether it is a text, or several, rather than a type."""
    inner = value.elts if isinstance(value, ast.Tuple) else [value]
    return all(isinstance(one, ast.Constant) for one in inner)


def first_sentence(text: str | None) -> str:
    """The first sentence of a docstring, without its marks for code and its stop; what follows a
    semicolon at its end belongs to it."""
    whole = " ".join((text or "").partition("\n\n")[0].split())
    found = re.match(r".*?[.](?= |$)", whole)
    told = re.sub(r"`+", "", (found[0] if found else whole).rstrip("."))
    told = [*_beginnings(told, "[:;] "), told][0]
    told = re.sub("^(Return|Yield) ", "", told)
    return told[:1].lower() + told[1:]


def _beginnings(told: str, mark: str) -> list[str]:
    """What stands before each mark (a regular expression), unless that is hardly anything or a
    bracket is open there."""
    found = [told[: place.start()] for place in re.finditer(mark, told)]
    return [text for text in found if len(text) > 11 and text.count("(") == text.count(")")]


def _above(node: ast.stmt, text: str) -> str:
    """What the lines ``#:`` above an assignment say."""
    lines, found = text.split("\n"), []
    number = node.lineno - 2
    while lines[number].strip().startswith("#:"):
        found.insert(0, lines[number].strip().removeprefix("#:").strip())
        number -= 1
    return first_sentence(" ".join(found))


def _type(annotation: ast.expr) -> str:
    """A type as it is written, without what only type checkers need."""
    text = ast.unparse(annotation)
    inner = re.fullmatch(r"ClassVar\[(.*)\]", text)
    return inner[1] if inner else text


def _is_record(node: ast.ClassDef) -> bool:
    """Whether the class is made from its fields alone."""
    bases = [ast.unparse(base) for base in node.bases]
    marks = [*bases, *map(ast.unparse, node.decorator_list)]
    return any(word in mark for mark in marks for word in ("NamedTuple", "Made", "dataclass"))


def _class(node: ast.ClassDef) -> str:
    """How a class is made, or else what it is derived from."""
    if _is_record(node):
        return f"class {node.name}({', '.join(map(_field, _fields(node)))})"
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            return f"class {node.name}{_arguments(part)}"
    bases = [ast.unparse(base).partition("[")[0] for base in node.bases]
    bases = [base for base in bases if base not in ("ABC", "Generic", "Protocol")]
    return f"class {node.name}" + (f" ({', '.join(bases)})" if bases else "")


def _fields(node: ast.ClassDef) -> list[ast.AnnAssign]:
    """The members with which it is made."""
    return [
        part
        for part in node.body
        if isinstance(part, ast.AnnAssign) and not ast.unparse(part.annotation).startswith("Class")
    ]


def _field(field: ast.AnnAssign) -> str:
    plain = field.value and not ast.unparse(field.value).startswith(("field", "MappingProxy"))
    value = f"={ast.unparse(field.value)}" if field.value and plain else ""
    return ast.unparse(field.target) + (value or ("={}" if field.value else ""))


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef, bare: bool = False) -> str:
    """A function or property by its arguments and its result; bare: without that."""
    result = f" -> {ast.unparse(node.returns)}" if node.returns and not bare else ""
    result = "" if result == " -> None" else result
    if any(ast.unparse(d) == "property" for d in node.decorator_list):
        return f"{node.name}{result.replace(' ->', ':')}"
    start = "await " if isinstance(node, ast.AsyncFunctionDef) else ""
    return f"{start}{node.name}{_arguments(node)}{result}"


def _arguments(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """The names of the arguments with what they are if they are not given."""
    arguments = ast.parse(ast.unparse(node.args).join(("def f(", "): 0"))).body[0]
    assert isinstance(arguments, ast.FunctionDef)
    every = arguments.args
    for argument in [*every.posonlyargs, *every.args, *every.kwonlyargs]:
        argument.annotation = None
    for argument in (every.vararg, every.kwarg):
        if argument:
            argument.annotation = None
    every.args = [a for a in every.args if a.arg not in ("self", "cls")]
    return f"({ast.unparse(every)})"


def _public(name: str) -> bool:
    return not name.startswith("_")


def write() -> None:
    """Write the section into the page."""
    page = source(PAGE)
    stale, anew = (f"{BEGIN}\n{part}{END}\n" for part in (printed(page), section()))
    (MAN / PAGE).write_text(page.replace(stale, anew), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        raise SystemExit("usage: python -m tests.project.interface --write")
    write()
