"""Opens a game: the host offers, each seat joins, the host admits; this makes the charter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from referee.charter.paper_shapes import INSECURE, LINKS, Tree
from referee.charter.papers import (
    CHAIN,
    FORMAT,
    Charter,
    check_join,
    check_offer,
    one_key,
    read_paper,
    signed,
    unsigned,
)
from referee.charter.secrets import chain, host_chain, random_bytes
from referee.engine.rules import Ruleset
from referee.fault import NOT_ALLOWED, Fault, Refused, in_file
from referee.files.folding import fold, plain
from referee.files.strict_yaml import read
from referee.files.write_yaml import emit
from referee.folder.store import Store
from referee.gamedata.data import certainty
from referee.orders.standing_list import ASK_ME, sets_of, usual_set
from referee.playable import (
    BadChoice,
    check_known,
    check_playable,
    check_sets,
    good_charter,
    host_plays,
    options_of,
    scenario_of,
)
from referee.proof.canonical import digest
from referee.proof.keys import public_line
from referee.record.host_record import PLACE, place_of
from referee.ruleset import data_digest, of_game

#: a longer name would not fit a heading
NAME_AT_MOST = 100
#: the most bytes of an offer inside a charter; the rest of a file's 64 KiB is for the joins
OFFER_AT_MOST = 49152

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from referee.proof.chains import Chain


def new_game(
    ruleset: Ruleset,
    folder: Path,
    key: Ed25519PrivateKey,
    key_file: bytes,
    name: str,
    scenario: str | None,
    options: Mapping[str, str],
    test_seed: int | None,
    records: Path | None = None,
    links: str = LINKS[0],
) -> Tree:
    """Make a game folder with an offer in it; the offer.

    key_file: the bytes of the host's private key file, which the folder keeps; records: the folder
    of the host's record, None to keep none (for games that nobody plays); links: one of `LINKS`.
    Raises BadChoice, StoreTrouble."""
    offer = make_offer(ruleset, key, name, scenario, options, test_seed, links)
    store = Store.create(folder)
    with store.opening():
        store.write(key_file, "secret", "host-key")
        if records is not None:
            store.write(place_of(records, folder), *PLACE)
        store.write(emit(offer).encode(), "offer.yaml")
    return offer


def make_offer(
    ruleset: Ruleset,
    key: Ed25519PrivateKey,
    name: str,
    scenario: str | None,
    options: Mapping[str, str],
    test_seed: int | None,
    links: str = LINKS[0],
) -> Tree:
    """The signed offer of a game; raises BadChoice, Refused if no charter can hold it."""
    scenario, name = scenario_of(ruleset, scenario), _game_name(name)
    gid = random_bytes(16, test_seed, f"gid {ruleset.name} {name}")
    warning = ruleset.scenarios[scenario].warning
    tree: Tree = {
        "referee": FORMAT,
        "kind": "offer",
        "gid": gid.hex(),
        "name": name,
        "ruleset": ruleset.name,
        "version": ruleset.version,
        "data": data_digest(ruleset),
        **({"corrections": dict(ruleset.corrections)} if ruleset.corrections else {}),
        "scenario": scenario,
        "options": options_of(ruleset, options),
        "seats": ruleset.seats_of(scenario),
        "mode": "quick",
        "deadline": "none",
        "chain": CHAIN,
        "links": links,
        "key": public_line(key),
        "anchors": {p: host_chain(key, gid, p).anchor.hex() for p in ("host", "sealed")},
        **({"notice": [warning]} if warning else {}),
        **({"insecure": INSECURE} if test_seed is not None else {}),
    }
    offer = signed(tree, key)
    try:
        read(emit({"offer": offer}).encode(), OFFER_AT_MOST)
    except Refused as trouble:
        reason = f"the corrections are too long for a charter: {trouble.faults[0].reason}"
        raise Refused([Fault(NOT_ALLOWED, (), reason)]) from None
    return offer


def _game_name(text: str) -> str:
    """The folded name of a game; BadChoice if it cannot be one."""
    try:
        name = fold(text)
    except ValueError as trouble:
        raise BadChoice(f"the game cannot be called that: {trouble}") from None
    if not 0 < len(name) <= NAME_AT_MOST:
        raise BadChoice(f"the name of a game must have 1 to {NAME_AT_MOST} characters; see --name")
    return name


def good_offer(raw: bytes) -> Tree:
    """The offer in a file, checked; raises Refused, NoRuleset."""
    offer = read_paper(raw, "offer")
    check_offer(offer)
    check_known(offer)
    return offer


def offer_of(raw: bytes) -> Tree:
    """The offer in the file of an offer or charter, checked; raises Refused, NoRuleset.

    A game may have been upgraded, so any version that can play it will do."""
    tree = read(raw).tree
    if not isinstance(tree, dict) or tree.get("kind") != "charter":
        return good_offer(raw)
    offer = good_charter(raw).offer
    check_playable(offer)
    return offer


def make_join(
    offer: Tree, seat: str, key: Ed25519PrivateKey, insecure: bool, standing: str | None = None
) -> Tree:
    """A seat's answer to an offer that was found good.

    standing: the set of standing orders to begin with, None for the default.
    Raises BadChoice for a seat or set that does not exist, Refused if the host may not play."""
    if seat not in offer["seats"]:
        raise BadChoice(f"this offer has no seat {seat!r}; seats: {', '.join(offer['seats'])}")
    if standing != ASK_ME:  # which every game has
        standing = set_named(of_game(offer), standing)
    own = public_line(key)
    if own == offer["key"] and of_game(offer).rules.hidden:
        raise Refused([host_plays(seat)])
    anchor = chain(key, offer, f"seat/{seat}").anchor
    tree: Tree = {
        "referee": FORMAT,
        "kind": "join",
        "offer": digest(unsigned(offer)),
        "seat": seat,
        "key": own,
        "anchor": anchor.hex(),
        "standing": standing,
        **({"insecure": INSECURE} if insecure else {}),
    }
    return signed(tree, key)


def set_named(ruleset: Ruleset, name: str | None) -> str:
    """The set of that name, by any spelling, the default for None; raises BadChoice if there is no
    such set."""
    if name is None:
        return usual_set(ruleset)
    known = sets_of(ruleset)
    if found := next((one for one in known if plain(one) == plain(name)), None):
        return found
    told = ", ".join(known)
    raise BadChoice(f"{ruleset.name} has no standing orders {name!r}; choose from: {told}")


def check_same_set(text: str, standing: str | None) -> None:
    """Raise Refused if an earlier join has other standing orders than these; None: any will do."""
    had: str = read_paper(text.encode(), "join")["standing"]
    if standing not in (None, had):
        reason = f"you have already joined this offer with the standing orders {had!r}"
        hint = "your first order file can replace them"
        raise Refused([Fault(NOT_ALLOWED, ("standing",), reason, "", hint)])


def offered(offer: Tree) -> list[str]:
    """What a good offer is for, line by line: name, game, scenario, options and warnings."""
    ruleset, chosen = of_game(offer), dict(offer["options"] or {})
    scenario = ruleset.scenarios[offer["scenario"]]
    lines = [
        f"{offer['name']}: {ruleset.title} {offer['version']}",
        f"scenario {offer['scenario']}: {scenario.meaning}",
    ]
    changed = [o for o, option in ruleset.options.items() if chosen[o] != option.values[0]]
    lines += [f"option {o}={chosen[o]}: {ruleset.options[o].meaning}" for o in changed]
    usual = [f"{o}={chosen[o]}" for o in ruleset.options if o not in changed]
    lines += [f"default options: {', '.join(usual)}"] if usual else []
    if told := certainty(ruleset.origins()):
        more = f"'referee rulesets show {ruleset.name}' lists them"
        lines.append(f"the game's data: {told}; {more}")
    if offer["links"] != LINKS[0]:
        lines.append(f"links {offer['links']}: every seat sends a file in each game turn")
    notices = [scenario.warning, *offer.get("notice", [])]
    lines += [f"notice: {notice}" for notice in dict.fromkeys(notices) if notice]
    return lines


def admit_join(store: Store, raw: bytes) -> Tree:
    """Take a join into the folder; its tree.  Raises Refused.

    It is written anew, without what mail did to it, so that every byte can be checked."""
    offer = read_offer(store)
    join = read_paper(raw, "join")
    check_join(join, offer)
    seat: str = join["seat"]
    if join["key"] == offer["key"] and of_game(offer).rules.hidden:
        raise Refused([host_plays(seat)])
    check_sets([join], of_game(offer))
    for other, theirs in joins(store, offer).items():
        if other == seat and theirs != join:
            raise Refused([Fault(NOT_ALLOWED, ("seat",), f"the seat {seat} is already taken")])
        if other != seat and theirs["key"] == join["key"]:
            raise Refused([one_key(other, ("key",))])
    store.write(emit(join).encode(), "joins", f"{seat}.yaml")
    return join


def read_offer(store: Store) -> Tree:
    """The folder's own offer."""
    with in_file(store.path("offer.yaml")):
        return read_paper(store.read("offer.yaml"), "offer")


def joins(store: Store, offer: Tree) -> dict[str, Tree]:
    """Seat -> join, for seats that have been admitted, in order."""
    seats = [s for s in offer["seats"] if store.has("joins", f"{s}.yaml")]
    return {seat: _join(store, seat) for seat in seats}


def _join(store: Store, seat: str) -> Tree:
    """An admitted join."""
    with in_file(store.path("joins", f"{seat}.yaml")):
        return read_paper(store.read("joins", f"{seat}.yaml"), "join")


def make_charter(store: Store, key: Ed25519PrivateKey) -> Charter | None:
    """The charter, once every seat has joined; None before."""
    offer = read_offer(store)
    present = joins(store, offer)
    if list(present) != offer["seats"]:
        return None
    return bind(offer, list(present.values()), key)


def bind(offer: Tree, joined: Sequence[Tree], key: Ed25519PrivateKey) -> Charter:
    """The charter of an offer and one join for each of its seats, in their order."""
    tree = {"referee": FORMAT, "kind": "charter", "offer": offer, "joins": list(joined)}
    return Charter(signed(tree, key))


def seated(
    ruleset: Ruleset,
    keys: Mapping[str, Ed25519PrivateKey],
    name: str,
    scenario: str | None,
    options: Mapping[str, str],
    test_seed: int,
    standing: str = ASK_ME,
) -> tuple[Charter, dict[str, Chain]]:
    """A charter with all joins, and the chain of each party; nothing is written.

    keys: test keys of the host and of each seat; standing: what all join with.  Raises as
    `make_offer`."""
    offer = make_offer(ruleset, keys["host"], name, scenario, options, test_seed)
    joined = [make_join(offer, seat, keys[seat], True, standing) for seat in offer["seats"]]
    charter = bind(offer, joined, keys["host"])
    owners = {"host": "host", "sealed": "host"} | {f"seat/{s}": s for s in offer["seats"]}
    return charter, {p: chain(keys[owner], offer, p) for p, owner in owners.items()}


def missing_seats(store: Store) -> Sequence[str]:
    """Seats that are still free."""
    offer = read_offer(store)
    return [seat for seat in offer["seats"] if seat not in joins(store, offer)]
