"""A host's few commands: `take` for all that has come, outboxes, and `status` of many games."""

from __future__ import annotations

import json
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.support.mailbag import SEED, Said, Table, cli, snapshot

Game = Callable[..., Table]


@pytest.fixture
def tables(game: Game, tmp_path: Path) -> list[Table]:
    """Two games of one host, in one folder."""
    return [game(name, 1, f"games/my-{name}") for name in ("duel", "relay")]


def take(tables: list[Table], *files: Path, json: bool = False) -> Said:
    folder = tables[0].folder.parent
    return cli("take", *files, "--games", folder, *(["--json"] if json else []))


def inbox(tables: list[Table], tmp_path: Path) -> Path:
    """A folder with orders of all who are due in both games: some attached, some in mails."""
    folder = tmp_path / "inbox"
    folder.mkdir()
    for table in tables:
        for seat in table.due():
            mail = EmailMessage()
            mail["From"], mail["Subject"] = f"{seat}@example.org", "my orders"
            mail.set_content("Good luck!\n")
            mail.add_attachment(table.orders(seat).decode(), filename="orders.yaml")
            name = f"{table.ruleset.name}-{seat}"
            folder.joinpath(f"{name}.eml").write_bytes(mail.as_bytes())
    return folder


def drafts(table: Table) -> list[str]:
    return sorted(path.name for path in table.folder.joinpath("outbox").glob("*.eml"))


def test_one_command_plays_all_games_with_what_has_come(
    tables: list[Table], tmp_path: Path
) -> None:
    before = [table.status()["run"] for table in tables]
    said = take(tables, inbox(tables, tmp_path))
    assert said.status == 0, said.err
    for table, run in zip(tables, before, strict=True):
        assert table.status()["run"] == run + 1
        assert drafts(table) == sorted(
            f"{number:04d}-{seat}.eml" for number in range(run + 2) for seat in table.seats
        )


def test_a_message_has_the_report_to_read_and_to_keep(tables: list[Table]) -> None:
    """A program opens it as a draft; the attachment is the report byte for byte, and no other."""
    table = tables[0]
    take(tables)
    for seat in table.seats:
        for number in (0, 1):
            raw = table.folder.joinpath("outbox", f"{number:04d}-{seat}.eml").read_bytes()
            mail = message_from_bytes(raw, policy=policy.default)
            assert isinstance(mail, EmailMessage)
            attached = {
                part.get_filename(): part.get_payload(decode=True)
                for part in mail.iter_attachments()
            }
            report = table.folder.joinpath("reports", seat, f"{number:04d}.txt").read_bytes()
            charter = table.folder.joinpath("charter.yaml").read_bytes()
            more = {"charter.yaml": charter} if number == 0 else {}
            assert attached == {f"{number:04d}.txt": report, **more}
            body = mail.get_body()
            assert body is not None
            text = body.get_content().replace("\r\n", "\n")
            assert report.decode().partition("\n-----BEGIN")[0].strip() in text
            assert mail["X-Unsent"] == "1"
            assert mail["Subject"].startswith(f"{table.charter.offer['name']}: report {number}")


def test_no_message_is_made_twice(tables: list[Table], tmp_path: Path) -> None:
    """Whoever has sent one deletes it; and an inbox may be given as a whole, again and again."""
    come = inbox(tables, tmp_path)
    take(tables, come)
    for path in tables[0].folder.joinpath("outbox").glob("*.eml"):
        path.unlink()
    before = [snapshot(table.folder) for table in tables]
    said = take(tables, come)
    assert (said.status, said.err.count("already accepted")) == (3, len(list(come.iterdir())))
    assert [snapshot(table.folder) for table in tables] == before
    assert cli("take", "--games", tables[0].folder).status == 3


def test_orders_that_mail_has_changed_are_known_again(tables: list[Table], tmp_path: Path) -> None:
    table = tables[0]
    come = inbox(tables, tmp_path)
    given = {seat: table.orders(seat) for seat in table.due()}
    take(tables, come)
    for seat, raw in given.items():
        other = tmp_path / f"{seat}.yaml"
        other.write_bytes(raw.replace(b"\n", b"\r\n"))
        said = take(tables, other)
        assert (said.status, f"{other}: already accepted" in said.err) == (3, True)


def test_an_address_that_the_host_has_written_down_is_on_the_mail(tables: list[Table]) -> None:
    table = tables[0]
    seat = table.seats[0]
    table.folder.joinpath("addresses.yaml").write_text(f"{seat}: Zoe <zoe@example.org>\n")
    take(tables)
    mails = {
        other: message_from_bytes(table.folder.joinpath("outbox", f"0000-{other}.eml").read_bytes())
        for other in table.seats
    }
    assert {other: mail["To"] for other, mail in mails.items()} == {
        other: "Zoe <zoe@example.org>" if other == seat else None for other in table.seats
    }


@pytest.mark.parametrize("text", ["[]", "nobody: a@example.org", "- a"])
def test_bad_addresses_are_refused_and_the_orders_count(
    tables: list[Table], tmp_path: Path, text: str
) -> None:
    table = tables[0]
    run = table.status()["run"]
    table.folder.joinpath("addresses.yaml").write_text(text)
    said = take(tables, inbox(tables, tmp_path))
    assert said.status == 1
    assert "addresses.yaml: not understood: this is no list of addresses" in said.err
    assert table.status()["run"] == run + 1


def test_trouble_with_one_game_does_not_keep_the_others_waiting(
    tables: list[Table], tmp_path: Path
) -> None:
    come = inbox(tables, tmp_path)
    broken, whole = tables
    journal = broken.folder / "journal"
    journal.write_bytes(b"?" + journal.read_bytes()[1:])
    for number in (0, 1):
        broken.folder.joinpath(f"checkpoint-{number}").unlink(missing_ok=True)
    run = whole.status()["run"]
    said = take(tables, come)
    assert said.status == 1
    assert f"{broken.folder}: trouble with this game" in said.err
    assert whole.status()["run"] == run + 1
    table = cli("status", broken.folder.parent)
    assert table.status == 1
    assert "cannot be read, see above" in table.out


def test_what_is_for_no_game_here_is_named_with_the_reason(
    tables: list[Table], game: Game, tmp_path: Path
) -> None:
    other = game("dig", 0)
    stranger = other.put("stranger.yaml", other.orders(other.due()[0]))
    unsigned = tmp_path / "draft.yaml"
    unsigned.write_text("kind: orders\nseat: red\norders: []\n")
    letter = tmp_path / "letter.txt"
    letter.write_text("Sorry, I have no time this week.\n")
    offer = tables[0].folder / "offer.yaml"
    said = take(tables, stranger, unsigned, letter, offer)
    assert said.status == 1
    assert "stranger.yaml: out of turn: it is for another game, " in said.err
    assert "name the folder of its game with --games" in said.err
    assert "draft.yaml: not understood: the file cannot be given to a game: it has no 'game'" in (
        said.err
    )
    assert "letter.txt has no order file and no join in it" in said.err
    assert "'offer' is neither 'orders' nor 'join'" in said.err


def test_joins_start_their_games(tmp_path: Path) -> None:
    home = tmp_path / "games"
    home.mkdir()
    for party in ("host", "a", "b"):
        cli("keygen", tmp_path / party, "--test-seed", str(ord(party[0])))
    came = []
    for name in ("one", "two"):
        said = cli("new", "duel", home / name, "--key", tmp_path / "host", "--test-seed", SEED)
        assert said.status == 0, said.err
        for seat, key in zip(("red", "blue"), ("a", "b"), strict=True):
            path = tmp_path / f"{name}-{seat}.yaml"
            cli(
                *("join", home / name / "offer.yaml", "--seat", seat, "--key", tmp_path / key),
                *("--out", path, "--test-seed", SEED),
            )
            came.append(path)
    said = cli("take", *came[:3], "--games", home)
    assert said.status == 0, said.err
    assert "still to join: blue" in said.err
    assert sorted(path.name for path in (home / "one" / "outbox").glob("*.eml")) == [
        "0000-blue.eml",
        "0000-red.eml",
    ]
    table = cli("status", home)
    assert "to join: blue" in table.out
    assert cli("take", *came, "--games", home).status == 0
    assert cli("take", *came, "--games", home).status == 3  # all of it is known


def test_a_program_is_told_the_same(tables: list[Table], tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Hello\n")
    told = json.loads(take(tables, inbox(tables, tmp_path), letter, json=True).out)
    assert [stray["file"] for stray in told["strays"]] == [str(letter)]
    assert [one["folder"] for one in told["games"]] == [str(table.folder) for table in tables]
    for one, table in zip(told["games"], tables, strict=True):
        assert one["runs"] == [2]
        assert {file["state"] for file in one["files"]} == {"accepted"}
        assert len(one["messages"]) == 3 * len(table.seats)


def test_many_games_in_one_table(tables: list[Table]) -> None:
    take(tables)
    said = cli("status", *(table.folder for table in tables))
    assert said.status == 0
    for table in tables:
        (line,) = (
            line for line in said.out.split("\n") if line.startswith(f"my-{table.ruleset.name}")
        )
        assert all(seat in line for seat in table.due())
        assert line.split()[-2:] == ["1", str(2 * len(table.seats))]
    data = json.loads(cli("status", tables[0].folder.parent, "--json").out)
    assert [one["owed"] for one in data] == [table.due() for table in tables]
    assert "4 messages in" in cli("status", tables[0].folder).out


def test_no_folder_of_a_game(tmp_path: Path) -> None:
    said = cli("take", "--games", tmp_path)
    assert (said.status, "there is no game folder in" in said.err) == (2, True)


def test_a_game_folder_is_no_mail(tables: list[Table], tmp_path: Path) -> None:
    """Its reports and keys are not read as something that has come."""
    before = snapshot(tables[0].folder)
    said = take(tables, tables[0].folder, inbox(tables, tmp_path))
    assert said.status == 2
    assert f"use --games {tables[0].folder}" in said.err
    assert snapshot(tables[0].folder) == before


def test_a_damaged_list_of_messages_is_named(tables: list[Table]) -> None:
    take(tables)
    tables[0].folder.joinpath("outbox", "written.json").write_text("{}")
    said = take(tables)
    assert said.status == 1
    assert "delete it, and every report gets a message again" in said.err
