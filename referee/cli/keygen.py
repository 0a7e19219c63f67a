"""``referee keygen``."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.options import PATH, test_seed, warn_insecure
from referee.cli.output import read_passphrase, say, tell


@click.command(epilog="Example: referee keygen caesar-key")
@click.argument("keyfile", type=PATH)
@click.option("--passphrase", is_flag=True, help="Ask for a passphrase to protect the key with.")
@click.option("--passphrase-file", type=PATH, metavar="FILE", help="Read the passphrase from FILE.")
@click.option("--comment", default="", help="A comment to put into the public key.")
@test_seed
def keygen(
    keyfile: Path,
    passphrase: bool,
    passphrase_file: Path | None,
    comment: str,
    test_seed: int | None,
) -> None:
    """Make an Ed25519 key pair in OpenSSH format.

    KEYFILE is the private key, for you alone; KEYFILE.pub is the public one.  Anyone with the
    private key can play your seat, and your share of the dice comes from it: keep a copy safe.
    """
    from referee.proof.keys import fingerprint, generate, public_line, test_key, write_pair

    if test_seed is None:
        key = generate()
    else:
        warn_insecure()
        key = test_key(test_seed, keyfile.name)
    write_pair(keyfile, key, _passphrase(passphrase, passphrase_file), comment)
    say(f"wrote {keyfile} (keep it secret) and {keyfile}.pub")
    tell(fingerprint(public_line(key)))


def _passphrase(ask: bool, file: Path | None) -> bytes | None:
    if file is not None:
        return read_passphrase(file)
    if not ask:
        return None
    text: str = click.prompt("passphrase", hide_input=True, confirmation_prompt=True, err=True)
    return text.encode()
