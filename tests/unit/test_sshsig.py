import base64
import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from referee.files.folding import fold
from referee.proof.chains import chain_end_message
from referee.proof.keys import generate, public_line, test_key
from referee.proof.sshsig import CHAIN_END, BadSignature, raw_signature, sign, verify

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "vectors.json").read_text("utf-8"))
KEYS = VECTORS["keys, orders, heads"]
ORDER = KEYS["order file"]
MESSAGE = ORDER["canonical header"].encode()
NAMESPACE = ORDER["namespace"]
KEY = generate(b"\x07" * 32)
LINE = KEYS["public key"]
RAW = raw_signature(KEY, MESSAGE, NAMESPACE)
SSH_KEYGEN = shutil.which("ssh-keygen")

needs_ssh_keygen = pytest.mark.skipif(SSH_KEYGEN is None, reason="no ssh-keygen")


def reason(
    armored: str, line: str = LINE, namespace: str = NAMESPACE, message: bytes = MESSAGE
) -> str:
    with pytest.raises(BadSignature) as caught:
        verify(line, namespace, message, armored)
    return str(caught.value)


def field(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


def armor(blob: bytes) -> str:
    text = base64.b64encode(blob).decode()
    return f"-----BEGIN SSH SIGNATURE-----\n{text}\n-----END SSH SIGNATURE-----\n"


def forged(**changes: bytes) -> str:
    """Return a signature with some of its fields replaced."""
    parts = {
        "magic": b"SSHSIG",
        "version": (1).to_bytes(4, "big"),
        "key": field(field(b"ssh-ed25519") + field(base64.b64decode(LINE.split()[1])[-32:])),
        "namespace": field(NAMESPACE.encode()),
        "reserved": field(b""),
        "hash": field(b"sha512"),
        "signature": field(field(b"ssh-ed25519") + field(RAW)),
        "rest": b"",
    } | changes
    return armor(b"".join(parts.values()))


def test_vector_signature() -> None:
    assert sign(KEY, NAMESPACE, MESSAGE) == ORDER["signature"]
    verify(LINE, NAMESPACE, MESSAGE, ORDER["signature"])


def test_vector_chain_end_secret() -> None:
    end = KEYS["chain end"]
    offer = bytes.fromhex(KEYS["offer digest"])
    message = chain_end_message(bytes.fromhex(KEYS["gid"]), end["party"], end["epoch"], offer)
    assert raw_signature(KEY, message).hex() == end["raw signature s"]
    assert end["namespace"] == CHAIN_END
    assert raw_signature(KEY, message, "referee-join").hex() != end["raw signature s"]


def test_the_raw_signature_is_inside_the_armored_one() -> None:
    body = "".join(sign(KEY, "referee-join", b"x").splitlines()[1:-1])
    assert base64.b64decode(body)[-64:] == raw_signature(KEY, b"x", "referee-join")


def test_what_mail_does_to_a_signature_is_no_fault() -> None:
    text = ORDER["signature"]
    changed = [
        text.replace("\n", "\r\n"),
        text.replace("\n", "\r"),
        "\ufeff" + text,
        text.replace("\n", " \t\n"),
        text.rstrip(),
        "\n\n" + text + "\n\n",
        fold(text),
    ]
    for variant in changed:
        assert variant != text
        verify(LINE, NAMESPACE, MESSAGE, variant)
    verify(LINE, NAMESPACE, MESSAGE, forged())


def test_reasons() -> None:
    good = ORDER["signature"]
    assert "does not match" in reason(good, message=MESSAGE + b" ")
    assert reason(good, namespace="referee-join") == (
        'the signature is for "referee-orders", not for "referee-join"'
    )
    assert reason(good, line=public_line(test_key(1, "a"))) == "the signature is by another key"
    assert "public key is damaged" in reason(good, line=LINE[:-2])
    assert "not sha512" in reason(forged(hash=field(b"sha256")))
    rsa = field(field(b"ssh-rsa") + field(b"\1\0\1") + field(b"n" * 9))
    assert reason(forged(key=rsa)) == 'the signature is by a key of type "ssh-rsa", not ssh-ed25519'


@pytest.mark.parametrize("text", ["", "x", "a b", "-----BEGIN PGP SIGNATURE-----\nAA==\n", LINE])
def test_no_armor(text: str) -> None:
    assert reason(text).startswith("it is not an SSH signature")


@pytest.mark.parametrize(
    "changed",
    [
        ORDER["signature"].replace("SSH SIGNATURE", "SSH SIGNATUR"),
        ORDER["signature"].replace("-----END SSH SIGNATURE-----\n", ""),
        "x" + ORDER["signature"],
        ORDER["signature"] + "x",
        ORDER["signature"] * 2,
        ORDER["signature"].replace("U1NI", "U1N*"),
        ORDER["signature"].replace("U1NI", "U1N\u200bI"),
        ORDER["signature"].replace("==\n", "\n"),
        ORDER["signature"].replace("BQ==\n", "BR==\n"),
        ORDER["signature"].replace("\n", "A" * 9000 + "\n", 1),
        armor(b""),
        forged(magic=b"SSHSIX"),
        forged(version=(2).to_bytes(4, "big")),
        forged(reserved=field(b"x")),
        forged(rest=b"\0"),
        forged(hash=(2**32 - 1).to_bytes(4, "big") + b"sha512"),
        forged(key=field(b"")),
        forged(key=field(field(b"ssh-ed25519") + field(b"k" * 31))),
        forged(signature=field(b"")),
        forged(signature=field(field(b"ssh-ed25519") + field(b"k" * 63))),
        forged(signature=field(field(b"ssh-ed25519") + field(b"k" * 65))),
        forged(signature=field(field(b"ssh-rsa") + field(b"k" * 64))),
        forged(signature=field(field(b"ssh-ed25519") + field(RAW) + b"x")),
        forged(signature=field(field(b"ssh-ed25519") + field(b"k" * 64))),
    ],
)  # fmt: skip
def test_damaged(changed: str) -> None:
    assert "signature" in reason(changed)


@pytest.mark.parametrize("size", [0, 63, 65])
def test_the_length_of_a_signature_is_told(size: int) -> None:
    inner = field(field(b"ssh-ed25519") + field(b"k" * size))
    assert reason(forged(signature=inner)) == "it is not an Ed25519 signature of 64 bytes"


def test_a_hostile_name_is_shown_harmlessly() -> None:
    text = reason(forged(namespace=field(b"\x1b[31m\n" + b"x" * 3000)))
    assert text.isprintable()
    assert len(text) < 100


def test_a_namespace_is_needed() -> None:
    with pytest.raises(ValueError, match="namespace"):
        sign(KEY, "", b"x")


def test_no_mutation_is_accepted() -> None:
    source = random.Random(22)
    good = ORDER["signature"]
    blob = base64.b64decode("".join(good.splitlines()[1:-1]))
    for _ in range(1500):
        mutant = bytearray(blob)
        kind = source.randrange(3)
        at = source.randrange(len(mutant))
        if kind == 0:
            mutant[at] ^= 1 << source.randrange(8)
        elif kind == 1:
            del mutant[at : at + source.randrange(1, 9)]
        else:
            mutant[at:at] = source.randbytes(source.randrange(1, 9))
        assert reason(armor(bytes(mutant)))
    for _ in range(1500):
        at = source.randrange(len(good))
        text = good[:at] + source.choice("AZaz09+/=-\x00é") + good[at + 1 :]
        if text != good:
            assert reason(text)


def run(*arguments: str | Path, **options) -> subprocess.CompletedProcess:
    return subprocess.run([SSH_KEYGEN, *arguments], capture_output=True, check=False, **options)


@needs_ssh_keygen
def test_ssh_keygen_verifies_ours(tmp_path: Path) -> None:
    signers, signature = tmp_path / "signers", tmp_path / "orders.sig"
    signers.write_text(f"caesar {LINE}\n")
    signature.write_text(sign(KEY, NAMESPACE, MESSAGE))
    check = ["-Y", "verify", "-f", signers, "-I", "caesar", "-s", signature]
    assert run(*check, "-n", NAMESPACE, input=MESSAGE).returncode == 0
    assert run(*check, "-n", NAMESPACE, input=MESSAGE + b"x").returncode != 0
    assert run(*check, "-n", "referee-join", input=MESSAGE).returncode != 0


@needs_ssh_keygen
def test_we_verify_what_ssh_keygen_signs(tmp_path: Path) -> None:
    key, message = tmp_path / "key", tmp_path / "message"
    assert run("-q", "-t", "ed25519", "-N", "", "-C", "me", "-f", key).returncode == 0
    message.write_bytes(MESSAGE)
    assert run("-q", "-Y", "sign", "-f", key, "-n", NAMESPACE, message).returncode == 0
    signature = (tmp_path / "message.sig").read_text()
    line = " ".join((tmp_path / "key.pub").read_text().split()[:2])
    verify(line, NAMESPACE, MESSAGE, signature)
    assert "does not match" in reason(signature, line=line, message=b"x")
    message.with_suffix(".sig").unlink()
    run("-q", "-Y", "sign", "-O", "hashalg=sha256", "-f", key, "-n", NAMESPACE, message)
    assert "sha256" in reason((tmp_path / "message.sig").read_text(), line=line)
