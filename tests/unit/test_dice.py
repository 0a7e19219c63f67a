import hashlib
import hmac
import json
import re
from pathlib import Path

import pytest

from referee.proof.chains import Chain, lp, tag, u16, u32
from referee.proof.dice import Dice, Scope, public_stream, run_secret, sealed_stream

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "vectors.json").read_text("utf-8"))
DICE = VECTORS["dice"]
HEAD = VECTORS["keys, orders, heads"]["head"]
GID = bytes.fromhex(DICE["gid"])
D = bytes.fromhex(DICE["D"])
TIMES = {"first": 0, "second": 1}


def link(party: str, i: int) -> bytes:
    return Chain(GID, party, 0, DICE["N"], hashlib.sha256(party.encode()).digest()).link(i)


def secret() -> bytes:
    seats = [(0, 3, link("seat/a", 3)), (0, 2, link("seat/b", 2))]
    return run_secret(D, GID, DICE["run"], link("host", 3), seats)


def dice() -> Dice:
    return Dice(secret(), link("sealed", 3))


def test_vector_secret_and_streams() -> None:
    assert secret().hex() == DICE["R"]
    assert public_stream(secret()).hex() == DICE["P"]
    assert sealed_stream(link("sealed", 3), secret()).hex() == DICE["S"]


def test_vector_of_a_run_with_two_seats_whose_links_have_other_numbers() -> None:
    keys = VECTORS["keys, orders, heads"]
    gid, charter = bytes.fromhex(keys["gid"]), bytes.fromhex(keys["D"])
    pompey = Chain(gid, "seat/pompey", 0, 100, hashlib.sha256(b"pompey end").digest()).link(9)
    assert pompey.hex() == HEAD["pompey link 9"]
    seats = [(0, 14, bytes.fromhex(keys["chain end"]["x_14"])), (0, 9, pompey)]
    found = run_secret(charter, gid, HEAD["run"], bytes.fromhex(HEAD["host link"]), seats)
    assert found.hex() == HEAD["R"]
    assert sealed_stream(bytes.fromhex(HEAD["z"]), found).hex() == HEAD["S"]


@pytest.mark.parametrize("title", [key for key in DICE if key.endswith(" opening")])
def test_vector_rolls_and_draws(title: str) -> None:
    stream, path, times = re.fullmatch(r"(\w+) (\S+), (\w+) opening", title).groups()
    found = dice()
    scopes = [getattr(found, stream)(path) for _ in range(TIMES[times] + 1)]
    scope = scopes[-1]
    assert (scope.path, scope.opening) == (path, TIMES[times])
    for name, values in DICE[title].items():
        word, number, a, b = re.fullmatch(r"(\w+) (\d+), (\d+)(?:d| of )(\d+)", name).groups()
        assert scope.number == int(number)
        assert getattr(scope, word)(int(a), int(b)) == values, name
    assert scope.number == len(DICE[title])


def test_every_input_moves_the_dice() -> None:
    seats = [(0, 3, link("seat/a", 3)), (0, 2, link("seat/b", 2))]
    host = link("host", 3)
    other = bytes(32)
    found = [
        run_secret(D, GID, 3, host, seats),
        run_secret(other, GID, 3, host, seats),
        run_secret(D, GID[::-1], 3, host, seats),
        run_secret(D, GID, 4, host, seats),
        run_secret(D, GID, 3, other, seats),
        run_secret(D, GID, 3, host, seats[::-1]),
        run_secret(D, GID, 3, host, seats[:1]),
        run_secret(D, GID, 3, host, [(1, 3, seats[0][2]), seats[1]]),
        run_secret(D, GID, 3, host, [(0, 2, seats[0][2]), seats[1]]),
    ]
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    "call",
    [
        lambda: run_secret(D[1:], GID, 1, bytes(32), []),
        lambda: run_secret(D, GID[1:], 1, bytes(32), []),
        lambda: run_secret(D, GID, 1, bytes(31), []),
        lambda: run_secret(D, GID, 1, bytes(32), [(0, 1, bytes(33))]),
    ],
)
def test_lengths_are_checked(call) -> None:
    with pytest.raises(ValueError, match="bytes"):
        call()


def test_the_order_of_battles_moves_no_die() -> None:
    one, two = dice(), dice()
    genua, roma = one.public("battle/genua"), one.public("battle/roma")
    first = [genua.roll(5, 6), roma.roll(5, 6), genua.roll(5, 6)]
    roma, genua = two.public("battle/roma"), two.public("battle/genua")
    assert [genua.roll(5, 6), roma.roll(5, 6), genua.roll(5, 6)] == first
    assert first[0] != first[2]


def test_openings_count_by_stream_and_path() -> None:
    found = dice()
    openings = [
        found.public("a").opening,
        found.public("a").opening,
        found.public("b").opening,
        found.sealed("a").opening,
        found.sealed("a").opening,
        found.public("a").opening,
    ]
    assert openings == [0, 1, 0, 0, 1, 2]
    assert found.openings == {"public": {"a": 3, "b": 1}, "sealed": {"a": 2}}


def test_streams_differ() -> None:
    found = dice()
    assert found.public("a").roll(40, 6) != found.sealed("a").roll(40, 6)


def test_openings_survive_a_checkpoint() -> None:
    before = dice()
    before.public("a")
    saved = json.loads(json.dumps(before.openings))
    expected = before.public("a").roll(20, 6)
    after = dice()
    after.openings = saved
    assert after.public("a").roll(20, 6) == expected
    assert saved == {"public": {"a": 1}, "sealed": {}}
    assert after.openings == before.openings
    before.openings["public"]["a"] = 7
    assert before.openings["public"]["a"] == 2


@pytest.mark.parametrize(
    "wrong",
    [{}, {"public": {}}, {"public": {}, "sealed": {}, "x": {}}, {"public": {"a": -1}, "sealed": {}},
     {"public": {"a": "1"}, "sealed": {}}, {"public": {"a": True}, "sealed": {}}],
)  # fmt: skip
def test_other_openings_are_refused(wrong) -> None:
    with pytest.raises(ValueError, match="openings"):
        dice().openings = wrong


def test_without_z_only_public_dice() -> None:
    found = Dice(secret())
    assert found.public("a").roll(9, 6) == dice().public("a").roll(9, 6)
    with pytest.raises(ValueError, match="sealed link"):
        found.sealed("a")


@pytest.mark.parametrize("path", ["a", "705/3/battle/genua", "-", "x" * 120])
def test_good_paths(path: str) -> None:
    assert dice().public(path).path == path


@pytest.mark.parametrize("path", ["", "x" * 121, "A", "a b", "a_b", "é", "a\n", "a.", "\u0661"])
def test_bad_paths_open_nothing(path: str) -> None:
    found = dice()
    with pytest.raises(ValueError, match="path"):
        found.public(path)
    assert found.openings == {"public": {}, "sealed": {}}


@pytest.mark.parametrize(("count", "faces"), [(-1, 6), (65536, 6), (1, 1), (1, 257), (1, 0)])
def test_rolls_out_of_bounds_use_no_number(count: int, faces: int) -> None:
    scope = dice().public("a")
    with pytest.raises(ValueError, match="cannot roll"):
        scope.roll(count, faces)
    assert scope.number == 0


@pytest.mark.parametrize(("k", "m"), [(-1, 5), (6, 5), (1, 257), (1, 0)])
def test_draws_out_of_bounds(k: int, m: int) -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        dice().public("a").draw(k, m)


def test_nothing_rolled_or_drawn_takes_a_number() -> None:
    scope = dice().public("a")
    assert (scope.roll(0, 6), scope.draw(0, 5), scope.draw(0, 0)) == ([], [], [])
    assert scope.number == 3


def test_bytes_above_the_last_multiple_do_not_count() -> None:
    # Written out byte by byte from the definition; 129 faces refuse half of all bytes.
    stream = bytes(range(32))
    key = hmac.digest(stream, tag("scope") + lp("a") + u32(4), "sha256")
    start = tag("roll") + u32(0) + u16(129) + u16(100)
    blocks = b"".join(hmac.digest(key, start + u32(j), "sha256") for j in range(20))
    expected = [1 + v for v in blocks if v < 129][:100]
    assert Scope(stream, "a", 4).roll(100, 129) == expected
    assert len(expected) == 100


@pytest.mark.parametrize("faces", [2, 3, 6, 10, 100, 255, 256])
def test_all_faces_come_up(faces: int) -> None:
    values = Scope(bytes(32), "a", 0).roll(faces * 40, faces)
    assert set(values) == set(range(1, faces + 1))


def test_a_draw_is_a_fair_sample() -> None:
    counts = dict.fromkeys(range(5), 0)
    scope = Scope(bytes(32), "a", 0)
    for _ in range(2000):
        drawn = scope.draw(2, 5)
        assert len(set(drawn)) == 2
        for item in drawn:
            counts[item] += 1
    assert all(700 < count < 900 for count in counts.values()), counts
    assert sorted(scope.draw(256, 256)) == list(range(256))
