"""Rulings as people read them, in six languages: every clause that can object is the reason of at least one.

The rulings are on the refused examples of the corpus. They are in tests/rulings/LANG.txt, for people to read; after a
change of words, `PYTHONPATH=tests python tests/presentation/test_rulings_read_well.py` updates them.
"""

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest

import thurntaxis as tt
from support import random_play
from support.few_and_many import few_and_many
from support.golden import same
from support.paths import TESTS
from thurntaxis.clauses import clause_of
from thurntaxis_cli.commands.rulebook import ruling_in_words
from thurntaxis_presentation.language import ENGLISH, Language
from thurntaxis_presentation.rulings import ANSWER, in_one, rule_on, ruling_parts
from thurntaxis_presentation.terminal.line_breaking import wrapped
from thurntaxis_rulebook import examples
from thurntaxis_rulebook.corpus.languages import LANGUAGES

FOLDER = TESTS / "rulings"


def rulings(language: str) -> dict[str, str]:
    """Return the rulings on all refused examples by the example's name."""
    found: dict[str, str] = {}
    for example in examples().values():
        if example.refused and example.event:
            position = example.position_under(example.editions[0])
            ruling = rule_on(position, position.parse(example.event))
            lang = Language(language)
            parts = list(ruling_parts(position, ruling, lang))
            told = [part for part in parts if part.name in ANSWER]
            short = "\n".join([in_one(told, lang), *(part.text for part in parts[len(told) :])])
            found[example.id] = f"{short}\n\n{ruling_in_words(position, ruling, lang)}"
    return found


@few_and_many(2, 40)
def test_where_only_a_card_has_to_be_taken_the_move_is_legal_afterwards(seeds: range) -> None:
    promised = set[bool]()
    for seed in seeds:
        for position, _ in itertools.islice(random_play.walk(tt.new(2, seed=seed), random.Random(seed)), None, None, 3):
            own, display = position.own.hand, position.display
            begins = position.turn.phase == "draw" and not position.turn.drawn and not position.is_chance
            cards = {*own, *display} if begins and position.deck_size else set[str]()
            for card, side in itertools.product(cards, ("left", "right", "start")):
                taken = position.play("draw deck" if card in own else f"draw {card}")
                taken = taken.play_without_checking(taken.events()[0])
                move = tt.Event(("play", card, side))
                said = in_one(ruling_parts(position, rule_on(position, move), ENGLISH), ENGLISH)
                promised.add(is_promised := "legal after that" in said or "After that" in said)
                assert is_promised == (not taken.why_not(move)), (position, move)
                if "start a new one" in said:
                    assert not taken.why_not(tt.Event(("play", card, "start"))), (position, move)
    assert promised == {True, False}


@few_and_many(2, 40)
def test_a_closing_is_legal_where_it_is_said_to_be_after_a_card(seeds: range) -> None:
    promised = set[bool]()
    for seed in seeds:
        for position, _ in itertools.islice(random_play.walk(tt.new(2, seed=seed), random.Random(seed)), None, None, 3):
            extended = [at for event in position.events() if event.verb == "play" for at in [position.play(event)]]
            for city in position.rules.cities(position.own.route):
                closing = tt.Event(("close", city))
                said = in_one(ruling_parts(position, rule_on(position, closing), ENGLISH), ENGLISH)
                promised.add(is_promised := "After that, you can close it" in said)
                for at in extended if is_promised else ():
                    longer = len(at.own.route) > max(2, len(position.own.route))
                    assert not longer or not at.why_not(closing), (position, at)
    assert promised == {True, False}


def text(language: str) -> str:
    return "\n\n".join(f"==== {name}\n\n{words}" for name, words in rulings(language).items()) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_read_as_they_were_read(language: str) -> None:
    same(FOLDER / f"{language}.txt", text(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_short_ruling_has_at_most_eight_lines(language: str) -> None:
    for name, words in rulings(language).items():
        short = [
            line for text in words.split("\n\n")[0].splitlines() for line in wrapped(text, columns=100).splitlines()
        ]
        assert len(short) <= 8, name
        assert len(set(short)) == len(short), name


def test_there_are_forty() -> None:
    assert len(rulings("en")) >= 40


def test_every_clause_that_can_object_does() -> None:
    rules = [tt.rule_set(edition=edition) for edition in tt.EDITIONS]
    rules += [tt.rule_set(modules=("princess-messenger", "offices-of-honor")), tt.rule_set("testland")]
    rules += [tt.rule_set("testland", modules=tt.MODULES)]
    objecting = {clause_of(refusal) for each in rules for refusal in refusals(each)}
    assert objecting - {name for example in examples().values() for name in example.refused} == set()


def refusals(rules: tt.RuleSet) -> list[Callable[..., Any]]:
    found: list[Callable[..., Any]] = []
    for action in rules.actions.values():
        found += [*action.moments]
        found += [*action.conditions]
    return found
