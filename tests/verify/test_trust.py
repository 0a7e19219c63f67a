"""Who can do what, alone or together, and how it shows: what referee-trust(7) claims.

What is claimed to be impossible, or to show, is tried; so is what is claimed to be possible and to
show nowhere.  Messages that the page quotes are looked up in it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.adjudicate.clerk import Clerk
from referee.adjudicate.inbox import Inbox
from referee.charter.papers import read_paper, signed
from referee.charter.secrets import chain
from referee.engine.request import Judgement
from referee.files.write_yaml import emit
from referee.orders.order_file import MOST_EDITION, read_orders
from referee.proof.dice import Dice, Scope, run_secret
from referee.proof.keys import fingerprint, public_line, test_key, write_pair
from referee.report.report_file import read_report
from referee.verify.report.rolls import secret
from tests.project.pages import blocks, section, source
from tests.support.mailbag import Said, Table, cli, published, sign_anything, signed_report
from tests.support.messages import MESSAGES
from tests.support.messages import says as _says
from tests.toys import duel
from tests.verify.test_verify import _two_worlds

Game = Callable[..., Table]
TESTS = Path(__file__).parents[1]
STORIES = TESTS / "stories" / "told"


def test_every_message_of_the_page_was_seen_by_a_test() -> None:
    names = (
        "verify/test_trust",
        "verify/test_telling_otherwise",
        "record/test_record",
        "record/test_host",
    )
    tests = [TESTS / f"{name}.py" for name in names]
    here = "".join(path.read_text(encoding="utf-8") for path in tests)
    told = "".join(path.read_text(encoding="utf-8") for path in STORIES.glob("*.txt"))
    assert len(MESSAGES) > 15
    assert [m for m in MESSAGES if f'"{m}"' not in here and m not in told] == []


def _verify(table: Table, *reports: Path) -> Said:
    return cli("verify", *reports, "--charter", table.folder / "charter.yaml")


def _all_verified(table: Table) -> bool:
    """Whether every report of every seat is verified, alone and together."""
    return (
        _verify(table, *(path for seat in table.seats for path in table.reports(seat))).status == 0
    )


def _lucky(table: Table, links: dict[str, str]) -> int:
    """What the die of the next run of the duel shows, by these links of the seats."""
    charter, run = table.charter, table.sheet("red")["run"] + 1
    host = chain(table.key("host"), charter.offer, "host").link(run)
    seats = [(0, run, bytes.fromhex(links[seat])) for seat in charter.seats]
    secret = run_secret(charter.digest, charter.gid, run, host, seats)
    scope = Dice(secret).public("round/1")
    scope.draw(2, 6)
    return scope.roll(1, 6)[0]


# A player, and players without the host.


def test_a_silent_player_holds_the_game_up_and_is_named(game: Game) -> None:
    table = game("duel", 2)
    assert table.apply(table.orders("blue")).status == 3
    _says(cli("status", table.folder).out, "due from")
    assert "Run 3 waits for: Red, Blue.\n" in table.report("blue").read_text()


def test_a_file_may_be_mended_until_the_run_is_made_and_no_longer(game: Game) -> None:
    table = game("duel", 2)
    hand = [card.title() for card in table.sheet("red")["state"]["own"]["hand"]]
    first, second, third = (
        table.orders("red", [{"play": card}], edition=n) for n, card in enumerate(hand, 1)
    )
    assert table.apply(first).status == table.apply(second).status == 3
    assert table.apply(table.orders("blue")).status == 0
    _says(table.apply(third).err, "is over: these orders were used, or came too late")
    (header,) = [h for h in table.sheet("blue")["public"]["headers"] if h["seat"] == "red"]
    assert header["edition"] == "2"  # the others see that there was a first one


def test_players_cannot_speak_for_each_other_nor_choose_their_link(game: Game) -> None:
    table = game("duel", 2)
    tree = table.tree("red")
    _says(table.apply(table.signed(tree, "blue")).err, "this was signed by")
    other = sign_anything({**tree, "dice": "0" * 64}, table.key("red"))
    _says(table.apply(other).err, "this is not link")


def test_a_report_can_be_shown_to_anybody_and_shows_what_its_seat_hides(game: Game) -> None:
    """Nothing is encrypted, and a report is believed without its owner."""
    table = game("duel", 2)
    hand = ", ".join(table.sheet("red")["state"]["own"]["hand"])
    assert _verify(table, table.report("red")).status == 0
    assert f"Hand: {hand}" in table.report("red").read_text()
    (line,) = table.lines("red")
    assert f"play: {line['play']}" in table.orders("red").decode()


# The host.


def test_the_host_knows_the_dice_of_a_run_before_he_publishes_it(game: Game) -> None:
    table = game("duel", 2)
    files = {seat: table.orders(seat) for seat in table.seats}
    links = {seat: read_orders(raw).tree["dice"] for seat, raw in files.items()}
    known = _lucky(table, links)
    assert table.apply(*files.values()).status == 0
    assert table.sheet("red")["public"]["rolls"][1]["values"] == [known]


def test_the_host_can_call_a_file_lost_and_take_the_edition_that_he_likes(game: Game) -> None:
    """No report is at fault; but the player sees by his report which edition counted, and has the
    other one signed, and `check` says that it was good."""
    table = game("duel", 2)
    hand = [card.title() for card in table.sheet("red")["state"]["own"]["hand"]]
    first, second = (
        table.orders("red", [{"play": card}], edition=n) for n, card in enumerate(hand[:2], 1)
    )
    before = table.report("red")
    assert table.apply(first, table.orders("blue")).status == 0
    assert _all_verified(table)
    (header,) = [h for h in table.sheet("red")["public"]["headers"] if h["seat"] == "red"]
    assert header["edition"] == "1"
    path = table.put("second.yaml", second)
    shown = cli("canon", path).out  # what may be shown to the others at once
    assert '"edition":"2"' in shown and "orders" not in shown.replace('"kind":"orders"', "")
    assert cli("check", path, "--report", before).out == f"{path}: good\n"


def test_a_die_a_link_or_a_text_that_is_false_is_found(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Scope.roll
    table = game("duel", 2)
    with monkeypatch.context() as patch:
        patch.setattr(Scope, "roll", lambda self, *a: [1 + v % 6 for v in honest(self, *a)])
        table.play()
    _says(_verify(table, table.report("red")).out, "the dice give")
    other = game("duel", 3, called="other")
    sheet = other.sheet("red")
    sheet["public"]["rolls"] = sheet["public"]["rolls"][1:]
    other.report("red").write_bytes(published(sheet, other))
    _says(_verify(other, other.report("red")).out, "was left out or told twice")
    sheet = game("duel", 3, called="links").sheet("red")
    sheet["links"]["host"][2] = "0" * 64
    other.report("red").write_bytes(published(sheet, other))
    _says(_verify(other, other.report("red")).out, "of the chain in the charter")


def test_a_seat_that_the_host_leaves_out_is_missed(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blue is due and has sent his file; the host makes the run without his link and header."""
    table, headers, links = game("duel", 2), Inbox.headers, Clerk._new_links

    def without_blue(self: Clerk, *arguments: Any) -> dict[str, Any]:
        return {k: v for k, v in links(self, *arguments).items() if k != "seat/blue"}

    with monkeypatch.context() as patch:
        patch.setattr(Inbox, "headers", lambda self, due: headers(self, due)[:1])
        patch.setattr(Clerk, "_new_links", without_blue)
        table.play()
    said = _verify(table, *table.reports("red"))
    _says(said.out, "the files of the run are not from the seats that were due")


def _bound(sheet: dict[str, Any], table: Table) -> dict[str, Any]:
    """A sheet with a head and digests that fit it, as a host can always make them."""
    from referee.proof.heads import head

    parties = [bytes.fromhex(sheet["commitments"][party]) for party in table.charter.parties]
    made = head(bytes.fromhex(sheet["previous"]), sheet["public"], parties)
    return {**sheet, "head": made.hex()}


def test_two_stories_show_when_they_are_compared(game: Game) -> None:
    one, two = _two_worlds(game)
    assert _all_verified(one) and _all_verified(two)
    charter = ("--charter", one.folder / "charter.yaml")
    for command in ("verify", "compare"):
        said = cli(command, one.reports("red")[2], two.reports("blue")[2], *charter)
        _says(said.out, "it tells another story")
        said = cli(command, *one.reports("red")[:3], *two.reports("red")[3:], *charter)
        _says(said.out, "it does not continue run")
    said = cli("compare", one.reports("red")[2], one.reports("blue")[2], *charter)
    _says(said.out, "the same public story in all")


def test_two_stories_end_with_the_next_file_of_the_other_player(game: Game) -> None:
    """Red was told another story than blue.  Blue signs which one he was told: his file fits no
    game in which red's story goes on, and his header in red's report gives it away."""
    one, two = _two_worlds(game)
    sheet = read_report(one.reports("red")[3].read_bytes()).sheet
    said_by_blue = read_report(two.reports("blue")[3].read_bytes()).sheet["public"]["headers"]
    headers = {header["seat"]: header for header in said_by_blue}
    public = sheet["public"]
    public["headers"] = [
        headers.get("blue") if h["seat"] == "blue" else h for h in public["headers"]
    ]
    path = one.put("lie.txt", published(_bound(sheet, one), one))
    _says(_verify(one, path).out, "after is not what it must be")
    early, late = (game("duel", 2, called=name) for name in ("early", "late"))
    early.play()
    other = {**late.tree("blue"), "after": early.sheet("blue")["head"]}
    _says(
        late.apply(late.signed(other, "blue")).err, "these orders do not follow the newest report"
    )


def test_nothing_replaces_the_highest_edition_that_there_is(game: Game) -> None:
    """Who has stolen a key may send it first; then no higher one is advised."""
    table = game("duel", 2)
    assert table.apply(table.orders("red", edition=MOST_EDITION)).status == 3
    said = table.apply(table.orders("red", edition=5))
    assert said.status == 1
    _says(said.err, "of these orders has already been accepted")
    assert "sign with --edition" not in said.err


def test_true_dice_that_nobody_had_to_roll_are_found_by_an_audit_alone(game: Game) -> None:
    """The host tells dice of another scope, which suit him better, and all that follows them."""
    table = game("duel", 3)
    sheet = read_report(table.reports("red")[3].read_bytes()).sheet
    dice, told = Dice(secret(sheet, table.charter)), []
    scope = dice.public("elsewhere")
    for roll in sheet["public"]["rolls"]:
        told.append({**roll, "scope": "elsewhere", "opening": 0, "number": scope.number})
        if "items" in roll:
            told[-1]["picked"] = scope.draw(len(roll["picked"]), len(roll["items"]))
        else:
            told[-1]["values"] = scope.roll(len(roll["values"]), roll["faces"])
    assert told and told != sheet["public"]["rolls"]
    sheet["public"]["rolls"] = told
    for event in sheet["public"]["events"]:
        for roll in (told[index] for index in event["rolls"]):
            if "items" in roll:
                event["data"]["things"] = [roll["items"][i] for i in roll["picked"]]
            else:
                event["data"]["die"] = roll["values"][0]
    path = table.reports("red")[3]
    path.write_bytes(published(_bound(sheet, table), table))
    assert _verify(table, path).status == 0
    said = cli("audit", table.folder)
    assert said.status == 1
    assert "reports/red/0003.txt" in said.out


def test_a_roll_that_was_left_out_is_missed_by_its_event(game: Game) -> None:
    """Left out of the event too, the rules miss it, by the number that is told there."""
    table = game("duel", 3)
    sheet = read_report(table.reports("red")[3].read_bytes()).sheet
    for message in ("one was left out", "but its rolls show"):
        sheet["public"]["rolls"] = sheet["public"]["rolls"][:1]
        path = table.put("short.txt", published(_bound(sheet, table), table))
        said = _verify(table, path)
        assert said.status == 1
        _says(said.out, message)
        sheet["public"]["events"][-1]["rolls"] = []


def test_any_text_passes_that_is_said_to_be_in_other_words(game: Game) -> None:
    """The block says whose words they are, and that is all that verify can tell."""
    table = game("duel", 3)
    report = read_report(table.reports("red")[3].read_bytes())
    sheet = _bound({**report.sheet, "wording": "0.0"}, table)
    path = table.put("words.txt", signed_report(["You have won."], sheet, table))
    said = _verify(table, path)
    assert (said.status, "worded by version 0.0" in said.out) == (0, True)
    _says(said.out, "of the program")


def test_an_upgrade_that_was_none_shows_by_the_report_before(game: Game) -> None:
    """The host says that a step was gone through again, because he did not like its dice."""
    table = game("duel", 3)
    sheet = read_report(table.reports("red")[3].read_bytes()).sheet
    sheet["public"] |= {"since": 3, "reopened": True}
    path = table.put("lie.txt", published(_bound(sheet, table), table))
    said = _verify(table, table.reports("red")[2], path)
    assert said.status == 1
    _says(said.out, "it has an upgrade, but the rules are the same as before")


def test_a_seat_that_is_passed_over_is_told_what_was_asked_of_it(game: Game) -> None:
    """The host and the other player say that red's standing orders have answered."""
    table = game("duel", 2)
    sheet = read_report(table.reports("red")[2].read_bytes()).sheet
    assert sheet["public"]["due"] == ["red", "blue"]
    sheet["public"]["due"] = ["blue"]
    path = table.put("lie.txt", published(_bound(sheet, table), table))
    assert _verify(table, path).status == 0
    text = " ".join(path.read_text().split())
    _says(text, "your standing orders or advance orders will answer this")


def test_a_false_deal_shows_in_no_report_but_in_an_audit(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = game("duel", 0)
    with monkeypatch.context() as patch:
        patch.setattr(Scope, "draw", lambda self, k, m: list(range(m))[-k:])
        table.play()
    table.play()
    assert _all_verified(table)
    said = cli("audit", table.folder)
    assert said.status == 1
    assert ": journal, line 4, own, sealed, draws, 1: " in said.out
    _says(said.out, "the dice give")


def _other(seat: str) -> str:
    return next(other for other in duel.SEATS if other != seat)


def test_bent_rules_show_in_no_report_but_in_an_audit(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host lets the loser win, or accepts a card that red does not hold."""
    bent, false = game("duel", 2, called="bent"), game("duel", 2, called="false")
    hand = bent.sheet("red")["state"]["own"]["hand"]
    card = next(card for card in duel.CARDS if card not in hand)
    with monkeypatch.context() as patch:
        patch.setattr(duel, "max", lambda *a, **k: _other(max(*a, **k)), raising=False)
        bent.play()
    assert _all_verified(bent)
    said = cli("audit", bent.folder)
    assert said.status == 1
    _says(said.out, "it must be")
    assert "public, events, 2, data, winner" in said.out
    with monkeypatch.context() as patch:
        patch.setattr(duel.Play, "judge", lambda self, view, answer: Judgement())
        patch.setattr(duel.Play, "refused", lambda self, view, answer: [])
        assert false.apply(false.orders("red", [{"play": card.title()}])).status == 3
    said = cli("audit", false.folder)
    assert said.status == 1
    assert ": mail/0003-red-1.yaml, line 11: not in your hand" in said.out


def test_a_game_is_revealed_when_it_is_over_and_not_before(game: Game, tmp_path: Path) -> None:
    """The bundle shows everything, and a stranger audits it without a key."""
    running, over = game("duel", 2, called="running"), game("duel", 9, called="over")
    bundle = tmp_path / "bundle.zip"
    _says(cli("reveal", running.folder, "--out", bundle).err, "the game is still running")
    assert not bundle.exists()
    assert cli("reveal", over.folder, "--out", bundle).status == 0
    said = cli("audit", bundle)
    assert said.status == 0
    _says(said.out, "all correct")
    names = zipfile.ZipFile(bundle).namelist()
    assert {"journal", "mail/0003-red-1.yaml", "reports/blue/0003.txt"} <= set(names)
    assert not [name for name in names if name.startswith("secret")]


def test_a_bundle_of_another_game_is_found_by_the_reports_that_were_sent(
    game: Game, tmp_path: Path
) -> None:
    """The host plays the game out once more, with the other edition of red's file, and reveals
    that: it is in order, but it is not the game that red was told."""
    told, revealed = (game("duel", 2, called=name) for name in ("told", "revealed"))
    hand = [card.title() for card in told.sheet("red")["state"]["own"]["hand"]]
    for table, edition in ((told, 1), (revealed, 2)):
        red = table.orders("red", [{"play": hand[edition]}], edition=edition)
        assert table.apply(red, table.orders("blue")).status == 0
        while table.due():
            table.play()
    bundle, room = tmp_path / "bundle.zip", tmp_path / "room"
    assert cli("reveal", revealed.folder, "--out", bundle).status == 0
    assert cli("audit", bundle).status == 0
    zipfile.ZipFile(bundle).extractall(room)
    last = max(room.joinpath("reports", "red").iterdir())
    charter = ("--charter", room / "charter.yaml")
    assert cli("compare", revealed.report("red"), last, *charter).status == 0
    said = cli("compare", told.report("red"), last, *charter)
    assert said.status == 1
    _says(said.out, "it tells another story")


def test_whose_keys_are_in_a_charter_is_seen_by_their_fingerprints(
    game: Game, tmp_path: Path
) -> None:
    """As the page shows it; `admit` and `keygen` print the same."""
    table, key = game("duel", 2), tmp_path / "red"
    said = cli("keygen", key, "--test-seed", table.seed).out
    folder = tmp_path / "new"
    folder.joinpath("secret").mkdir(parents=True)
    shutil.copy(table.folder / "offer.yaml", folder)
    admitted = cli("admit", folder, table.folder / "joins" / "red.yaml").err
    assert f"red has joined, with the key {said}" in admitted
    if not shutil.which("ssh-keygen"):
        pytest.skip("ssh-keygen is not here")
    (block,) = blocks(section(source("referee-trust.7"), "EXAMPLES"))
    done = subprocess.run(
        ["sh", "-c", block.text], cwd=table.folder, capture_output=True, text=True, check=True
    )
    shown = [line.split()[1] for line in done.stdout.splitlines()]
    keys = [table.key(party) for party in ("host", *table.seats)]
    assert shown == [fingerprint(public_line(key)) for key in keys]
    assert shown[1] == said.strip()


def test_two_games_with_one_id_share_no_link_of_one_key(game: Game) -> None:
    table = game("duel", 2)
    tree = read_paper(table.folder.joinpath("offer.yaml").read_bytes(), "offer")
    again = emit(signed({**tree, "name": "another game"}, table.key("host"))).encode()
    anchors = []
    for name, seed in (("red", table.seed), ("new", table.seed + 1)):
        key, out = table.put(name, b""), table.folder.with_name(f"{name}-join.yaml")
        key.unlink()
        write_pair(key, test_key(seed, "red"))
        offer = table.put("offer.yaml", again)
        assert cli("join", offer, "--seat", "red", "--key", key, "--out", out).status == 0
        anchors.append(read_paper(out.read_bytes(), "join")["anchor"])
    assert len({*anchors, table.charter.anchors["seat/red"].hex()}) == 3


def test_the_host_may_make_himself_a_player(tmp_path: Path, game: Game) -> None:
    """A seat whose key the host has made: all is verified; only the player who thinks that he has
    joined can see it, for his key does not play it."""
    table = game("duel", 2)
    own = tmp_path / "my-key"
    write_pair(own, test_key(5, "blue"))
    draft = table.put("draft.yaml", b"kind: orders\nseat: blue\norders:\n  - play: Cat\n")
    said = cli("sign", draft, "--key", own, "--report", table.report("blue"))
    _says(said.err, "this key does not play")
    assert own.with_suffix(".pub").read_text().split()[1] not in (
        table.folder.joinpath("charter.yaml").read_text()
    )
    assert _all_verified(table)


# The host with a player.


def test_host_and_player_know_the_dice_before_that_player_orders(game: Game) -> None:
    """Blue's file is here; with it the host knows what is rolled and reads what blue has ordered,
    and red may order what he likes: his link is the same whatever he orders."""
    table = game("duel", 2)
    blue = table.orders("blue")
    link = chain(table.key("red"), table.charter.offer, "seat/red").link(3).hex()
    known = _lucky(table, {"red": link, "blue": read_orders(blue).tree["dice"]})
    for number, card in enumerate(table.sheet("red")["state"]["own"]["hand"]):
        here = table.copy(table.folder.with_name(f"red-{number}"))
        assert here.apply(blue, here.orders("red", [{"play": card.title()}])).status == 0
        assert here.sheet("blue")["public"]["rolls"][1]["values"] == [known]
        assert _all_verified(here)


def test_while_no_honest_seat_is_due_all_dice_to_come_are_known(game: Game) -> None:
    """Anna is not due: her last link counts for as long, and all others follow from the keys of
    the host and of the one who plays with him.  With Anna's next link they do no longer."""
    table = game("relay", 4)
    (due,) = table.due()
    idle = next(seat for seat in table.seats if seat != due)
    charter, known = table.charter, table.sheet(due)["links"][f"seat/{idle}"]
    run = table.sheet(due)["run"] + 1
    links = {party: chain(table.key(p), charter.offer, party) for party, p in
             (("host", "host"), (f"seat/{due}", due))}  # fmt: skip
    number = table.sheet(due)["links"][f"seat/{due}"][1] + 1
    seats = {due: (0, number, links[f"seat/{due}"].link(number)),
             idle: (known[0], known[1], bytes.fromhex(known[2]))}  # fmt: skip
    host = links["host"].link(run)
    made = run_secret(charter.digest, charter.gid, run, host, [seats[s] for s in table.seats])
    table.play()
    assert secret(table.sheet(due), charter) == made
    assert table.due() == [idle]
    table.play()
    links_now = table.sheet(due)["links"]
    assert links_now[f"seat/{idle}"] != known
    host = links["host"].link(run + 1)
    guess = run_secret(charter.digest, charter.gid, run + 1, host, [seats[s] for s in table.seats])
    assert secret(table.sheet(due), charter) != guess


# Mail.


def test_a_mail_that_was_damaged_is_named_with_its_place(game: Game) -> None:
    table = game("duel", 2)
    raw = table.orders("red", note="hello")
    said = table.apply(raw.replace(b"note: hello", b"note: hullo"))
    _says(said.err, "the signature is bad")
    text = table.report("red").read_text()
    path = table.put("red.txt", text.replace("Hand:", "Hund:", 1).encode())
    said = _verify(table, path)
    assert re.search(r"line \d+: it should say 'Hand:", said.out)
    _says(said.out, "it should say")
    salt = table.sheet("red")["salt"]
    path.write_bytes(text.replace(salt, salt[::-1]).encode())
    assert _verify(table, path).status == 1
    draft = table.put("draft.yaml", b"kind: orders\nseat: red\norders:\n  - play: Cat\n")
    key = table.folder / "secret" / "red"
    said = cli(
        "sign", draft, "--key", key, "--report", path, "--charter", table.folder / "charter.yaml"
    )
    _says(said.err, "is not verified")
    said = cli("orders", "--report", path, "--charter", table.folder / "charter.yaml")
    _says(said.err, "is not verified")
    charter = table.folder.joinpath("charter.yaml").read_bytes()
    bad = table.put("charter.yaml", charter.replace(b"mood: calm", b"mood: wild"))
    assert cli("verify", table.report("red"), "--charter", bad).status == 1
    missing = _verify(table, table.reports("red")[0], table.reports("red")[2])
    _says(missing.out, "is missing, so what went before is not checked")


def test_a_stranger_checks_a_report_and_can_make_none(game: Game) -> None:
    table = game("duel", 3)
    assert _verify(table, table.report("red")).status == 0
    forged = Table(table.folder, table.ruleset, seed=99)
    sheet = table.sheet("red")
    path = table.put("forged.txt", published(sheet, forged))
    _says(_verify(table, path).out, "not the host's signature of this report")
    before = table.snapshot()
    raw = sign_anything(game("duel", 2, called="x").tree("red"), forged.key("red"))
    assert (table.apply(raw).status, table.snapshot()) == (1, before)


# Keys.


def test_who_has_a_stolen_key_plays_the_seat_and_its_owner_sees_it(game: Game) -> None:
    """By his report: a header that he has not signed, orders that are not his.  Before the run a
    file of a higher edition still replaces the thief's."""
    table = game("duel", 2)
    hand = [card.title() for card in table.sheet("red")["state"]["own"]["hand"]]
    thief = table.orders("red", [{"play": hand[0]}])
    mine = table.orders("red", [{"play": hand[1]}])
    _says(game("duel", 2, called="both").apply(thief, mine).err, "has sent two different files")
    assert table.apply(thief).status == 3
    _says(table.apply(mine).err, "of these orders has already been accepted")
    assert table.apply(table.orders("red", [{"play": hand[1]}], edition=2)).status == 3
    stolen = game("duel", 2, called="stolen")
    assert stolen.apply(thief, stolen.orders("blue")).status == 0
    assert _all_verified(stolen)
    (header,) = [h for h in stolen.sheet("red")["public"]["headers"] if h["seat"] == "red"]
    assert header["body"] == read_orders(thief).header["body"]
    assert header["body"] != read_orders(mine).header["body"]


def test_who_has_the_hosts_key_and_a_report_makes_the_hidden_draws_of_its_run(game: Game) -> None:
    """With what the report shows of the other links, blue's hand follows from the deal."""
    table = game("duel", 1)
    z = chain(table.key("host"), table.charter.offer, "sealed").link(1)
    scope = Dice(secret(table.sheet("red"), table.charter), z).sealed("deal")
    deck = list(duel.CARDS)
    hands = []
    for _ in table.seats:
        hands.append(sorted(deck[number] for number in scope.draw(3, len(deck))))
        deck = [card for card in deck if card not in hands[-1]]
    assert hands == [table.sheet(seat)["state"]["own"]["hand"] for seat in table.seats]


def test_a_key_that_is_lost_is_not_replaced(game: Game, tmp_path: Path) -> None:
    table = game("duel", 2)
    new = tmp_path / "new-key"
    assert cli("keygen", new).status == 0
    draft = table.put("draft.yaml", b"kind: orders\nseat: red\norders:\n  - play: Cat\n")
    said = cli("sign", draft, "--key", new, "--report", table.report("red"))
    _says(said.err, "this key does not play")
    out = tmp_path / "join.yaml"
    offer = table.folder / "offer.yaml"
    assert cli("join", offer, "--seat", "red", "--key", new, "--out", out).status == 0
    assert cli("admit", table.folder, out).status == 1


def test_without_the_hosts_key_no_run_is_made_and_with_a_copy_it_goes_on(game: Game) -> None:
    table = game("duel", 2)
    key = table.folder / "secret" / "host-key"
    copy = key.read_bytes()
    key.unlink()
    files = [table.orders(seat) for seat in table.seats]
    said = table.apply(*files)
    assert said.status == 1 and "Traceback" not in said.err
    _says(said.err, "no key file")
    assert len(table.reports("red")) == 3
    key.write_bytes(copy)
    key.chmod(0o600)
    assert table.apply().status == 0
    assert len(table.reports("red")) == 4


# Folders.


def test_a_lost_folder_is_made_again_from_the_hosts_key_and_everybodys_files(
    game: Game, tmp_path: Path
) -> None:
    """Offer, joins and order files are all there is to a game; what follows from them is the same
    to the byte.  Without the host's key it is lost."""
    table = game("duel", 9)
    folder = tmp_path / "again"
    folder.joinpath("secret").mkdir(parents=True)
    shutil.copy(table.folder / "offer.yaml", folder)
    joins = sorted(table.folder.joinpath("joins").iterdir())
    said = cli("admit", folder, *joins)
    assert said.status == 1
    _says(said.err, "no key file")
    shutil.copy(table.folder / "secret" / "host-key", folder / "secret")
    assert cli("admit", folder, *joins).status == 0
    assert cli("apply", folder, *sorted(table.folder.joinpath("mail").iterdir())).status == 0
    again = Table(folder, table.ruleset)
    for seat in table.seats:
        assert [p.read_bytes() for p in again.reports(seat)] == [
            p.read_bytes() for p in table.reports(seat)
        ]


def test_a_player_goes_on_with_key_charter_and_reports(game: Game, tmp_path: Path) -> None:
    """The record of what was signed is lost too; the host prints any report again."""
    table = game("duel", 2)
    room = tmp_path / "room"
    room.mkdir()
    charter = shutil.copy(table.folder / "charter.yaml", room)
    report = room / "0002.txt"
    assert cli("report", table.folder, "--seat", "red", "--out", report).status == 0
    assert report.read_bytes() == table.report("red").read_bytes()
    draft = room / "draft.yaml"
    draft.write_text(cli("orders", "--report", report, "--charter", charter).out)
    key = table.folder / "secret" / "red"
    said = cli("sign", draft, "--key", key, "--report", report)
    assert said.status == 1
    assert "reports 0 and 1 are missing" in said.err
    for number in (0, 1):
        out = ("--run", number, "--out", room / f"{number:04d}.txt")
        assert cli("report", table.folder, "--seat", "red", *out).status == 0
    assert cli("sign", draft, "--key", key, "--report", report).status == 0
    assert cli("apply", table.folder, room / "draft.signed.yaml").status == 3


def test_what_was_changed_or_lost_in_the_hosts_folder_is_named(game: Game) -> None:
    table = game("duel", 3)
    whole = table.snapshot()
    journal = whole["journal"]

    def said(**changed: bytes) -> str:
        for name, raw in {**whole, **changed}.items():
            table.folder.joinpath(name).write_bytes(raw)
        done = cli("apply", table.folder)
        assert done.status == 1
        return done.err

    changed = whole["reports/red/0001.txt"].replace(b"Hand:", b"Hund:", 1)
    table.folder.joinpath("reports", "red", "0001.txt").write_bytes(changed)
    assert ": reports/red/0001.txt, line " in cli("audit", table.folder).out
    assert "report 1 of red is damaged: line " in cli("apply", table.folder).err
    assert table.snapshot() == whole  # it was made again
    lines = journal.splitlines(keepends=True)
    _says(said(journal=b"".join(lines[:-1])), "the journal lacks entry")
    checkpoints = {"checkpoint-0": b"", "checkpoint-1": b""}
    _says(
        said(**checkpoints, journal=journal.replace(b"red", b"rad", 1)),
        "the journal is damaged at byte",
    )
    mail = {"mail/0003-red-1.yaml": whole["mail/0003-red-1.yaml"] + b"#\n"}
    _says(said(**checkpoints, **mail), "is not the file that was accepted")


def test_a_game_of_test_keys_says_so(game: Game) -> None:
    """Anybody can make its keys again; offer, charter and every report say it."""
    table = game("duel", 2)
    for name in ("offer.yaml", "charter.yaml"):
        assert "insecure" in table.folder.joinpath(name).read_text()
    assert read_paper(table.folder.joinpath("offer.yaml").read_bytes(), "offer")["insecure"]
    assert "*** INSECURE" in table.report("red").read_text()
    key, out = table.folder.parent / "new-key", table.folder.parent / "new-join.yaml"
    write_pair(key, test_key(99, "red"))
    joined = cli(
        *("join", table.folder / "offer.yaml", "--seat", "red", "--key", key, "--out", out)
    )
    assert (joined.status, "anyone can forge this game" in joined.err) == (0, True)
    _says(_verify(table, table.report("red")).err, "this game was made with test secrets")
