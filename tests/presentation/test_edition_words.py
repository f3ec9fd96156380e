"""The owner of an edition reads its words in answers; everybody else, those of the language."""

import pytest

import thurntaxis as tt
from support.command_line import taxis
from support.paths import EXAMPLES
from thurntaxis_presentation.event_words import event_in_words
from thurntaxis_presentation.language import Language
from thurntaxis_rulebook.corpus.languages import LANGUAGES

ITALIAN = Language("it")
OWNER = ITALIAN.in_edition("it-2006")


def test_officials_and_the_route_are_called_as_in_the_edition() -> None:
    event = tt.new(seed=1).parse("administrator")
    assert event_in_words(event, ITALIAN) == "sostituire le carte scoperte con l’aiuto del Sindaco"
    assert event_in_words(event, OWNER) == "sostituire le carte scoperte con l’aiuto dell’Amministratore"
    assert OWNER.fill("Il percorso di Anna e i percorsi del Sindaco", {}) == (
        "L’itinerario di Anna e gli itinerari dell’Amministratore"
    )


def test_only_words_that_an_edition_replaces_differ() -> None:
    for lang in map(Language, LANGUAGES):
        for edition in tt.EDITIONS:
            other = lang.in_edition(edition)
            assert (other is lang) is ((lang, edition) != ("it", "it-2006"))
    assert OWNER == "it"
    assert OWNER != ITALIAN
    assert ITALIAN.in_edition("it-2006") == OWNER


@pytest.mark.parametrize(("edition", "word"), [("it-2006", "itinerario"), ("it-marino", "percorso")])
def test_a_ruling_has_the_words_of_the_booklet(edition: str, word: str) -> None:
    answer = taxis("ruling", EXAMPLES / "two-readings.toml", "carrier Linz start", "--lang", "it", "--edition", edition)
    assert word in answer.out
    assert ("percorso" in answer.out) is (word == "percorso")
