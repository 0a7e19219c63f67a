"""What cheats do in stories: files that no honest program would write, signed with real keys."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import zipfile
from pathlib import Path
from typing import Any

from referee.charter.papers import namespace, read_charter
from referee.files.strict_yaml import read
from referee.files.write_yaml import emit
from referee.orders.order_file import read_orders
from referee.playable import pinned
from referee.proof import sshsig
from referee.proof.canonical import typed, typed_digest
from referee.proof.keys import load_private
from referee.report.report_file import read_report, write_report
from referee.report.text import render
from referee.ruleset import of_game
from tests.support.forging import following, headed

Tree = dict[str, Any]


def _changed(tree: Tree, changes: list[str]) -> Tree:
    """A tree with ``place.of.key=JSON`` changes; ``key`` alone takes a key out."""
    tree = json.loads(typed(tree))
    for change in changes:
        place, found, value = change.partition("=")
        *above, last = place.split(".")
        at: Any = tree
        for key in above:
            at = at[int(key) if isinstance(at, list) else key]
        key = int(last) if isinstance(at, list) else last
        if found:
            at[key] = json.loads(value)
        else:
            del at[key]
    return tree


def forge_report(words: list[str]) -> None:
    """``forge-report OLD NEW GAME [CHANGE ...]``: the host signs a report with changes in its
    block, and a text that says the same."""
    old, new, folder, *changes = words
    charter = read_charter(Path(folder, "charter.yaml").read_bytes())
    sheet = _changed(read_report(Path(old).read_bytes()).sheet, changes)
    text = render(sheet, charter.offer, charter.insecure, of_game(charter.offer))
    key = load_private(Path("keys/host"), bytes)
    signature = sshsig.sign(key, namespace("report"), typed(sheet))
    Path(new).write_bytes(write_report(text, sheet, signature))


def make_up_report(words: list[str]) -> None:
    """``make-up-report OLD NEW GAME NUMBER``: the host signs a report of a run that never was; it
    follows OLD, and calls its seat due."""
    old, new, folder, number = words
    charter = read_charter(Path(folder, "charter.yaml").read_bytes())
    key = load_private(Path("keys/host"), bytes)
    sheet = following(charter, key, read_report(Path(old).read_bytes()).sheet, int(number))
    text = render(sheet, charter.offer, charter.insecure, of_game(charter.offer))
    signature = sshsig.sign(key, namespace("report"), typed(sheet))
    Path(new).write_bytes(write_report(text, sheet, signature))


def tell_otherwise(words: list[str]) -> None:
    """``tell-otherwise OLD NEW GAME [CHANGE ...]``: as forge-report, but positions and head fit
    the changes too."""
    old, new, folder, *changes = words
    charter = read_charter(Path(folder, "charter.yaml").read_bytes())
    sheet = _changed(read_report(Path(old).read_bytes()).sheet, changes)
    for part in ("public", "own"):
        sheet[part]["state"] = typed_digest(sheet["state"][part])
    sheet = headed(charter, sheet)
    text = render(sheet, charter.offer, charter.insecure, of_game(charter.offer))
    signature = sshsig.sign(
        load_private(Path("keys/host"), bytes), namespace("report"), typed(sheet)
    )
    Path(new).write_bytes(write_report(text, sheet, signature))


def upgrade_to_the_same(words: list[str]) -> None:
    """``upgrade-to-the-same OLD NEW GAME [CHANGE ...]``: as tell-otherwise, with an upgrade to the
    rules of the charter."""
    old, new, folder, *changes = words
    charter = read_charter(Path(folder, "charter.yaml").read_bytes())
    rules, since = (
        json.dumps(pinned(charter.offer)),
        read_report(Path(old).read_bytes()).sheet["run"],
    )
    upgraded = [f"public.rules={rules}", f"public.since={since}", "public.reopened=true"]
    tell_otherwise([old, new, folder, *upgraded, *changes])


def retext(words: list[str]) -> None:
    """``retext OLD NEW FROM TO``: other words in a file, bytes and all, with no new signature."""
    old, new, *pairs = words
    text = Path(old).read_text(encoding="utf-8")
    for one, other in zip(pairs[::2], pairs[1::2], strict=True):
        assert one in text, one
        text = text.replace(one, other.encode().decode("unicode_escape"))
    Path(new).write_text(text, encoding="utf-8")


def rebundle(words: list[str]) -> None:
    """``rebundle OLD NEW MEMBER FROM TO``: another text in a file of a bundle."""
    old, new, member, one, other = words
    with zipfile.ZipFile(old) as bundle, zipfile.ZipFile(new, "w") as made:
        for name in bundle.namelist():
            raw = bundle.read(name)
            assert name != member or one.encode() in raw, one
            made.writestr(name, raw.replace(one.encode(), other.encode(), name == member))
        assert member in bundle.namelist()


def sign_anyhow(words: list[str]) -> None:
    """``sign-anyhow OLD NEW KEY [KEY=VALUE ...]``: an order file with other values, or without a
    key, signed with whose key ever."""
    old, new, key, *changes = words
    tree = dict(read_orders(Path(old).read_bytes()).tree)
    for change in changes:
        name, found, value = change.partition("=")
        tree = {k: v for k, v in tree.items() if k != name}
        if found:
            tree[name] = json.loads(value)
    file = read_orders(emit(tree).encode())
    signature = sshsig.sign(
        load_private(Path(key), bytes), namespace("orders"), file.header_bytes()
    )
    Path(new).write_text(emit({**tree, "signature": signature}), encoding="utf-8")


def copy(words: list[str]) -> None:
    """``copy OLD NEW``: a file or a folder."""
    old, new = words
    if Path(old).is_dir():
        shutil.copytree(old, new)
    else:
        shutil.copy(old, new)


def delete(words: list[str]) -> None:
    """``delete NAME``: a file or a folder."""
    (name,) = words
    if Path(name).is_dir():
        shutil.rmtree(name)
    else:
        Path(name).unlink()


def link(words: list[str]) -> None:
    """``link TO NAME``: a symbolic link."""
    to, name = words
    Path(name).symlink_to(Path(to).absolute())


def pipe(words: list[str]) -> None:
    """``pipe NAME``: a file that never ends, or begins, to be read."""
    (name,) = words
    os.mkfifo(name)


def by_powershell(words: list[str]) -> None:
    """``by-powershell OLD NEW``: a file as ``>`` writes it in PowerShell 5."""
    old, new = words
    text = Path(old).read_text(encoding="utf-8").replace("\n", "\r\n")
    Path(new).write_bytes(text.encode("utf-16"))


def by_a_word_processor(words: list[str]) -> None:
    """``by-a-word-processor OLD NEW``: straight quotes become curly ones, spaces no-break ones."""
    old, new = words
    text = Path(old).read_text(encoding="utf-8")
    text = re.sub(r'"([^"\n]*)"', "\u201c\\1\u201d", text)
    text = re.sub(r"'([^'\n]*)'", "\u2018\\1\u2019", text)
    Path(new).write_text(text.replace(": ", ":\u00a0"), encoding="utf-8")


def rekey(words: list[str]) -> None:
    """``rekey OLD NEW KEY POINT``: a paper in which the public key of a party is another point, in
    hex, with a signature that a key of small order would make of anything.

    KEY: the public key file of the party that had signed it."""
    old, new, key, point = words
    line = " ".join(Path(key).read_text().split()[:2])
    raw = base64.b64decode(line.split()[1])
    other = f"ssh-ed25519 {base64.b64encode(raw[:-32] + bytes.fromhex(point)).decode()}"
    text = "".join(part.strip() for part in Path(old).read_text().split("\n"))
    assert line.split()[1] in text
    tree = _rekeyed(dict(read(Path(old).read_bytes()).tree), line, other)
    Path(new).write_text(emit(tree), encoding="utf-8")


def _rekeyed(tree: Any, line: str, other: str) -> Any:
    """A tree with one text for another, wherever it stands as a whole."""
    if isinstance(tree, dict):
        return {key: _rekeyed(value, line, other) for key, value in tree.items()}
    if isinstance(tree, list):
        return [_rekeyed(value, line, other) for value in tree]
    return other if " ".join(tree.split()) == line else tree


TRICKS = {
    "copy": copy,
    "delete": delete,
    "link": link,
    "pipe": pipe,
    "by-powershell": by_powershell,
    "by-a-word-processor": by_a_word_processor,
    "rekey": rekey,
    "forge-report": forge_report,
    "make-up-report": make_up_report,
    "tell-otherwise": tell_otherwise,
    "upgrade-to-the-same": upgrade_to_the_same,
    "retext": retext,
    "rebundle": rebundle,
    "sign-anyhow": sign_anyhow,
}
