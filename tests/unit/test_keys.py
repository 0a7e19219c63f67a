import base64
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_ssh_private_key

from referee.proof import keys
from referee.proof.keys import (
    KeyTrouble,
    fingerprint,
    generate,
    load_private,
    parse_public,
    public_blob,
    public_bytes,
    public_line,
    test_key,
    write_pair,
)

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "vectors.json").read_text("utf-8"))
LINE = VECTORS["keys, orders, heads"]["public key"]
KEY = generate(b"\x07" * 32)
SSH_KEYGEN = shutil.which("ssh-keygen")

needs_ssh_keygen = pytest.mark.skipif(SSH_KEYGEN is None, reason="no ssh-keygen")
needs_modes = pytest.mark.skipif(os.name != "posix", reason="no file modes")


def never() -> bytes:
    raise AssertionError("asked for a passphrase")


def trouble(call, *arguments) -> KeyTrouble:
    with pytest.raises(KeyTrouble) as caught:
        call(*arguments)
    return caught.value


def ssh_keygen(*arguments: str | Path) -> str:
    done = subprocess.run([SSH_KEYGEN, *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def test_vector_public_key() -> None:
    assert public_line(KEY) == LINE
    assert public_bytes(LINE) == KEY.public_key().public_bytes_raw()
    assert public_blob(LINE)[-32:] == public_bytes(LINE)
    assert len(public_blob(LINE)) == 51


def test_keys_are_new_or_from_a_seed() -> None:
    assert public_line(generate()) != public_line(generate())
    assert public_line(generate(bytes(32))) == public_line(generate(bytes(32)))
    with pytest.raises(ValueError, match="32"):
        generate(b"short")


def test_test_keys_can_be_made_again() -> None:
    assert public_line(test_key(1, "seat/a")) == public_line(test_key(1, "seat/a"))
    lines = {
        public_line(test_key(n, party)) for n in (1, 2, 12) for party in ("seat/a", "host", "2 x")
    }
    assert len(lines) == 9


@pytest.mark.parametrize("passphrase", [None, b"", b"open sesame \xc3\xa9"])
def test_a_pair_is_written_and_read(tmp_path: Path, passphrase: bytes | None) -> None:
    path = tmp_path / "caesar"
    write_pair(path, KEY, passphrase, "caesar@example.org")
    assert (tmp_path / "caesar.pub").read_text() == f"{LINE} caesar@example.org\n"
    ask = (lambda: passphrase) if passphrase else never
    assert public_line(load_private(str(path), ask)) == LINE


def test_a_pair_without_comment(tmp_path: Path) -> None:
    write_pair(tmp_path / "k", KEY)
    assert (tmp_path / "k.pub").read_bytes() == f"{LINE}\n".encode()


@needs_modes
def test_modes(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        write_pair(tmp_path / "k", KEY)
    finally:
        os.umask(old)
    assert (tmp_path / "k").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "k.pub").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("there", ["k", "k.pub"])
def test_nothing_is_overwritten(tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("old")
    found = trouble(write_pair, tmp_path / "k", KEY)
    assert found.reason == f"{tmp_path / there} exists"
    assert found.hint
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text() == "old"


def test_nowhere_to_write(tmp_path: Path) -> None:
    assert "cannot write" in str(trouble(write_pair, tmp_path / "no" / "k", KEY))


@pytest.mark.parametrize("full", [1, 2])
def test_a_full_disk_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: int
) -> None:
    calls = 0

    def fsync(_: int) -> None:
        nonlocal calls
        calls += 1
        if calls == full:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(keys.os, "fsync", fsync)
    assert "No space left" in trouble(write_pair, tmp_path / "k", KEY).reason
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("comment", ["two\nlines", "\x1b[31m"])
def test_a_comment_is_one_line(tmp_path: Path, comment: str) -> None:
    assert "one line" in str(trouble(write_pair, tmp_path / "k", KEY, None, comment))
    assert not list(tmp_path.iterdir())


def test_wrong_passphrase(tmp_path: Path) -> None:
    path = tmp_path / "k"
    write_pair(path, KEY, b"right")
    assert trouble(load_private, path, lambda: b"wrong").reason == f"wrong passphrase for {path}"
    assert trouble(load_private, path, lambda: b"").reason == f"{path} needs its passphrase"


def test_bcrypt_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_pair(tmp_path / "k", KEY, b"right")
    write_pair(tmp_path / "open", KEY)
    monkeypatch.setitem(sys.modules, "bcrypt", None)
    assert "bcrypt" in trouble(load_private, tmp_path / "k", never).reason
    assert "pip install" in trouble(write_pair, tmp_path / "l", KEY, b"x").hint
    assert not (tmp_path / "l.pub").exists()
    assert public_line(load_private(tmp_path / "open", never)) == LINE


@needs_modes
def test_bad_permissions_are_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "k"
    write_pair(path, KEY)
    told: list[str] = []
    load_private(path, never, told.append)
    assert told == []
    path.chmod(0o644)
    assert public_line(load_private(path, never, told.append)) == LINE
    assert told == [f"{path} can be read by others; `chmod 600 {path}` keeps it yours"]
    with pytest.warns(UserWarning, match="read by others"):
        load_private(path, never)


def test_a_key_that_mail_or_windows_changed(tmp_path: Path) -> None:
    path = tmp_path / "k"
    write_pair(path, KEY)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n") + b"\r\n")
    assert public_line(load_private(path, never)) == LINE


PEM = "-----BEGIN {}-----\nAAAA\n-----END {}-----\n"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "is not a private key"),
        ("hello", "is not a private key"),
        (f"{LINE} me", "is a public key"),
        ("ecdsa-sha2-nistp256 AAAA", "is a public key"),
        (PEM.format("RSA PRIVATE KEY", "RSA PRIVATE KEY"), "but: RSA PRIVATE KEY"),
        (PEM.format("PRIVATE KEY", "PRIVATE KEY"), "but: PRIVATE KEY"),
        ("PuTTY-User-Key-File-3: ssh-ed25519", "is a PuTTY key"),
        (PEM.format("OPENSSH PRIVATE KEY", "OPENSSH PRIVATE KEY"), "is damaged"),
        ("-----BEGIN OPENSSH PRIVATE KEY-----\n", "is damaged"),
        ("-----BEGIN OPENSSH PRIVATE KEY-----\n*\n-----END OPENSSH PRIVATE KEY-----", "is damaged"),
        ("x" * 70000, "too large"),
    ],
)
def test_other_files(tmp_path: Path, content: str, words: str) -> None:
    path = tmp_path / "k"
    path.write_text(content)
    path.chmod(0o600)
    assert words in trouble(load_private, path, never).reason


def test_no_file(tmp_path: Path) -> None:
    assert trouble(load_private, tmp_path / "k", never).reason == f"no key file {tmp_path / 'k'}"
    assert "is a folder" in trouble(load_private, tmp_path, never).reason


def test_every_cut_and_flip_is_trouble_or_the_key(tmp_path: Path) -> None:
    path = tmp_path / "k"
    write_pair(path, KEY)
    whole = path.read_bytes()
    for at in range(0, len(whole) - 1, 3):
        path.write_bytes(whole[:at])
        trouble(load_private, path, never)
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        try:
            found = load_private(path, lambda: b"x")
        except KeyTrouble:
            continue
        # What is left are changes of the padding and of line ends.
        assert public_line(found) == LINE, at


def test_an_open_key_is_refused_exactly_where_cryptography_refuses_it(tmp_path: Path) -> None:
    path = tmp_path / "k"
    write_pair(path, KEY)
    begin, *lines, end = path.read_bytes().splitlines()
    whole, differing = base64.b64decode(b"".join(lines)), []
    for at in range(len(whole)):
        for other in (whole[at] ^ 1, (whole[at] + 7) % 256):
            blob = whole[:at] + bytes([other]) + whole[at + 1 :]
            path.write_bytes(b"\n".join([begin, base64.b64encode(blob), end, b""]))
            theirs = opened(lambda: load_ssh_private_key(path.read_bytes(), None))
            if opened(lambda: load_private(path, never)) != theirs:
                differing.append(at)
    assert differing == []


def opened(read: Callable[[], object]) -> str:
    """The public line of the key that is read, "" if it is refused."""
    try:
        key = read()
    except (KeyTrouble, ValueError, TypeError, UnsupportedAlgorithm):
        return ""
    assert isinstance(key, Ed25519PrivateKey)
    return public_line(key) if public_line(key) == LINE else ""


@needs_ssh_keygen
@pytest.mark.parametrize("passphrase", ["", "open sesame"])
def test_ssh_keygen_reads_ours(tmp_path: Path, passphrase: str) -> None:
    path = tmp_path / "k"
    write_pair(path, KEY, passphrase.encode(), "me")
    shown = ssh_keygen("-y", "-P", passphrase, "-f", path)
    assert shown.split()[:2] == LINE.split()
    assert ssh_keygen("-l", "-f", tmp_path / "k.pub").split()[1] == fingerprint(LINE)


@needs_ssh_keygen
@pytest.mark.parametrize("passphrase", ["", "open sesame"])
def test_we_read_those_of_ssh_keygen(tmp_path: Path, passphrase: str) -> None:
    path = tmp_path / "k"
    ssh_keygen("-q", "-t", "ed25519", "-a", "2", "-N", passphrase, "-C", "a b", "-f", path)
    ask = (lambda: passphrase.encode()) if passphrase else never
    line = parse_public((tmp_path / "k.pub").read_text())
    assert public_line(load_private(path, ask)) == line


@needs_ssh_keygen
@pytest.mark.parametrize(
    ("cipher", "words"),
    [
        ("aes256-gcm@openssh.com", "wrong passphrase"),
        ("aes256-cbc", "wrong passphrase"),
        ("3des-cbc", "a cipher that is not supported"),
        ("chacha20-poly1305@openssh.com", "a cipher that is not supported"),
    ],
)
def test_other_ciphers(tmp_path: Path, cipher: str, words: str) -> None:
    path = tmp_path / "k"
    ssh_keygen("-q", "-t", "ed25519", "-a", "2", "-N", "right one", "-Z", cipher, "-f", path)
    assert words in trouble(load_private, path, lambda: b"wrong").reason
    if words == "wrong passphrase":
        line = parse_public((tmp_path / "k.pub").read_text())
        assert public_line(load_private(path, lambda: b"right one")) == line


@needs_ssh_keygen
@pytest.mark.parametrize("passphrase", ["", "open sesame"])
def test_another_type_is_told_without_asking(tmp_path: Path, passphrase: str) -> None:
    ssh_keygen("-q", "-t", "ecdsa", "-a", "2", "-N", passphrase, "-f", tmp_path / "k")
    found = trouble(load_private, tmp_path / "k", never)
    assert found.reason == 'a key of type "ecdsa-sha2-nistp256" cannot be used'
    assert "Ed25519" in found.hint


@pytest.mark.parametrize(
    "text", [LINE, f"{LINE}\n", f"\ufeff{LINE} me@home two words\r\n", f"{LINE}\t me \n\n"]
)
def test_public_keys(text: str) -> None:
    assert parse_public(text) == LINE


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "one line"),
        (f"{LINE}\n{LINE}\n", "one line"),
        ("ssh-ed25519", "cannot be used"),
        (f"restrict {LINE}", "cannot be used"),
        (LINE.replace("ssh-ed25519", "ssh-rsa"), "cannot be used"),
        (LINE[:-1], "damaged"),
        (LINE + "AAAA", "damaged"),
        (LINE + "=", "damaged"),
        (LINE + "====", "damaged"),
        (LINE.replace("AAAAC3", "AAAAC4"), "damaged"),
        (LINE.replace("AAAAC3", "AAA*C3"), "damaged"),
        ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA==", "damaged"),
        ("ssh-ed25519 é", "damaged"),
        ("   ", "one line"),
    ],
)
def test_bad_public_keys(text: str, words: str) -> None:
    assert words in trouble(parse_public, text).reason


def test_trouble_has_a_hint_in_its_text() -> None:
    assert str(KeyTrouble("a", "b")) == "a; b"
    assert str(KeyTrouble("a")) == "a"


def test_importing_is_cheap() -> None:
    code = (
        f"import sys, {keys.__name__}, referee.proof.sshsig; print('cryptography' in sys.modules)"
    )
    root = Path(keys.__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
