"""`play` in words: every language, events by a part of their words, and what they could mean."""

import json
import re
from pathlib import Path

import pytest

import thurntaxis as tt
from support.game_in_text import closing, play, replies
from support.golden import check
from thurntaxis.names import fold
from thurntaxis_cli.play.words import COMMANDS, command_word
from thurntaxis_presentation.event_words import event_in_words
from thurntaxis_presentation.language import ENGLISH, Language
from thurntaxis_presentation.spellings import city_spellings, event_words
from thurntaxis_presentation.typed_moves import FILLERS, move_of
from thurntaxis_rulebook.corpus.languages import LANGUAGES, translation

# ---- languages

pytestmark = pytest.mark.usefixtures("own_folder")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_and_event_is_understood_in_every_language(lang: str, tmp_path: Path) -> None:
    position = tt.new(players=2, seed=7)
    called = {city: words[0] for city, words in city_spellings(position.rules.board, Language(lang)).items()}
    draw, deck, *_ = (event_words(Language(lang))[word] or (word,) for word in ("draw", "deck"))
    word = {command: command_word(command, Language(lang)) for command in COMMANDS}
    lines = [
        f"{draw[0]} {called['Sigmaringen']}",
        word["undo"],
        deck[0],
        word["scores"],
        word["help"],
        f"{word['why']} {called['Basel']}",
        f"{word['save']} {tmp_path}/game.json",
        word["quit"],
    ]
    answers = replies(play(*lines, words=f"--seed 7 --lang {lang}"))
    words = {name: re.sub(r"\s+", " ", text) for name, text in translation(lang)["play"].items()}
    told = event_in_words(tt.Event(("draw", "Sigmaringen")), Language(lang))
    assert answers[2].startswith(words["taken-back"].format(events=told))
    assert words["postmaster"] in answers[3]
    assert words["draw"] in answers[0]
    assert words["prompt"].format(**word) in answers[0]
    assert words["help-undo"].format(**word) in answers[5]
    assert "−20" in answers[4]
    assert all(word[command] in answers[5] for command in COMMANDS if command != "help")
    assert event_in_words(tt.Event(("postmaster", "Basel")), Language(lang)) in answers[6]
    assert json.loads((tmp_path / "game.json").read_text())["events"][0] == "draw deck"
    assert answers[8] == words["left"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_means_two_things(lang: str) -> None:
    commands = [fold(word) for command in COMMANDS for word in {*translation(lang)["play"][f"word-{command}"].split()}]
    assert len(commands) == len(set(commands))
    said = event_words(Language(lang))
    meaning = {name: words for name, words in said.items() if name not in (FILLERS, "deal", "back")}
    fillers = set(map(fold, said[FILLERS]))
    events = {fold(word) for name, words in meaning.items() for word in (name, *words)}
    assert len(events) == len(meaning) + sum(map(len, meaning.values()))
    assert not events & fillers
    cities = {
        fold(word) for words in city_spellings(tt.new(players=2).rules.board, Language(lang)).values() for word in words
    }
    verbs = set(tt.new(players=2).rules.actions)
    assert not {*commands, *COMMANDS} & (verbs | cities)
    assert not events & cities
    assert not set(commands) & events


# ---- events by a part of their words


def test_part_of_an_event_is_enough_where_only_one_fits() -> None:
    def meant(text: str) -> str:
        try:
            return str(move_of(tt.new(players=2, seed=7), text, ENGLISH))
        except tt.EventError as error:
            return str(error)

    check(Path(__file__).parent / "parts_of_events.txt", meant)


def test_every_legal_event_means_itself() -> None:
    position = closing()
    for event in position.events():
        assert move_of(position, str(event), Language("de")) == event


def test_what_could_mean_several_events_lists_them() -> None:
    answers = replies(play("draw Sigmaringen", "postmaster Passau", "right", "play", "sav", "castle"))
    assert answers[3].startswith("unknown move “right”; possible now")
    assert answers[4].startswith("“play” may mean several moves; expected")
    assert answers[5] == "sav: not understood. Did you mean save?"
    told = replies(play("draw innsbruck", "passau", "start"))[3]
    assert told.endswith("expected “start a route at Innsbruck” or “start a route at Passau”")
