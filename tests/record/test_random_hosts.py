"""Random games of one seat against the rules of its record: an honest host, by whom nobody may be
refused without need; and one who signs whatever he likes, who gets no link before its time."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, field

import pytest

from referee.fault import Refused
from referee.record.pages import Header, Page
from referee.record.signer_record import Record, Stamp, from_tree, tree
from referee.record.signing_rules import Asked, first_needed, next_file, signed

NEW = Record("ssh-ed25519 host", "ab" * 16, "red")
D = "d" * 64
Story = list[Page]


def link(number: int) -> str:
    return f"link {number}"


def number_of(text: str, at_most: int) -> int | None:
    number = int(text.removeprefix("link "))
    return number if number <= at_most else None


def grown(story: Story, name: str, due: bool, absent: bool, own: list[Header]) -> Story:
    """A story with one more report, whose head has this name."""
    before = story[-1] if story else None
    recent = (before.head, *before.recent)[:8] if before else ()
    head = hashlib.sha256(name.encode()).hexdigest()
    return [*story, Page(len(story), head, recent, due, absent, tuple(own))]


@dataclass
class Player:
    """A seat with its record; every file that it has ever signed."""

    record: Record | None = None
    files: list[Header] = field(default_factory=list)
    #: highest number of a link in any of these
    given: int = 0

    def sign(self, pages: Story, accept: str = "") -> tuple[Stamp, list[str]]:
        """Sign by these reports; raises Refused."""
        known = self.record or NEW
        stamp, record, said = next_file(known, pages, D, number_of, Asked(accept))
        after = max(pages, key=lambda one: one.number).head
        self.record = from_tree(tree(signed(record, stamp, after, D)))
        if stamp.number is not None:
            assert stamp.number <= self.given + 1, "a link was skipped"
            self.given = max(self.given, stamp.number)
            self.files.append(Header(stamp.run, after, stamp.edition, link(stamp.number)))
        return stamp, said


# -- an honest host --------------------------------------------------------------------------------


@dataclass
class Honest:
    """A host who tells what happened, over a mail that loses and delays."""

    chance: random.Random
    story: Story = field(default_factory=list)
    late: list[Header] = field(default_factory=list)
    shown: int = 0

    def counted(self) -> int:
        """The number that the next header must have, by the headers that were shown."""
        shown = [number_of(h.link, 10**6) or 0 for one in self.story for h in one.own]
        return max([0, *shown]) + 1

    def run(self, came: list[Header]) -> None:
        """Make the next run with the newest of the files that came, or without one."""
        due = self.chance.random() < 0.6
        number = len(self.story)
        used = [max(came, key=lambda file: file.edition)] if came else []
        if used:
            assert link(self.counted()) == used[0].link, "not the link that the headers count"
        missed = bool(self.story) and self.story[-1].due and not used
        late, self.late = self.late, []
        self.story = grown(self.story, f"{number}", due or number == 0, missed, [*used, *late])


def honest_game(chance: random.Random, deadline: bool, runs: int = 25) -> Player:
    host, player, kept = Honest(chance), Player(), [NEW]
    host.run([])
    while len(host.story) <= runs:
        came: list[Header] = []
        while host.story[-1].due and not came:
            for _ in range(chance.choice((1, 1, 1, 2, 3))):  # corrections
                lose(player, kept, chance)
                since = first_needed(player.record)
                before = len(player.files)
                player.sign(host.story[chance.randint(0, since) :])
                came += [file for file in player.files[before:] if chance.random() < 0.7]
            if deadline and not came and chance.random() < 0.5:
                break
        if not host.story[-1].due and chance.random() < 0.5:
            stamp, _ = player.sign(host.story[first_needed(player.record) :])
            assert stamp.number is None
        if deadline and came and chance.random() < 0.3 and len(host.story) > 1:
            host.run([])
            host.late = [file for file in came if chance.random() < 0.5]
        else:
            host.run(came)
        if player.record is not None:
            kept.append(player.record)
    return player


def lose(player: Player, kept: list[Record], chance: random.Random) -> None:
    """The record is deleted, or put back from an old copy, now and then."""
    what = chance.random()
    if what < 0.05:
        player.record = None
    elif what < 0.1:
        player.record = chance.choice(kept)


@pytest.mark.parametrize("deadline", [False, True])
def test_an_honest_host_is_never_refused_a_file(deadline: bool) -> None:
    given = 0
    for seed in range(200):
        given += honest_game(random.Random(seed), deadline).given
    assert given > 1500


# -- a host who signs whatever he likes ------------------------------------------------------------


@dataclass
class Forger:
    """A host with many stories, all of which he signs."""

    chance: random.Random
    stories: list[Story] = field(default_factory=list)
    made: int = 0

    def grow(self, files: list[Header]) -> None:
        """Make one more report, somewhere, that says anything."""
        chance = self.chance
        story = chance.choice([*self.stories[-4:], *self.stories]) if self.stories else []
        if story and chance.random() < 0.2:
            story = story[: chance.randint(1, len(story))]
        fits = [f for f in files if story and f.run == len(story) and f.after == story[-1].head]
        own = fits[-1:] if chance.random() < 0.8 else chance.sample(files, min(len(files), 1))
        self.made += 1
        due = chance.random() < 0.7 or not story
        head = "0" if not story else f"{len(story)}-{self.made}"
        self.stories.append(grown(story, head, due, chance.random() < 0.3, own))

    def shown(self) -> Story:
        """What he sends: a story, some of it, or parts of two; at times with a false number."""
        chance = self.chance
        pages = list(chance.choice([*self.stories[-5:], *self.stories]))
        what = chance.random()
        if what < 0.2:
            pages = chance.sample(pages, chance.randint(1, len(pages)))
        elif what < 0.4:
            pages += chance.choice(self.stories)
        elif what < 0.5:
            pages[-1] = pages[-1]._replace(number=chance.choice((9999, len(pages) + 1)))
        return pages


def forged_game(chance: random.Random, trials: int = 120) -> tuple[Player, int, int]:
    """The player after many tries; how often he was refused, and gave a link again."""
    host, player, refusals, repeated = Forger(chance), Player(), 0, 0
    for _ in range(trials):
        host.grow(player.files)
        pages = host.shown()
        before = {file.link for file in player.files}
        known = list(player.files)
        try:
            stamp, said = player.sign(pages)
        except Refused:
            refusals += 1
            continue
        if stamp.number is None or link(stamp.number) not in before:
            continue
        told = [(f.run, f.after) for f in known if f.link == link(stamp.number)]
        # Another edition is the same file; that no two are alike is told below.
        if (stamp.run, player.files[-1].after) not in told:
            repeated += 1
            assert any("the host may know it" in word for word in said)
            assert absent(pages, told[-1][0]), "a link was given twice, and no report told why"
    return player, refusals, repeated


def absent(pages: Story, run: int) -> bool:
    """Whether a report says that the file for the run did not come."""
    return any(one.number == run and one.absent for one in pages)


def test_a_forger_gets_no_link_twice_or_out_of_turn() -> None:
    given = refusals = again = 0
    for seed in range(200):
        player, refused, repeated = forged_game(random.Random(seed))
        given, refusals = given + player.given, refusals + refused
        again += repeated
        numbers = [number_of(file.link, 10**6) for file in player.files]
        assert set(numbers) == set(range(1, player.given + 1))
        marks = [(file.run, file.after, file.edition) for file in player.files]
        assert len(set(marks)) == len(marks), "two files with one edition"
    assert given > 400
    assert refusals > 6000
    assert again > 10


def test_a_forger_who_accepts_for_the_player_gets_no_link_out_of_turn() -> None:
    """--accept may give a known link again, for it says so; it skips none."""
    given = 0
    for seed in range(120):
        chance = random.Random(seed)
        host, player = Forger(chance), Player()
        for _ in range(80):
            host.grow(player.files)
            pages = host.shown()
            newest = max(pages, key=lambda one: one.number)
            try:
                player.sign(pages, accept=newest.head)
            except Refused:
                continue
        given += player.given
        numbers = {number_of(file.link, 10**6) for file in player.files}
        assert numbers == set(range(1, player.given + 1))
    assert given > 400
