"""The clerk: a game in memory, under its charter.  It makes runs and their entries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace

from referee import views
from referee.adjudicate.inbox import Closed, Inbox
from referee.adjudicate.letters import Letter, Mailed
from referee.charter.papers import Charter
from referee.charter.secrets import EPOCH
from referee.engine import entry as entries
from referee.engine.entry import Entry
from referee.engine.game import Game, Outcome
from referee.engine.plain import copied
from referee.engine.request import Data, Request
from referee.engine.rules import Ruleset
from referee.fault import OUT_OF_TURN, Fault, Refused
from referee.orders.examine import Basis, examine
from referee.orders.order_file import MOST_EDITION, OrderFile
from referee.playable import check_sets
from referee.proof.chains import Link
from referee.proof.dice import Dice, run_secret, sealed_stream
from referee.proof.heads import RECENT


@dataclass
class Position:
    """Where the game is after its newest entry.

    heads: of this entry and a few before; links: party -> [epoch, number, link in hex], where the
    number is the run for the host, and for a seat the highest that any of its headers has shown;
    brought: seat -> the run that its newest link came in, 0 before the first.
    rules: version and data digest of the rules since an upgrade, [] for those of the charter;
    since: the first run under the rules of the last upgrade, 0 if none; again: whether the next
    run repeats the open step, which makes its questions void; ended: how files have ended the
    game, {} if they have not."""

    number: int
    heads: list[str]
    links: dict[str, list[int | str]]
    brought: dict[str, int]
    due: list[str]
    over: bool = False
    #: entries and runs have the same numbers, because nothing can be redone yet
    run: int = field(default=0)
    rules: list[str] = field(default_factory=list)
    since: int = 0
    again: bool = False
    ended: Data = field(default_factory=dict)

    def saved(self) -> Data:
        """Plain data; keys that few games need are left out when empty."""
        whole = asdict(self)
        return {
            k: v for k, v in whole.items() if v or k not in ("rules", "since", "again", "ended")
        }

    def upgrade(self) -> Data:
        """What the entry of the next run tells everyone about the last upgrade."""
        return {
            **({"rules": self.rules} if self.rules else {}),
            **({"since": self.since} if self.since else {}),
            **({"reopened": True} if self.again else {}),
        }


class Clerk:
    """A game under its charter: position, inbox and rules."""

    def __init__(self, charter: Charter, ruleset: Ruleset, game: Game, position: Position) -> None:
        self.charter, self.ruleset = charter, ruleset
        self.game, self.position = game, position
        self.inbox = Inbox(ruleset)
        #: seat -> what it remembers, of games in which there is something to remember
        self.remembered: dict[str, Data] = {}

    @classmethod
    def opened(cls, charter: Charter, ruleset: Ruleset) -> tuple[Clerk, Entry]:
        """A game at its start, and entry 0; it has no head before it, D takes its place.

        Each seat gets the ready-made set that it joined with, as the rules have it now.
        Raises Refused if the rules have no such set."""
        check_sets(charter.tree["joins"], ruleset)
        offer = charter.offer
        options = offer["options"]
        state = ruleset.rules.setup(offer["scenario"], dict(options) if options else {})
        game = Game(ruleset.rules, state)
        outcome = game.run(None, lambda requests, view: None, ruleset.calendar.turn)
        links: dict[str, list[int | str]] = {
            party: [EPOCH, 0, charter.anchors[party].hex()]
            for party in ("host", *_seat_parties(charter))
        }
        due = [] if outcome.over else charter.seats
        brought = dict.fromkeys(charter.seats, 0)
        position = Position(0, [charter.game], links, brought, due, outcome.over)
        clerk = cls(charter, ruleset, game, position)
        public = clerk._public(0, outcome, [], {}, [], due)
        own = clerk._own(outcome, clerk.inbox.opened(charter.standing))
        return clerk, Entry(0, 0, public, own, {}, charter.digest)

    @classmethod
    def restored(cls, charter: Charter, ruleset: Ruleset, saved: Data) -> Clerk:
        """The game that `saved` returned; raises ReplayDiffers if the rules have changed."""
        game = Game.restored(ruleset.rules, saved["game"])
        clerk = cls(charter, ruleset, game, Position(**saved["position"]))
        clerk.inbox.restore(saved["mail"])
        clerk.remembered = saved.get("remembered", {})
        return clerk

    def saved(self) -> Data:
        """Plain data for a checkpoint, between runs."""
        return {
            "game": self.game.saved(),
            "position": self.position.saved(),
            "mail": self.inbox.saved(),
            **({"remembered": self.remembered} if self.remembered else {}),
        }

    def basis(self) -> Basis:
        """Everything that the host knows for judging an order file."""
        seats, position = self.charter.seats, self.position
        asked: dict[str, list[Request]] = {}
        for request in self.game.open_requests():
            asked.setdefault(request.seat, []).append(request)
        return Basis(
            self.charter,
            self.ruleset,
            position.run + 1,
            position.heads,
            position.due,
            {seat: requests[0] for seat, requests in asked.items()},
            {seat: self.game.view(seat) for seat in seats},
            {seat: Link.of(position.links[f"seat/{seat}"]) for seat in seats},
            position.over,
            position.again,
            {seat: requests[1:] for seat, requests in asked.items()},
        )

    def judge_letter(self, letter: Letter, draft: bool = False) -> Mailed | None:
        """Judge a file by the game as it is now; return what is kept of a good one, None if it is
        bad.

        draft: whether what `sign` fills in may be missing.  Afterwards the letter holds the file
        as it was read, its faults and warnings."""
        letter.found, letter.faults = None, []
        try:
            file = examine(letter.raw, self.basis(), draft)
        except Refused as trouble:
            letter.faults = trouble.faults
            return None
        letter.found, letter.faults = file, file.in_order()
        if not file.faults and "after" in file.tree:
            fault = self._used_fault(file)
            letter.faults += [fault] if fault else []
            file.faults += [fault] if fault else []
        return None if file.faults or draft else self.kept(file, letter.sha256)

    def _used_fault(self, file: OrderFile) -> Fault | None:
        """The fault if a file of this seat was already accepted that has the same report and at
        least this edition, or a newer report."""
        number, (newest, edition) = self._follows(file), self.inbox.mark(file.seat)
        if [number, file.edition] > [newest, edition]:
            return None
        if number < newest:
            by = f"this file is by report {number}"
            reason = f"{by}, but a file by report {newest} has been accepted"
            hint = "sign it again with the newest report, if you still mean it"
            return Fault(OUT_OF_TURN, ("after",), reason, "", hint)
        reason = f"edition {edition} of these orders has already been accepted"
        hint = f"sign with --edition {edition + 1}" if edition < MOST_EDITION else ""
        return Fault(OUT_OF_TURN, ("edition",), reason, "", hint)

    def kept(self, file: OrderFile, sha256: str) -> Mailed:
        """What is kept of a good file; sha256: of its bytes."""
        return Mailed.of(file, sha256, self._follows(file), self.position.number + 1)

    def _follows(self, file: OrderFile) -> int:
        """The number of the entry named by a file's ``after``."""
        return self.position.number - self.position.heads.index(file.tree["after"])

    def owed(self) -> list[str]:
        """Seats whose file for the next run has not come yet."""
        return [seat for seat in self.position.due if seat not in self.inbox.explicit]

    def ready(self) -> bool:
        """Whether all files for the next run have come."""
        return not self.position.over and not self.owed()

    def make_run(self, host_link: bytes, z: bytes) -> Entry:
        """Make the next run with the host's links of that number; return its entry."""
        run = self.position.run + 1
        begun = self.game.state["public"]
        before = self.ruleset.wording.headline(begun), copied(self.ruleset.wording.reminder(begun))
        headers = self.inbox.headers(self.position.due)
        self.inbox.adopt(self._promised())
        new = self._new_links(run, host_link)
        self.position.links |= new
        self.position.brought |= dict.fromkeys(_seats(new), run)
        secret = self._run_secret(run)
        ended = self.inbox.ended(self.charter.seats)
        outcome = self._given_up() if ended else self._gone_on(Dice(secret, z))
        mail = self.inbox.close(self.game.state["public"], outcome.over)
        due = [] if outcome.over else self._due(outcome)
        public = self._public(run, outcome, headers, new, mail.notes, due) | _before(*before)
        public["ended"] = ended
        public |= self.position.upgrade()
        made = self._entry(run, public, self._own(outcome, mail), sealed_stream(z, secret))
        heads = [made.head.hex(), *self.position.heads[:RECENT]]
        now = replace(self.position, number=made.number, heads=heads, run=run, due=due, ended=ended)
        self.position = replace(now, over=outcome.over, again=False)
        return made

    def sheet(self, made: Entry, seat: str) -> Data:
        """The sheet of a seat for the entry made last."""
        return views.sheet(self.charter.game, seat, made, self.game.state, self.position.links)

    def _new_links(self, run: int, host_link: bytes) -> dict[str, list[int | str]]:
        found: dict[str, list[int | str]] = {"host": [EPOCH, run, host_link.hex()]}
        for seat in self.charter.seats:
            if (link := self.inbox.link(seat)) is not None:
                party = f"seat/{seat}"
                number = Link.of(self.position.links[party]).following
                found[party] = [EPOCH, number, link.hex()]
        return found

    def _run_secret(self, run: int) -> bytes:
        links = {party: Link.of(link) for party, link in self.position.links.items()}
        seats = [links[party] for party in _seat_parties(self.charter)]
        triples = [(link.epoch, link.number, link.value) for link in seats]
        digest, gid = self.charter.digest, self.charter.gid
        return run_secret(digest, gid, run, links["host"].value, triples)

    def _promised(self) -> list[str]:
        """Seats that are asked but not due: the newest reports say that they are answered."""
        if self.position.again:
            return []
        asked = [request.seat for request in self.game.open_requests()]
        return [seat for seat in asked if seat not in self.position.due]

    def _gone_on(self, dice: Dice) -> Outcome:
        turn, halts = self.ruleset.calendar.turn, self.charter.by_turn
        return self.game.run(dice, self.inbox.supply, turn, halts)

    def _given_up(self) -> Outcome:
        """Files have ended the game: nothing more happens."""
        self.inbox.void()
        return Outcome(over=True)

    def _due(self, outcome: Outcome) -> list[str]:
        if outcome.turned:  # the next run is the first of its game turn
            return self.charter.seats
        unanswered = self.inbox.unanswered(outcome.asked, self.game.view)
        return [seat for seat in self.charter.seats if seat in unanswered]

    def _public(
        self,
        run: int,
        outcome: Outcome,
        headers: list[Data],
        links: dict[str, list[int | str]],
        notes: list[list[str]],
        due: list[str],
    ) -> Data:
        return {
            "run": run,
            **entries.public_part(outcome, self.game.state),
            "headers": headers,
            "links": links,
            "notes": notes,
            "due": due,
            "brought": dict(self.position.brought),
            "ended": {},
            "recent": self.position.heads[:RECENT] if run else [],
            "turn": entries.turns(outcome),
            **_reserved(),
            **_before("", []),
        }

    def _entry(self, run: int, public: Data, own: dict[str, Data], sealed: bytes) -> Entry:
        """The entry after the newest, of a run; sealed: its sealed stream."""
        number, before = self.position.number + 1, bytes.fromhex(self.position.heads[0])
        salts = entries.salts(sealed, number, self.charter.parties)
        return Entry(number, run, public, own, salts, before)

    def _own(self, outcome: Outcome, mail: Closed) -> dict[str, Data]:
        state = self.game.state
        self._remember(outcome)
        seats = {
            f"seat/{seat}": {
                **entries.seat_part(outcome, state, seat),
                "words": mail.words.get(seat, []),
                "standing": self.inbox.set_in_force(seat),
                "files": self.inbox.files(seat),
                "answered": mail.answered.get(seat, []),
                "notes": mail.sealed.get(seat, []),
                "remembered": self.remembered.get(seat, {}),
            }
            for seat in self.charter.seats
        }
        return {"sealed": entries.sealed_part(outcome, state), **seats}

    def _remember(self, outcome: Outcome) -> None:
        """Each seat learns what its report of the run tells it."""
        if (memory := self.ruleset.memory) is None:
            return
        public = entries.public_events(outcome.events)
        for seat in self.charter.seats:
            events = entries.story(public, entries.split_events(outcome.events, seat))
            notes, view = self.remembered.get(seat, {}), self.game.view(seat)
            self.remembered[seat] = memory.learn(notes, events, view)


def _before(where: str, again: list[Data]) -> Data:
    """Where the game was when a run began, and what its report repeats of the last one."""
    return {"before": where, "again": again}


def _reserved() -> Data:
    """Keys of a public part reserved for later: seats that missed a deadline, headers that came
    late or became void."""
    return {"absent": [], "late": [], "void": []}


def _seats(links: Mapping[str, object]) -> list[str]:
    return [party.removeprefix("seat/") for party in links if party != "host"]


def _seat_parties(charter: Charter) -> list[str]:
    return [f"seat/{seat}" for seat in charter.seats]
