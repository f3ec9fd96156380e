"""The composed sentences of each language are those that people have read."""

import pytest

from support.composed_sentences import FOLDER, TEMPLATES, text
from support.golden import same
from thurntaxis_rulebook.corpus.languages import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_composed_sentences_read_as_they_were_read(language: str) -> None:
    same(FOLDER / f"{language}.txt", text(language))


def test_every_official_tile_and_count_is_composed() -> None:
    read = (FOLDER / "pl.txt").read_text(encoding="utf-8")
    assert all(f"==== {table}: " in read for table in TEMPLATES)
    for words in ("pomocy kierownika poczty", "pomocy zarządcy", "żeton za Böhmen i Salzburg (4 punkty)", "gracz 2"):
        assert words in read
    assert all(f"\n{words}\n" in read for words in ("0 kart", "1 karta", "2 karty", "5 kart", "22 karty"))
