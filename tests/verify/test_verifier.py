"""The independent verifier, one file that knows the manual pages alone, and `verify` agree."""

from __future__ import annotations

import copy
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.charter.papers import Charter, read_charter
from referee.fault import Refused
from referee.proof.canonical import canonical, typed
from referee.proof.heads import commitment, head
from referee.report.report_file import BEGIN, read_report, write_report
from referee.verify.compare.story import Told, verify_story
from referee.verify.report.verify import verify
from tests import verifier
from tests.golden import archive
from tests.support.changing import Path as Keys
from tests.support.changing import leaves, other
from tests.support.mailbag import Table, published, signed_report
from tests.verify.test_compare import two_worlds

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "samples"
VECTORS = json.loads((ROOT / "tests" / "data" / "vectors.json").read_text(encoding="utf-8"))
DICE, KEYS = VECTORS["dice"], VECTORS["keys, orders, heads"]
TIMES = {"first": 0, "second": 1}

pytestmark = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="no ssh-keygen here")


def raw(text: str) -> bytes:
    return bytes.fromhex(text)


# -- vectors ---------------------------------------------------------------------------------------


def link(party: str, number: int) -> bytes:
    """A link of the vectors' chains, whose ends are digests of their names."""
    found = verifier.digest(party.encode())
    for index in range(DICE["N"], number, -1):
        found = verifier.link_before(raw(DICE["gid"]), party, index, found)
    return found


def test_vectors_of_chains() -> None:
    for party, anchor in DICE["anchors"].items():
        assert link(party, 0).hex() == anchor
    for name, value in DICE["links"].items():
        party, _, number = name.rpartition("/")
        assert link(party, int(number)).hex() == value
    end = KEYS["chain end"]
    offer = raw(KEYS["offer digest"])
    found = verifier.chain_end(raw(KEYS["gid"]), end["party"], raw(end["raw signature s"]), offer)
    assert found.hex() == end["x_N"]
    for index in range(end["N"], 0, -1):
        found = verifier.link_before(raw(KEYS["gid"]), end["party"], index, found)
        if index == 15:
            assert found.hex() == end["x_14"]
    assert found.hex() == end["anchor x_0"]


def secrets() -> tuple[bytes, bytes, bytes]:
    """R, P and S of the vectors' run."""
    seats = [(3, link("seat/a", 3)), (2, link("seat/b", 2))]
    gid, game = raw(DICE["gid"]), raw(DICE["D"])
    run = verifier.run_secret(gid, game, DICE["run"], link("host", 3), seats)
    return run, verifier.public_secret(run), verifier.sealed_secret(run, link("sealed", 3))


def test_vectors_of_run_secrets() -> None:
    assert [secret.hex() for secret in secrets()] == [DICE["R"], DICE["P"], DICE["S"]]


@pytest.mark.parametrize("title", [key for key in DICE if key.endswith(" opening")])
def test_vectors_of_rolls_and_draws(title: str) -> None:
    found = re.fullmatch(r"(\w+) (\S+), (\w+) opening", title)
    assert found
    secret = secrets()[1 if found[1] == "public" else 2]
    key = verifier.opened(secret, found[2], TIMES[found[3]])
    for name, values in DICE[title].items():
        cast = re.fullmatch(r"(\w+) (\d+), (\d+)(?:d| of )(\d+)", name)
        assert cast
        number, count, size = (int(word) for word in cast.groups()[1:])
        make = verifier.roll if cast[1] == "roll" else verifier.draw
        assert make(key, number, size, count) == values, name


def test_vectors_of_heads() -> None:
    vector = KEYS["head"]
    other = verifier.digest(b"pompey end")
    for index in range(100, 9, -1):
        other = verifier.link_before(raw(KEYS["gid"]), "seat/pompey", index, other)
    assert other.hex() == vector["pompey link 9"]
    seats = [(14, raw(KEYS["chain end"]["x_14"])), (9, other)]
    host, z = raw(vector["host link"]), raw(vector["z"])
    run = verifier.run_secret(raw(KEYS["gid"]), raw(KEYS["D"]), vector["run"], host, seats)
    sealed = verifier.sealed_secret(run, z)
    assert (run.hex(), sealed.hex()) == (vector["R"], vector["S"])
    bound = []
    for party, part in vector["parts"].items():
        salt = verifier.salt_of(sealed, vector["k"], party)
        assert salt.hex() == vector["salts"][party]
        bound.append(verifier.commitment(salt, json.loads(part)))
        assert bound[-1].hex() == vector["commitments"][party]
    public = json.loads(vector["public part"])
    assert verifier.head(raw(vector["previous head"]), public, bound).hex() == vector["head"]


def test_vectors_of_an_order_file() -> None:
    vector = KEYS["order file"]
    body = json.loads(vector["canonical body"])
    assert verifier.canon(body).decode() == vector["canonical body"]
    assert verifier.digest(verifier.canon(body)).hex() == vector["body digest"]
    header = json.loads(vector["canonical header"])
    assert verifier.canon(header).decode() == vector["canonical header"]
    signatures = verifier.Signatures()
    signatures.check(KEYS["public key"], "orders", verifier.canon(header), vector["signature"])
    with pytest.raises(verifier.Wrong):
        signatures.check(KEYS["public key"], "orders", b"{}", vector["signature"])


# -- games that were played ------------------------------------------------------------------------


def texts(folder: Path) -> list[tuple[str, str]]:
    return [
        (str(path), path.read_text(encoding="utf-8"))
        for path in sorted(folder.glob("reports/*/*.txt"))
    ]


@pytest.mark.parametrize("name", ["rubicon", "carrhae"])
def test_it_verifies_the_samples(name: str) -> None:
    """As a program, by itself: nothing of the referee can be imported where it runs."""
    folder = SAMPLES / name
    reports = sorted(folder.glob("reports/*/*.txt"))
    command = [sys.executable, "-I", "-W", "error", ROOT / "tests" / "verifier.py"]
    done = subprocess.run(
        [*command, folder / "charter.yaml", *reports], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(reports) > 30
    assert done.stdout.splitlines() == [
        "not checked: whether the text of a report is what its block says",
        f"{len(reports)} reports: nothing is wrong",
    ]


@pytest.mark.parametrize("name", ["julius-caesar/land", "end-of-the-triumvirate/provinces"])
def test_it_verifies_golden_games(name: str) -> None:
    golden = archive.load(name)
    reports = [
        (path, raw_report.decode())
        for path, raw_report in golden.files.items()
        if path.startswith("reports/")
    ]
    assert len(reports) == (golden.runs + 1) * len(golden.offer["seats"])
    assert verifier.verify(golden.files["charter.yaml"].decode(), reports)[0] == []


def test_it_shares_no_code_with_the_referee() -> None:
    text = (ROOT / "tests" / "verifier.py").read_text(encoding="utf-8")
    imported = re.findall(r"^\s*(?:import|from) (\w+)", text, re.MULTILINE)
    assert imported
    assert set(imported) <= sys.stdlib_module_names


# -- reports that were changed ---------------------------------------------------------------------


#: what only the rules can tell: texts, what dice showed in the data of an event, the order of what
#: lay in a bag, and report 0
ONLY_RULES = re.compile(
    r"(?:text|block|line \d+|public, (?:events|rolls), \d+): .*"
    r"|.*: it is not what the game begins with|own, remembered: .*"
)


class Both:
    """Both verifiers with one charter."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.signatures = verifier.Signatures()
        text = table.folder.joinpath("charter.yaml").read_text(encoding="utf-8")
        self.charter = verifier.Charter(text, self.signatures)

    def here(self, report: bytes) -> list[str]:
        """What `verify` says: place and reason."""
        try:
            found = verify(read_report(report), self.table.charter, self.table.ruleset)
        except Refused as trouble:
            return [fault.reason for fault in trouble.faults]
        return [str(finding) for finding in found]

    def there(self, report: bytes) -> list[str]:
        """What the independent verifier says."""
        faults: list[str] = verifier.Report("it", report, self.charter, self.signatures).faults
        return faults

    def agree(self, report: bytes) -> bool:
        """Whether both find something, or both nothing, but for what only the rules tell."""
        here, there = self.here(report), self.there(report)
        alone = [finding for finding in here if not ONLY_RULES.fullmatch(finding)]
        assert bool(there) == bool(alone) or (there and here), (here, there)
        return bool(there)


@pytest.fixture
def table(game: Callable[..., Table]) -> Table:
    """Three runs: hands were dealt, boasts made, cards shown, a die rolled, things drawn."""
    return game("duel", 3)


@pytest.fixture
def both(table: Table) -> Both:
    return Both(table)


def changed(sheet: Any, keys: Keys) -> Any:
    """The sheet with another leaf."""
    sheet = copy.deepcopy(sheet)
    place = sheet
    for key in keys[:-1]:
        place = place[key]
    place[keys[-1]] = other(place[keys[-1]])
    return sheet


def rebound(sheet: Any, charter: Charter) -> Any:
    """The sheet as a host makes it who binds his change to a new head."""
    sheet = copy.deepcopy(sheet)
    own = commitment(raw(sheet["salt"]), sheet["own"]).hex()
    sheet["commitments"][f"seat/{sheet['seat']}"] = own
    values = [raw(sheet["commitments"][party]) for party in charter.parties]
    sheet["head"] = head(raw(sheet["previous"]), sheet["public"], values).hex()
    return sheet


@pytest.mark.parametrize("number", [0, 3])
def test_both_find_every_leaf_that_was_changed(both: Both, table: Table, number: int) -> None:
    report = read_report(table.reports("red")[number].read_bytes())
    assert not both.agree(table.reports("red")[number].read_bytes())
    for keys in leaves(report.sheet):
        sheet = changed(report.sheet, keys)
        assert both.agree(write_report(report.text, sheet, report.signature)), keys


def test_both_find_the_same_leaves_that_a_host_changed_and_signed(both: Both, table: Table) -> None:
    """What he says of the run he may choose, as events; but no die, link, header or head."""
    report = read_report(table.report("red").read_bytes())
    found = {}
    for keys in leaves(report.sheet):
        sheet = changed(report.sheet, keys)
        found[keys] = both.agree(signed_report(report.text, sheet, table))
    # In whose words a report is, nothing else shows.
    assert [keys for keys, told in found.items() if not told] == [("wording",)]
    assert len(found) > 100


def test_both_find_the_same_leaves_that_a_host_changed_and_bound(both: Both, table: Table) -> None:
    report = read_report(table.report("red").read_bytes())
    free = set()
    for keys in leaves(report.sheet):
        if keys[0] in ("salt", "commitments", "head", "previous"):
            continue
        sheet = rebound(changed(report.sheet, keys), table.charter)
        try:
            forged = published(sheet, table)
        except Exception:  # no text can be made of it: then the old one is sent
            forged = signed_report(report.text, sheet, table)
        if not both.agree(forged):
            free.add(keys[3] if "rolls" in keys[:2] else keys[min(1, len(keys) - 1)])
    # Told in words, or heads, and events of a turn, that only older reports show, or what only its
    # seat or the rules can tell; each is bound by the head from now on.
    assert free == {
        "wording",
        "events",
        "words",
        "asked",
        "before",
        "recent",
        "turn",
        "standing",
        "remembered",
        "label",
        "items",
    }


def cast(sheet: Any, kind: str) -> Any:
    """The first roll (``values``) or open draw (``items``) of a report's run."""
    return next(roll for roll in sheet["public"]["rolls"] if kind in roll)


DAMAGE: dict[str, Callable[[Any], object]] = {
    "a die": lambda s: cast(s, "values")["values"].__setitem__(0, 7),
    "the number of a roll": lambda s: s["public"]["rolls"][0].update(number=1),
    "faces": lambda s: cast(s, "values").update(faces=300),
    "no faces": lambda s: cast(s, "values").update(faces=0),
    "a roll that is missing": lambda s: s["public"]["rolls"].pop(0),
    "a roll twice": lambda s: s["public"]["rolls"].insert(0, s["public"]["rolls"][0]),
    "too much drawn": lambda s: cast(s, "items").update(picked=list(range(7))),
    "a scope": lambda s: s["public"]["rolls"][0].update(scope="A"),
    "no header": lambda s: s["public"]["headers"].pop(),
    "a header twice": lambda s: s["public"]["headers"].append(s["public"]["headers"][0]),
    "the seat of a header": lambda s: s["public"]["headers"][0].update(seat="blue"),
    "a header's signature": lambda s: s["public"]["headers"][0].update(signature=["x"]),
    "no link of the host": lambda s: s["public"]["links"].pop("host"),
    "an old link": lambda s: s["links"].update(host=[0, 0, "0" * 64]),
    "another epoch": lambda s: s["links"]["host"].__setitem__(0, 1),
    "no commitment": lambda s: s["commitments"].pop("sealed"),
    "no recent heads": lambda s: s["public"]["recent"].clear(),
    "an older head": lambda s: s["public"]["recent"].pop(),
    "a key more": lambda s: s["public"].update(more="x"),
    "a key less": lambda s: s["public"].pop("ended"),
    "somebody due": lambda s: s["public"]["due"].append("nobody"),
    "a note of nobody": lambda s: s["public"]["notes"].append(["nobody", "x"]),
    "an end that goes on": lambda s: s["public"].update(ended={"how": "agreed draw"}),
    "over and somebody due": lambda s: s["public"].update(over=True),
    "another winner for one": lambda s: s["own"]["events"].append(
        {"at": 1, "adds": True, "kind": "shown", "data": {"winner": "blue"}}
    ),
    "an event behind all": lambda s: s["own"]["events"].append(
        {"at": 9, "adds": False, "kind": "whisper", "data": {}}
    ),
    "rolls of an event in a map": lambda s: s["public"]["events"].append(
        {"kind": "more", "data": {}, "rolls": {}}
    ),
    "items of a draw of nothing in a text": lambda s: cast(s, "items").update(items="", picked=[]),
    "a true number": lambda s: s.update(referee=True),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_both_find_what_a_host_forged(both: Both, table: Table, what: str) -> None:
    report = read_report(table.report("red").read_bytes())
    sheet = copy.deepcopy(report.sheet)
    DAMAGE[what](sheet)
    bound = sheet
    if "sealed" in sheet["commitments"]:
        bound = rebound(sheet, table.charter)
    assert both.agree(signed_report(report.text, bound, table))


def test_both_read_what_mail_may_do(both: Both, table: Table) -> None:
    good = table.report("red").read_bytes()
    for kind in (
        good.replace(b"\n", b"\r\n"),
        good.replace(b"\n", b"\r"),
        b"\xef\xbb\xbf" + good,
        good.replace(b"\n", b"  \n"),
        good + b"\n \n",
        good + b"sent from a train\n",
        b"Dear all,\n\n```\n" + good + b"```\n",
        b"".join(b"> " + line + b"\n" for line in good.split(b"\n")),
        good.replace(b"\n", b"\xc2\xa0\n"),
        good.decode().encode("utf-16"),
    ):
        assert not both.agree(kind)


def test_both_refuse_what_is_cut_or_spelt_otherwise(both: Both, table: Table) -> None:
    good = table.report("red").read_bytes()
    lines = good.split(b"\n")
    begin = lines.index(BEGIN.encode())
    signature = lines.index(verifier.SSH_BEGIN.encode())
    for kind in (
        good[:-30],
        good * 2,
        good.replace(b'"run":3', b'"run": 3', 1),
        good.replace(b'"run":3', b'"run":3,"run":3', 1),
        good.replace(b'"run":3', b'"run":3.0', 1),
        good.replace(b'"run":3', b'"run":' + b"[" * 50 + b"]" * 50, 1),
        good.replace(b'"red"', b'"\\u0072ed"', 1),
        good.replace(b'"red"', b'"\\ud800"', 1),
        b"\n".join([*lines[: begin + 1], b"{}", *lines[signature:]]),
        b"\n".join(lines[:signature] + lines[signature + 1 :]),
        b"\n".join(lines[: signature + 1] + lines[signature + 2 :]),
    ):
        assert both.agree(kind), kind[-2000:]
    for at in range(len(lines[signature + 1])):
        line = lines[signature + 1]
        sign = b"A" if line[at : at + 1] != b"A" else b"B"
        forged = [*lines[: signature + 1], line[:at] + sign + line[at + 1 :]]
        assert both.agree(b"\n".join([*forged, *lines[signature + 2 :]]))


def test_a_note_may_look_like_a_mark(table: Table) -> None:
    note = f"{'a' * 60} {BEGIN} {'b' * 75}"
    files = [table.orders("red", note=note), table.orders("blue")]
    assert table.apply(*files).status == 0
    assert not Both(table).agree(table.report("red").read_bytes())


# -- between reports, and the charter --------------------------------------------------------------


def test_both_miss_reports_and_find_two_stories(game: Callable[..., Table]) -> None:
    one, other = two_worlds(game)
    red, two = one.reports("red"), other.reports("red")
    charter = one.folder.joinpath("charter.yaml").read_text(encoding="utf-8")
    for paths, good in (
        (red, True),
        (red[::-1], True),
        ([*red, red[1]], True),
        (red[2:], True),
        ([red[1], red[3]], False),
        ([red[1], red[3], one.reports("blue")[2]], True),
        ([red[2], two[2]], False),
        ([red[2], two[3]], False),
        ([*red[:2], *two[2:]], True),
    ):
        named = [(str(path), path.read_text(encoding="utf-8")) for path in paths]
        assert (verifier.verify(charter, named)[0] == []) == good, paths
        reports = [Told(str(path), read_report(path.read_bytes()).sheet) for path in paths]
        assert (verify_story(reports) == []) == good, paths


def test_both_find_a_changed_charter(table: Table) -> None:
    text = table.folder.joinpath("charter.yaml").read_text(encoding="utf-8")
    assert verifier.verify(text, [])[0] == []
    for line in text.splitlines():
        at = len(line) - 1 - len(line) // 4
        if "BEGIN" in line or "END" in line or not line.strip():
            continue
        sign = "x" if line[at] != "x" else "y"
        forged = text.replace(line, line[:at] + sign + line[at + 1 :])
        with pytest.raises(Refused):
            read_charter(forged.encode())
        assert verifier.verify(forged, [])[0] != [], line


def test_both_read_a_charter_that_was_written_otherwise(table: Table) -> None:
    text = table.folder.joinpath("charter.yaml").read_text(encoding="utf-8")
    name = re.search(r"^  name: (.*)$", text, re.MULTILINE)
    assert name
    for kind in (
        text.replace("\n", "\r\n"),
        text.replace("\n", " \n"),
        "\ufeff" + text,
        "# a game\n\n" + text.replace("kind: charter", "Kind:   'charter'  # of it"),
        text.replace(name[0], f'  name: "{name[1]}"  # so called'),
        text.replace(name[0], f"  NAME:   {name[1]}"),
    ):
        game = read_charter(kind.encode()).game
        assert verifier.Charter(kind, verifier.Signatures()).game.hex() == game, kind


FOLDED = (
    "Caf\u00e9 \u2018x\u2019 \u201cy\u201d \u00abz\u00bb a\u2013b\u2212c\u2026 \u00a0d\u3000",
    "Cafe\u0301 \u1100\u1161 e\u0301\u0323 A\u030a \u212b",
    "newer \u1e9e\u0301 \U0001f600\u0301 o\u0302\u0301 \u0cca \U00011131\u0301",
    "  tabs\tand  runs\u2003\u2003of\u205fspaces\u2028there ",
)


@pytest.mark.parametrize("text", FOLDED)
def test_both_fold_alike(text: str) -> None:
    from referee.files.folding import fold

    assert verifier.fold(text) == fold(text)


def test_both_have_the_two_canonical_forms_and_nothing_else() -> None:
    controls = "".join(map(chr, range(32)))
    texts = {"text": controls + '"\\/\x7f\u2028\u00e9\U0001f600', "b": [], "a": {"\u00e9": ""}}
    assert verifier.canon(texts) == canonical(texts)
    data = {"b": [1, None, True, False, -7], "": "", "\ue000": [0, "0"], "\U00010000": texts}
    assert verifier.typed(data) == typed(data)
    for odd in (1, True, None, 1.5, {1: ""}, ("x",)):
        for form in (
            canonical,
            verifier.canon,
            *((typed, verifier.typed) if type(odd) not in (int, bool, type(None)) else ()),
        ):
            with pytest.raises((TypeError, AttributeError)):
                form({"x": odd})


def test_without_ssh_keygen_it_says_what_it_left_out(monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setattr(verifier.shutil, "which", lambda name: None)
    folder = SAMPLES / "carrhae"
    report = folder / "reports" / "caesar" / "0001.txt"
    assert verifier.main([str(folder / "charter.yaml"), str(report)]) == 2
    assert "not checked: 9 signatures, there is no ssh-keygen" in capsys.readouterr().out


def test_wrong_usage_and_files_that_are_not_there(tmp_path: Path, capsys: Any) -> None:
    assert verifier.main([]) == 2
    assert verifier.main([str(tmp_path / "none"), str(tmp_path / "none")]) == 2
    assert "cannot be read" in capsys.readouterr().err
