import pytest

from referee.orders.names import Ambiguous, NotFound, find

TOWNS = {
    "massilia": "Massilia",
    "genua": "Genua",
    "roma": "Roma",
    "ravenna": "Ravenna",
    "legio-1": "Legio 1",
    "legio-13": "Legio 13",
    "legio-14": "Legio 14",
    "aegyptus": "Ægyptus",
    "x9": "Brundisium",
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Massilia", "massilia"),
        (" MASSILIA ", "massilia"),
        ("mass", "massilia"),
        ("m", "massilia"),
        ("Rávenna", "ravenna"),
        ("legio 1", "legio-1"),
        ("legio-13", "legio-13"),
        ("Legio14", "legio-14"),
        ("Aeg", "aegyptus"),
        ("X9", "x9"),
        ("Brun", "x9"),
        ("ro", "roma"),
    ],
)
def test_found(text: str, found: str) -> None:
    assert find(text, TOWNS) == found


def test_a_whole_name_goes_before_a_beginning() -> None:
    assert find("legio 1", TOWNS) == "legio-1"
    assert find("roma", {"a": "Roma Nova", "b": "Roma"}) == "b"


def test_ambiguous_beginning() -> None:
    with pytest.raises(Ambiguous) as caught:
        find("leg", TOWNS)
    assert caught.value.candidates == ["Legio 1", "Legio 13", "Legio 14"]
    assert caught.value.hint == "it could be Legio 1, Legio 13 or Legio 14"
    assert str(caught.value) == f'"leg" fits more than one name; {caught.value.hint}'


def test_ambiguous_whole_name() -> None:
    with pytest.raises(Ambiguous) as caught:
        find("mars", {"card-2": "Mars", "card-1": "Mars", "x": "Mars Ultor"})
    assert caught.value.candidates == ["Mars (card-1)", "Mars (card-2)"]
    with pytest.raises(Ambiguous):
        find("roma", {"roma": "Caput Mundi", "x": "Roma"})


def test_an_id_and_its_own_name_are_one_candidate() -> None:
    assert find("genu", {"genua": "Genua"}) == "genua"


def test_suggestions() -> None:
    with pytest.raises(NotFound) as caught:
        find("Masilia", TOWNS)
    assert caught.value.suggestions == ["Massilia"]
    assert str(caught.value) == 'nothing is called "Masilia"; did you mean Massilia?'


def test_at_most_three_suggestions() -> None:
    names = {str(n): f"Legio {n}" for n in range(20, 60)}
    with pytest.raises(NotFound) as caught:
        find("Legoi 31", names)
    assert caught.value.suggestions[0] == "Legio 31"
    assert len(caught.value.suggestions) == 3


@pytest.mark.parametrize(
    "text", ["", "  ", "-.'", "qqqq", "x" * 60000, "M\u0430ssilia\x00\ud800" * 9]
)
def test_no_suggestion(text: str) -> None:
    with pytest.raises(NotFound) as caught:
        find(text, TOWNS)
    assert caught.value.suggestions == []
    assert caught.value.hint == ""
    assert len(str(caught.value)) < 70


def test_no_names() -> None:
    with pytest.raises(NotFound):
        find("a", {})


@pytest.mark.parametrize("text", ["legoi", "leg", "rom a n", "enua", "Mars"])
def test_the_order_of_names_decides_nothing(text: str) -> None:
    def outcome(names: dict[str, str]) -> str:
        try:
            return find(text, names)
        except (NotFound, Ambiguous) as trouble:
            return str(trouble)

    names = {**TOWNS, "m1": "Mars", "m2": "Mars"}
    assert outcome(names) == outcome(dict(reversed(names.items())))
