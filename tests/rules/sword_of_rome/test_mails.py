"""The Sword of Rome by mail: with *quiet* a player is asked for his own actions alone; two actions
in each file halve that."""

from __future__ import annotations

from tests.benchmarks.mails import ALONG, SETS, SWORD, measure
from tests.support.seeds import count

ROWS = SETS[SWORD, "four", "game turn"]
GAMES = count(3, 100)


def test_mails_of_a_game_turn_with_quiet() -> None:
    quiet = measure(ROWS["quiet"], GAMES, SWORD, "four")
    assert quiet.mails <= 26 * quiet.turns
    assert list(quiet.stops) == ["action"]


def test_mails_of_a_game_turn_with_two_actions_in_each_file() -> None:
    along = measure(ROWS[ALONG], GAMES, SWORD, "four", ALONG)
    assert along.mails <= 16 * along.turns
    assert list(along.stops) == ["action"]


def test_a_careful_player_too_is_asked_for_his_actions_alone() -> None:
    careful = measure(ROWS["careful"], GAMES, SWORD, "four")
    assert list(careful.stops) == ["action"]
