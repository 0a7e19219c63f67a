"""Files that are written fit a mail, and are read back as they were."""

from __future__ import annotations

import random
from typing import Any

from referee.files.folding import fold
from referee.files.strict_yaml import read
from referee.files.write_yaml import emit
from referee.kit.lines import TRAVELS, room
from tests.support.seeds import with_seeds

SIGNS = "ab Z9.,:;!?'\"\\#-[]{}&*|>%@`~/_+=( )" + "äß" + "漢語" + "😀" + "\u0301" + "гд" + "אב"
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + "x/+" * 10 + "abc" * 2 + "Z"


def some_text(chance: random.Random) -> str:
    """Of any length: names, sentences, words without an end, blanks anywhere."""
    size = chance.choice((0, 1, 5, 20, 64, 71, 75, 150, 400))
    signs = chance.choice(
        (SIGNS, "ab cd ", "x", "漢", "\\", '"', "a  b", SIGNS + "\n\t\u00a0\u2028")
    )
    return "".join(chance.choice(signs) for _ in range(size))


def some_tree(chance: random.Random, levels: int = 3) -> Any:
    kind = chance.choice(("text", "text", "map", "list")) if levels else "text"
    if kind == "text":
        return some_text(chance)
    if kind == "list":
        return [some_tree(chance, levels - 1) for _ in range(chance.randint(0, 4))]
    return some_map(chance, levels - 1)


def some_map(chance: random.Random, levels: int) -> dict[str, Any]:
    keys = [f"key {number}" for number in range(chance.randint(0, 4))]
    return {key: some_tree(chance, levels) for key in keys}


def meant(tree: Any) -> Any:
    """A line that is a word alone may be a map with nothing behind it."""
    if isinstance(tree, dict):
        return {key: meant(value) for key, value in tree.items()}
    if isinstance(tree, list):
        alone = [isinstance(item, dict) and list(item.values()) == [{}] for item in tree]
        return [
            next(iter(item)) if word else meant(item)
            for item, word in zip(tree, alone, strict=True)
        ]
    return tree


@with_seeds(range(300), few=100)
def test_any_tree_is_read_back_and_no_line_is_longer_than_a_mail_allows(seed: int) -> None:
    chance = random.Random(seed)
    tree = {"a": some_tree(chance), "orders": [some_tree(chance) for _ in range(3)], "z": "end"}
    text = emit(tree)
    assert meant(read(text.encode(), 1 << 20).tree) == meant(tree)
    assert max(map(room, text.split("\n"))) <= TRAVELS
    assert not any(line.endswith(" ") for line in text.split("\n"))


@with_seeds(range(100))
def test_a_note_is_read_as_the_same_words(seed: int) -> None:
    """A line end in a note is a blank, so it is written in lines, without quotes where they would
    need escapes."""
    note = fold(some_text(random.Random(seed)))
    text = emit({"note": note, "notes": {"red": note}})
    tree = read(text.encode()).tree
    assert isinstance(tree, dict) and isinstance(tree["notes"], dict)
    assert [fold(str(tree["note"])), fold(str(tree["notes"]["red"]))] == [note, note]
    assert max(map(room, text.split("\n"))) <= TRAVELS


def test_a_note_is_written_without_escapes() -> None:
    said = 'He said: "Alea iacta est", and wrote it on a wall \\ in letters of some size.'
    assert emit({"note": said}) == (
        'note: |\n  He said: "Alea iacta est", and wrote it on a wall \\ in letters of some\n'
        "  size.\n"
    )
    assert emit({"note": "Salve"}) == "note: Salve\n"


def test_a_public_key_and_a_digest_fit_their_lines() -> None:
    key, digest = "ssh-ed25519 " + "A" * 68, "5c" * 32
    tree = {"joins": [{"kind": "join", "offer": digest, "key": key, "anchor": digest}]}
    assert emit(tree) == (
        f"joins:\n- kind: join\n  offer:\n    {digest}\n  key: ssh-ed25519\n    {'A' * 68}\n"
        f"  anchor:\n    {digest}\n"
    )


def test_long_order_lines_are_broken_between_names() -> None:
    blocks = [f"Legio {number}" for number in range(1, 12)]
    text = emit({"orders": [{"move": {"from": "Rome", "blocks": blocks, "to": "Genua"}}]})
    assert text == (
        "orders:\n  - move: {from: Rome, blocks: [Legio 1, Legio 2, Legio 3, Legio 4,\n"
        "      Legio 5, Legio 6, Legio 7, Legio 8, Legio 9, Legio 10, Legio 11],\n"
        "      to: Genua}\n"
    )


def test_what_is_told_of_a_key_stands_above_it() -> None:
    text = emit({"game": "5c" * 32}, {"game": "a game of some name " * 5})
    assert max(map(len, text.split("\n"))) <= TRAVELS
    assert text.startswith("# a game of some name a game") and f"\ngame: {'5c' * 32}\n" in text
