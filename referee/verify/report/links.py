"""Links of a report, which must be of the chains in the charter, and the headers they came with."""

from __future__ import annotations

from collections.abc import Iterator

from referee.charter.papers import Charter, namespace
from referee.engine.request import Data
from referee.proof import sshsig
from referee.proof.canonical import canonical
from referee.proof.chains import walk_back
from referee.verify.finding import Finding, Findings


def check_links(sheet: Data, charter: Charter) -> Findings:
    """Every link that is shown must be the one of its number in its party's chain."""
    for party, (epoch, number, text) in sheet["links"].items():
        anchor = charter.anchors[party]
        link = bytes.fromhex(text)
        newest = min(sheet["run"], charter.length)
        least = newest if party == "host" else min(1, newest)  # run 1 is due from all
        if epoch != 0 or not least <= number <= newest:
            yield Finding(f"links, {party}", f"epoch {epoch}, number {number} is impossible")
        elif walk_back(link, charter.gid, party, epoch, number, 0) != anchor:
            yield Finding(f"links, {party}", f"it is not link {number} of the chain in the charter")
    for party, link in sheet["public"]["links"].items():
        if link != sheet["links"].get(party):
            yield Finding(f"links, {party}", "the run's link is not the newest one")
    if sheet["run"] and "host" not in sheet["public"]["links"]:
        yield Finding("links, host", "the run has no link of the host")
    for seat, run in sheet["public"]["brought"].items():
        new, number = f"seat/{seat}" in sheet["public"]["links"], sheet["links"][f"seat/{seat}"][1]
        if not number <= run <= sheet["run"] or new != (0 < run == sheet["run"]):
            yield Finding("public, brought", f"the newest link of {seat} did not come in run {run}")


def check_headers(sheet: Data, charter: Charter) -> Findings:
    """The headers of the run: one for each new link of a seat, signed by that seat."""
    headers = {f"seat/{header['seat']}": header for header in sheet["public"]["headers"]}
    brought = [party for party in sheet["public"]["links"] if party != "host"]
    if sorted(headers) != sorted(brought) or len(headers) != len(sheet["public"]["headers"]):
        yield Finding("headers", "they are not those of the seats whose links are new")
        return
    for party, header in headers.items():
        for reason in _header(header, sheet, charter):
            yield Finding(f"headers, {party}", reason)


def _header(header: Data, sheet: Data, charter: Charter) -> Iterator[str]:
    wanted = {
        "referee": "1",
        "kind": "orders",
        "game": charter.game,
        "run": str(sheet["run"]),
        "after": sheet["previous"],
        "dice": sheet["public"]["links"][f"seat/{header['seat']}"][2],
    }
    for key, value in wanted.items():
        if header.get(key) != value:
            yield f"{key} is not what it must be"
    for key in ("edition", "body"):
        if key not in header:
            yield f"{key} is missing"
    message = canonical({key: value for key, value in header.items() if key != "signature"})
    armored = "".join(f"{line}\n" for line in header["signature"])
    try:
        sshsig.verify(charter.keys[header["seat"]], namespace("orders"), message, armored)
    except sshsig.BadSignature as trouble:
        yield f"not signed by {header['seat']}: {trouble}"
