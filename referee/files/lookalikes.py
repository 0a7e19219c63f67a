"""Letters of another script that look Latin.  Nobody can see them, so messages name them.

They come from a keyboard left in another language or from copied text.
"""

from __future__ import annotations

from referee.files.characters import code_point

# Each pair: a letter of the script, and the Latin one that it looks like.
_CYRILLIC = (
    "\u0410A \u0412B \u0421C \u0415E \u041dH \u0406I \u0408J \u041aK \u041cM \u041eO \u0420P"
    " \u0405S \u0422T \u0425X \u0423Y \u0430a \u0432b \u0441c \u0501d \u0435e \u043dh \u04bbh"
    " \u0456i \u0458j \u043ak \u04cfl \u043cm \u043eo \u0440p \u051bq \u0455s \u0442t \u0475v"
    " \u0445x \u0443y"
)
_GREEK = (
    "\u0391A \u0392B \u0395E \u0396Z \u0397H \u0399I \u039aK \u039cM \u039dN \u039fO \u03a1P"
    " \u03a4T \u03a5Y \u03a7X \u03b1a \u03b5e \u03b7n \u03b9i \u03bak \u03bfo \u03c1p \u03c4t"
    " \u03c5u \u03bdv \u03c7x"
)
_SCRIPTS = {
    ord(pair[0]): (script, pair[1])
    for script, pairs in (("Cyrillic", _CYRILLIC), ("Greek", _GREEK))
    for pair in pairs.split()
}
_LATIN = {sign: latin for sign, (_, latin) in _SCRIPTS.items()}


def latin(text: str) -> str:
    """A text in the Latin letters that it seems to have."""
    return text.translate(_LATIN)


def told(text: str) -> str:
    """Say which letter of a text is not what it looks like, "" if none."""
    strange = [sign for sign in text if ord(sign) in _SCRIPTS]
    if not strange:
        return ""
    script, looks = _SCRIPTS[ord(strange[0])]
    return f"its {looks!r} is the {script} letter {code_point(strange[0])}"
