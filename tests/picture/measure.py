"""Measures pictures in a real browser: where each text stands, and how large its letters are.

``python -m tests.picture.measure [FILE.svg...]``, from the top of a checkout, shows each picture,
or those that are kept, in headless Chromium on pages of 390 and 1,400 pixels, and names texts that
touch, that leave the frame, or whose letters are smaller than 10 pixels.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from html import escape, unescape
from pathlib import Path
from typing import NamedTuple

from tests.picture.boxes import TextBox, faults
from tests.picture.kept import every_picture

#: a phone and a screen
WIDTHS = (390, 1400)
#: the smallest letters
LEAST = 10
#: browsers measure in fractions of a pixel
SLACK = 0.5
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
_FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--hide-scrollbars"),
    *("--allow-file-access-from-files", "--virtual-time-budget=60000", "--dump-dom"),
)
_SECONDS = 120
#: what each page runs: boxes of texts relative to the picture, in pixels of the screen
_SCRIPT = """
function measured(frame) {
  const svg = frame.contentDocument.querySelector("svg"), at = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text")].map(text => {
    const box = text.getBoundingClientRect(), scale = text.getScreenCTM().d;
    const size = parseFloat(frame.contentWindow.getComputedStyle(text).fontSize) * scale;
    return [box.left - at.left, box.top - at.top, box.right - at.left, box.bottom - at.top,
      text.textContent, size];
  });
  return {width: at.width, height: at.height, page: frame.contentWindow.innerWidth, texts: texts};
}
window.onload = () => {
  const frames = [...document.querySelectorAll("iframe")];
  document.querySelector("pre").textContent = JSON.stringify(frames.map(measured));
};
"""


class Measured(NamedTuple):
    """A picture as a browser shows it: its frame, its texts, and the size of their letters."""

    width: float
    height: float
    boxes: list[TextBox]
    letters: list[float]

    def faults(self) -> list[str]:
        """What is wrong with it, in words."""
        found = faults(self.boxes, self.width, self.height, SLACK)
        small = [
            f"{box.text!r} has letters of {size:.1f} pixels"
            for box, size in zip(self.boxes, self.letters, strict=True)
            if size < LEAST
        ]
        return found + small


def browser() -> str | None:
    """The first Chromium that is installed."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def measure(pictures: Mapping[str, str], width: int) -> dict[str, Measured]:
    """Each picture, by name, on a page of a width.  Raises RuntimeError without a browser, or if
    it shows nothing."""
    program = browser()
    if program is None:
        raise RuntimeError(f"none of these is installed: {', '.join(BROWSERS)}")
    with tempfile.TemporaryDirectory() as room:
        page = Path(room) / "page.html"
        page.write_text(_page(list(pictures.values()), width), "utf-8")
        command = [program, *_FLAGS, f"--user-data-dir={room}/profile", page.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS)
    told = unescape(done.stdout.partition("<pre>")[2].partition("</pre>")[0])
    if not told:
        raise RuntimeError(f"{program} shows nothing: {done.stderr[-500:]}")
    shown = [_read(one, width) for one in json.loads(told)]
    return dict(zip(pictures, shown, strict=True))


def _page(pictures: Sequence[str], width: int) -> str:
    """A page with a frame for each picture; a story's page scrolls it in the same way."""
    frames = "".join(
        f'<iframe width="{width}" height="800" style="border:0" srcdoc="{escape(_inner(one))}">'
        "</iframe>"
        for one in pictures
    )
    return (
        f'<!DOCTYPE html><meta charset="utf-8"><title>pictures</title><pre></pre>{frames}'
        f"<script>{_SCRIPT}</script>"
    )


def _inner(picture: str) -> str:
    return (
        '<!DOCTYPE html><meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>picture</title><div style="overflow-x:auto">{picture}</div>'
    )


def _read(data: dict[str, object], width: int) -> Measured:
    page, across, down = (float(str(data[key])) for key in ("page", "width", "height"))
    if page != width:
        raise RuntimeError(f"the page is {page} pixels wide, not {width}")
    texts = data["texts"]
    assert isinstance(texts, list)
    boxes = [TextBox(*text[:5]) for text in texts]
    return Measured(across, down, boxes, [text[5] for text in texts])


def main() -> None:
    """Print what is wrong; the exit status is 1 if anything is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE.svg")
    chosen = parser.parse_args().files
    pictures = {str(path): path.read_text("utf-8") for path in chosen} or every_picture()
    wrong = 0
    for width in WIDTHS:
        for name, found in measure(pictures, width).items():
            told = found.faults()
            wrong += bool(told)
            size = f"{found.width:.0f} by {found.height:.0f}, {len(found.boxes)} texts"
            print(f"{width}: {name} ({size}): {'; '.join(told) or 'good'}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
