"""Moves in words, there and back: what answers say of a move is understood wherever one can be typed."""

import random
import tomllib

import pytest

import thurntaxis as tt
from support.few_and_many import few_and_many
from support.paths import EXAMPLES, TESTS
from support.tables import MESSENGER, OFFICES, POWER
from thurntaxis.io.read import read_position
from thurntaxis_presentation.event_words import event_in_words
from thurntaxis_presentation.language import ENGLISH, Language
from thurntaxis_presentation.typed_moves import SeveralMoves, as_if_on_turn, corrected, move_of, turn_of
from thurntaxis_rulebook.corpus.languages import LANGUAGES

MIDGAME = read_position(EXAMPLES / "midgame.toml")
LINE = "TT1 - - 1d 1 BuIbKeLoMaSt - - - / IgLo UlAu CaFrMaSt 4 - / ?? PaReNu BuLiPi 4 - / ? - BaZu 3 -"
THREE = tt.Position.from_line(LINE)
SPOKEN = (*map(Language, LANGUAGES), Language("it").in_edition("it-2006"))
TYPED = tomllib.loads((TESTS / "presentation" / "typed_turns.toml").read_text(encoding="utf-8"))
KINDS = ((), (MESSENGER,), (OFFICES,), (POWER,))


def moments(seed: int) -> list[tt.Position]:
    """Return some positions of a game in which closing, returning and honours come often."""
    chance, modules = random.Random(seed), KINDS[seed % len(KINDS)]
    position = tt.new(2 + seed % 3, modules=modules, board="testland" if POWER in modules else "south", seed=seed)
    found = list[tt.Position]()
    while not position.is_over and len(found) < 240:
        found.append(position)
        events = list(position.events())
        rare = [event for event in events if event.verb in ("close", "return", "honor", "carriage", "decline")]
        position = position.play_without_checking(chance.choice(rare if rare and chance.random() < 0.4 else events))
    return found[::5]


@few_and_many(16, 80)
def test_every_kind_of_move_is_understood_as_it_is_told(seeds: range) -> None:
    verbs = set()
    for seed in seeds:
        for position in moments(seed):
            kinds = {
                (event.verb, len(event), event[-1]) if event.verb == "play" else event.verb: event
                for event in position.events()
            }
            for event in kinds.values():
                verbs.add(event.verb)
                for lang in SPOKEN:
                    assert move_of(position, event_in_words(event, lang), lang) == event, (event, lang)
    assert verbs >= {"draw", "play", "carrier", "close", "carriage", "end", "deal", "return", "administrator", "back"}


@pytest.mark.parametrize("text", TYPED["whatever the language"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_usual_words_and_orders_are_understood_whatever_the_language(lang: str, text: str) -> None:
    assert str(move_of(MIDGAME, text, Language(lang))) == TYPED["whatever the language"][text]


def test_what_lacks_something_is_asked_for() -> None:
    position = MIDGAME.play("draw Freiburg")
    position = position.play_without_checking(position.events()[0])
    with pytest.raises(SeveralMoves) as several:
        move_of(position, "play Sigmaringen", Language("en"))
    assert list(map(str, several.value.could_be)) == ["play Sigmaringen left", "play Sigmaringen start"]
    with pytest.raises(tt.EventError):
        move_of(position, "Lodz and Linz on the left", Language("en"))
    for strange in ("castle", "", "???", "play Rom right", "x" * 900):
        with pytest.raises(tt.EventError):
            move_of(position, strange, Language("en"))


def test_a_complete_move_is_understood_although_it_is_not_legal() -> None:
    assert str(move_of(MIDGAME, "play Lodz on the left", Language("en"))) == "play Lodz left"
    assert str(move_of(MIDGAME, "Häuser in Ulm und Linz, Route abschließen", Language("de"))) == "close Linz Ulm"


@pytest.mark.parametrize(("lang", "text"), [(lang, text) for lang in LANGUAGES for text in TYPED[lang]])
def test_several_moves_are_told_apart_up_to_the_first_illegal_one(lang: str, text: str) -> None:
    moves = turn_of(THREE, text, Language(lang))
    assert "; ".join(str(event) for _, event in moves) == TYPED[lang][text]


def test_a_move_of_another_is_read_as_if_it_were_their_turn() -> None:
    for player, text, event in (
        (1, "can player 2 play linz at passau", "play Linz left"),
        (1, "p2 takes budweis and plays it next to nürnberg", "play Budweis right"),
        (2, "may player 3 take Ulm", "draw Ulm"),
        (0, "player 1: ingolstadt on the right", "play Ingolstadt right"),
    ):
        *_, (position, last) = turn_of(*as_if_on_turn(THREE, text, [player], ENGLISH), ENGLISH)
        assert (position.decider, str(last)) == (player, event)
        assert not any("unknown" in said.template for said in position.why_not(last))


def test_what_is_unknown_or_slipped_is_left_out_or_mended() -> None:
    assert corrected(MIDGAME, "wtf, plya Ulm on teh left", ENGLISH) == ", play ulm on  left"
