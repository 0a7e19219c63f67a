"""The manual pages, the help and the README agree with the program and with each other."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator

import click
import pytest

from referee.cli.main import referee
from referee.engine.words import Fields
from referee.ruleset import load
from referee.ruleset import names as ruleset_names
from tests.project.pages import MAN, ROOT, blocks, names, section, source, unescaped
from tests.support.seeds import with_each

ALWAYS = frozenset(["--help", "-h"])


def tree(
    group: click.Group, context: click.Context, name: str = ""
) -> Iterator[tuple[str, click.Command]]:
    """Every command below a group, with its whole name."""
    for word in group.list_commands(context):
        command = group.get_command(context, word)
        assert command is not None
        whole = f"{name} {word}".strip()
        yield whole, command
        if isinstance(command, click.Group):
            yield from tree(command, context, whole)


COMMANDS = dict(tree(referee, click.Context(referee)))


def options(command: click.Command) -> set[str]:
    """The options of a command, those of every command aside."""
    found = {name for p in command.params if isinstance(p, click.Option) for name in p.opts}
    return found - ALWAYS


def told_options(part: str) -> set[str]:
    """The options that a part of a page has an item for."""
    items = [unescaped(line) for line in part.split("\n") if line.startswith(".It Fl")]
    return {f"-{name}" for line in items for name in re.findall(r"(?:Fl|,) (-?[a-z-]+)", line)}


def used_options(part: str) -> set[str]:
    """The options in the line of a part that shows how the command is called."""
    lines = [unescaped(line) for line in part.split("\n") if line.startswith(".D1")]
    return {f"-{name}" for line in lines for name in re.findall(r"Fl (-[a-z-]+)", line)}


def command_parts(page: str) -> dict[str, str]:
    """The part of referee(1) for each command."""
    pieces = re.split(r"^\.Ss (.*)\n", section(page, "COMMANDS"), flags=re.MULTILINE)
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


def cross_references(page: str) -> list[tuple[str, str]]:
    """All pages that a page refers to."""
    return re.findall(r"^\.(?:.* )?Xr (\S+) (\d)", page, flags=re.MULTILINE)


def example(command: click.Command) -> list[str]:
    """The words of the example in a command's epilog; ValueError if it has none."""
    found = re.search(r"Example: referee (.*)", command.epilog or "")
    if not found:
        raise ValueError("no example")
    return shlex.split(found[1].partition(" > ")[0])


def parse(words: list[str]) -> click.Context:
    """Parse a command line without running it; raises click.UsageError."""
    context = click.Context(referee)
    command: click.Command = referee
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.get_command(context, words[0])
        if found is None:
            raise click.UsageError(f"no command {words[0]}")
        command, words = found, words[1:]
    return command.make_context(command.name, list(words), parent=context)


def lint(program: list[str], path: str) -> str:
    """What a program that reads manual pages has to say about one."""
    done = subprocess.run([*program, path], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def missing_words(page: str, words: list[str]) -> list[str]:
    """Order words and keys that a page explains nowhere in an item."""
    items = [unescaped(m) for m in re.findall(r"^\.It Cm (.*)$", page, flags=re.MULTILINE)]
    literal = unescaped(page)
    return [word for word in words if word not in items and f"{word}:" not in literal]


def test_every_command_and_option_is_in_the_page_and_none_else() -> None:
    parts = command_parts(source("referee.1"))
    assert list(parts) == list(COMMANDS)
    for name, command in COMMANDS.items():
        assert told_options(parts[name]) == options(command), name
        assert used_options(parts[name]) <= options(command), name


def test_needed_options_stand_in_the_synopsis_of_their_command() -> None:
    parts = command_parts(source("referee.1"))
    for name, command in COMMANDS.items():
        needed = {p.opts[0] for p in command.params if p.required and isinstance(p, click.Option)}
        assert needed <= used_options(parts[name]), name


def test_general_options_are_in_the_page() -> None:
    page = section(source("referee.1"), "DESCRIPTION")
    assert told_options(page) == options(referee) | ALWAYS


@with_each(COMMANDS)
def test_every_command_has_help_and_an_example_that_parses(name: str) -> None:
    command = COMMANDS[name]
    assert command.help
    assert all(p.help for p in command.params if isinstance(p, click.Option)), name
    words = example(command)
    assert " ".join(words).startswith(name) or name == "rulesets"
    parse(words)


@with_each(COMMANDS)
def test_every_command_has_an_example_in_the_page_that_parses(name: str) -> None:
    lines = [unescaped(line) for line in command_parts(source("referee.1"))[name].split("\n")]
    examples = [line for line in lines if line.startswith(f"referee {name}")]
    assert examples
    for line in examples:
        parse(shlex.split(line.partition(" > ")[0])[1:])


def test_exit_statuses_are_in_the_page() -> None:
    from referee.cli import exit_status

    told = re.findall(r"^\.It (\d+)$", section(source("referee.1"), "EXIT STATUS"), re.MULTILINE)
    known = [value for name, value in vars(exit_status).items() if name.isupper()]
    assert told == [str(value) for value in sorted([*known, 130])]


@with_each(names())
def test_pages_refer_to_pages_that_exist(name: str) -> None:
    page = source(name)
    for target, number in cross_references(page):
        assert target == "ssh-keygen" or (MAN / f"{target}.{number}").is_file(), target
    assert f".Dt {name.rsplit('.', 1)[0].upper()} {name[-1]}" in page
    assert section(page, "NAME") and section(page, "SEE ALSO")


@with_each(names())
def test_pages_render_without_a_warning(name: str) -> None:
    path = str(MAN / name)
    programs = [
        ["mandoc", "-T", "lint", "-W", "warning"],
        ["groff", "-ww", "-mdoc", "-Tutf8", "-z"],
    ]
    there = [program for program in programs if shutil.which(program[0])]
    if not there:
        pytest.skip("neither mandoc nor groff is here")
    for program in there:
        assert lint(program, path) == "", program[0]


def test_every_game_has_a_page_with_every_word_of_its_orders() -> None:
    for name in ruleset_names():
        ruleset, page = load(name), source(f"referee-{name}.7")
        for request in ruleset.rules.requests.values():
            assert missing_words(page, list(request.words)) == [], request.kind
            fields = [w for w in request.words.values() if isinstance(w, Fields)]
            keys = [key for word in fields for key in word.all()]
            assert [key for key in keys if f"{key}:" not in page and f"Cm {key}" not in page] == []


def test_every_scenario_and_option_of_a_game_is_in_its_page() -> None:
    for name in ruleset_names():
        ruleset, page = load(name), source(f"referee-{name}.7")
        items = [*ruleset.options, *(v for o in ruleset.options.values() for v in o.values)]
        assert [item for item in items if f"Cm {item}" not in unescaped(page)] == []
        assert [item for item in ruleset.scenarios if f"Ql {item}" not in unescaped(page)] == []


def test_every_order_word_of_a_page_is_known() -> None:
    for name in ruleset_names():
        known = [word for request in load(name).rules.requests.values() for word in request.words]
        part = section(source(f"referee-{name}.7"), "ORDERS")
        assert [
            w for w in re.findall(r"^\.It Cm (.*)$", part, re.MULTILINE) if w not in known
        ] == []


def test_no_line_of_an_example_of_a_game_is_wider_than_76_columns() -> None:
    indent = 5  # that of every paragraph
    for name in ruleset_names():
        shown = blocks(source(f"referee-{name}.7"))
        wide = [line for block in shown for line in block.lines if len(line) + indent > 76]
        assert shown and wide == [], name


def readme_commands() -> list[str]:
    """The command lines of the README that begin with making a virtual environment."""
    lines = (ROOT / "README.md").read_text(encoding="utf-8").split("\n")
    return [line.strip() for line in lines if line.strip().startswith("python3 -m venv")]


def test_readme_has_its_two_single_lines() -> None:
    one, two = readme_commands()
    assert one.endswith("samples/adjudicate.py") and "pip install" in one
    assert two.endswith("pytest -q -n auto") and "'.[test]'" in two
    assert not one.endswith("\\") and not two.endswith("\\")


def test_readme_names_commands_and_files_that_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [line for line in text.split("\n") if line.startswith("    referee ")]
    assert lines
    for line in lines:
        parse(shlex.split(line.partition("#")[0].partition(" > ")[0])[1:])
    for path in re.findall(r"`((?:referee|rulesets|man|tests|samples|\.ci)/[^`*]*)`", text):
        assert (ROOT / path.rstrip("/")).exists(), path


def test_pages_are_installed() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    files = project["tool"]["setuptools"]["data-files"]
    for name in names():
        assert f"man/{name}" in files[f"share/man/man{name[-1]}"]


def test_what_is_missing_is_found(tmp_path: object) -> None:
    part = ".D1 Nm Fl \\-seat Ar S\n.It Fl \\-seat Ar SEAT\n.It Fl h , Fl \\-help\n.It Fl \\-out\n"
    assert told_options(part) == {"--seat", "-h", "--help", "--out"}
    assert used_options(part) == {"--seat"}
    assert cross_references(".Xr nobody 7 ,\n.Pq Xr none 1 Ns x") == [
        ("nobody", "7"),
        ("none", "1"),
    ]
    assert missing_words(".It Cm fire\n", ["fire", "pass"]) == ["pass"]
    with pytest.raises(ValueError, match="no example"):
        example(click.Command("x", epilog="See the page."))
    with pytest.raises(click.UsageError):
        parse(["apply", "--frobnicate"])
    with pytest.raises(click.UsageError):
        parse(["sign", "orders.yaml"])


def test_a_bad_page_is_found(tmp_path: object) -> None:
    if not shutil.which("groff"):
        pytest.skip("groff is not here")
    from pathlib import Path

    page = Path(str(tmp_path)) / "bad.1"
    page.write_text(".Dd x\n.Dt BAD 1\n.Os\n.Sh NAME\n.Nosuch x\n\\*[nosuch]\n")
    assert lint(["groff", "-ww", "-mdoc", "-Tutf8", "-z"], str(page))
