"""Names as people write them."""

import pytest

from thurntaxis_presentation.spellings import Spellings, Unclear, words_of

NAMES = Spellings({"München": ["Munich"], "Ulm": [], "Mannheim": [], "Ulmen": []})


@pytest.mark.parametrize(
    ("written", "name"),
    [("MUNI", "München"), ("muenchen", "München"), ("munchen", "München"), ("Ulm", "Ulm"), ("ma", "Mannheim")],
)
def test_an_unambiguous_beginning_is_enough_and_the_whole_name_goes_first(written: str, name: str) -> None:
    assert NAMES.find(written) == name


def test_several_names_and_none() -> None:
    with pytest.raises(Unclear) as several:
        NAMES.find("m")
    assert several.value.could_be == ("München", "Mannheim")
    with pytest.raises(Unclear) as none:
        NAMES.find("Manheimm")
    assert (none.value.could_be, none.value.near) == ((), ("Mannheim",))
    for nothing in ("", " ", "x"):
        with pytest.raises(Unclear):
            NAMES.find(nothing)


def test_completions_are_the_names_themselves() -> None:
    assert NAMES.completions("mun") == ["München"]
    assert NAMES.completions("ul") == ["Ulm", "Ulmen"]
    assert NAMES.completions("") == list(NAMES.names)


def test_words() -> None:
    assert words_of(" ul,ca ; st、basel ") == ["ul", "ca", "st", "basel"]
