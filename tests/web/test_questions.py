"""Questions about the game on the table are answered from it."""

import html
import itertools
import random
import re

import pytest

import thurntaxis as tt
from support import random_play
from thurntaxis_presentation.language import Language
from thurntaxis_rulebook.corpus.languages import LANGUAGES, entry
from thurntaxis_web.app.questions import question_in_words
from thurntaxis_web.app.session import TableSession

LINE = "TT1 - - 1d 1 BuIbKeLoMaSt - - - / IgLo UlAu CaFrMaSt 4 - / ?? PaReNu BuLiPi 4 - / ? - BaZu 3 -"
POSITION = tt.Position.from_line(LINE)


def told(question: str, position: tt.Position = POSITION, lang: str = "en") -> str:
    """Return the answer to a question as plain text, its parts apart."""
    return html.unescape(
        re.sub(r"(<[^>]+>)+", " | ", question_in_words(question, position, "en-yucata", Language(lang)))
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_listed_phrase_is_answered_from_the_table(lang: str) -> None:
    answers = {
        kind: {told(phrase.replace("*", "–"), lang=lang) for phrase in entry(lang, "typed")[kind].split(", ")}
        for kind in ("best", "fits", "leader", "options", "standing", "supply", "tiles", "turn")
    }
    closable = tt.Position.from_line(LINE.replace("UlAu", "UlAuIg").replace("IgLo", "Lo"))
    for kind in ("placing", "closable"):
        phrases = entry(lang, "typed")[kind].split(", ")
        answers[kind] = {told(phrase.replace("*", "–"), closable, lang) for phrase in phrases}
    assert answers["closable"] == {f" | {Language(lang).text('yes')}{answer}" for answer in answers["placing"]}
    answers["standing"] = {answer.split(" | ")[1] for answer in answers["standing"]}  # of whom it tells
    assert all(len(found) == 1 for found in answers.values()), answers
    assert len(set.union(*answers.values())) == len(answers)


def test_a_card_is_said_to_fit_beside_the_cities_where_it_can_be_played() -> None:
    checked, places = 0, {"left": "{0} – {1}", "right": "{0} – {2}"}
    for position, _ in random_play.walk(tt.new(3, seed=4), random.Random(4)):
        plays, route = [event for event in position.events() if event.verb == "play"], position.own.route
        if plays and route:
            said = re.search(r"Hand \| (.*?) \|", told("what can I play", position))
            able = [places[event[-1]].format(event[1], route[0], route[-1]) for event in plays if event[-1] in places]
            assert said
            assert sorted(said[1].split(", ")) == sorted(able or ["none"])
            checked += 1
    assert checked > 20


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what carriage do I have", "carriage 4"),
        ("how long is my route", "Route: Ulm – Augsburg (2)"),
        ("how many houses have I placed", "16 houses left; Houses: Carlsruhe, Freiburg, Mannheim, Stuttgart"),
        ("what cards does player 2 have", "Hand: 2 unknown cards"),
    ],
)
def test_what_a_question_asks_about_is_told_alone(question: str, answer: str) -> None:
    assert told(question).split(" | ")[2:] == [answer, ""]


def test_a_player_is_told_to_be_on_turn_or_not() -> None:
    assert told("is it player 3's turn") == " | No.  | Player 1’s turn: take a card. | "
    assert told("can player 1 draw a card now") == " | Yes.  | Player 1’s turn: take a card. | "


def test_the_points_of_a_player_are_told_with_their_terms() -> None:
    total, *terms = (
        int(number) for number in re.findall(r"\d+", told("how many points do I have").replace("player 1", ""))
    )
    assert (total, terms) == (13, [3, 0, 16])


def test_the_closings_told_first_bring_the_most_points() -> None:
    checked = 0
    for position, _ in random_play.walk(tt.new(3, seed=5), random.Random(5)):
        closings = [event for event in position.events() if event.verb == "close"]
        if closings and position.turn.phase == "play":
            first = re.search(r"Route: [^|]* \| ([^;|→]*)", told("how many houses can I place", position))
            assert first
            cities = sorted(city for city in first[1].strip().split(", ") if city in position.rules.board.city_of)
            after = {event: position.play(event).scores()[position.decider] for event in closings}
            assert after[tt.Event(("close", *cities))] == max(after.values()), position
            checked += 1
    assert checked > 5


def test_of_a_short_route_the_card_is_told_that_brings_the_most_points() -> None:
    now, best = POSITION.scores()[0], 0
    for taken in (event for event in POSITION.events() if event.verb == "draw" and event[1] != "deck"):
        drawn = POSITION.play(taken)
        dealt = drawn.play(next(iter(drawn.events())))
        for played in (dealt.play(event) for event in dealt.events() if event.verb == "play"):
            closed = [played.play(event).scores()[0] for event in played.events() if event.verb == "close"]
            best = max(best, *(points - now for points in closed)) if closed else best
    first = re.search(r"(\d+) points", told("what's the most houses I can put down this turn"))
    assert first
    assert int(first[1]) == best > 0


def test_of_a_city_the_cards_that_nobody_sees_are_counted() -> None:
    seen = [*POSITION.display, *(card for player in POSITION.players for card in (*player.hand, *player.route))]
    for city in POSITION.rules.board.cities:
        assert f": {3 - seen.count(city.name)}." in told(f"how many {city.name} cards are left"), city.name


def test_of_several_cities_the_roads_that_are_missing_are_told() -> None:
    chance, roads = random.Random(3), POSITION.rules.board.neighbours
    for _ in range(20):
        cities = chance.sample(sorted(roads), 3)
        missing = [pair for pair in itertools.pairwise(cities) if pair[1] not in roads[pair[0]]]
        said = told(f"is {' '.join(cities)} ok as a route").split(" | ")
        assert [text[:3] for text in filter(None, said)] == (["No,"] * len(missing) or ["Yes", "Yes"]), cities


def test_the_points_that_a_closing_brings_are_told() -> None:
    session = TableSession("en")
    session.load(POSITION.play("draw Kempten").play("deal Ulm").play("play Kempten left").to_line())
    said = session.why("how many points do I get if I close now")
    after = session.position.play(said["event"]).scores()[0]
    assert f"{after} points (+{after - session.position.scores()[0]})".replace("-", "−") in said["follows"]
    assert said["event"] == "close Augsburg Kempten"


def test_before_a_card_is_played_closing_is_told_as_where_houses_can_go() -> None:
    assert told("how many points do I get if I close now") == told("where can I place houses")
    assert "Route:" not in told("do I have to place a house if I close")


def test_of_tiles_for_a_length_those_left_on_the_table_are_told_first() -> None:
    assert told("how many points is the tile for 6 cities worth").startswith(" | 6 cities | 3, 2, 1 | ")
    assert told("i need a tile for 5 cities, what is it").startswith(" | 5 cities | 2, 1 | ")


def test_a_name_within_a_word_is_no_player() -> None:
    named = POSITION.replace(players=(*POSITION.players[:2], POSITION.players[2].replace(name="Ben")))
    asked = "wieviele Karten darf man am Zugende auf der Hand haben"
    assert "Ben" not in told(asked, named, "de")
    assert told("was hat Ben auf der Hand", named, "de").startswith(" | Ben | ")
    # the first clause of the answer isn't in this edition, but the second
    assert "Abschnitt 3, Punkt 4" in told(asked, named, "de")


def test_a_province_has_its_houses_and_tiles() -> None:
    said = told("who has houses in Baden")
    assert "player 1 | Houses: Carlsruhe, Freiburg, Mannheim" in said
    assert "Tiles left | 3, 2, 1" in said
    assert "player 3 | Houses: Basel, Zürich" in told("do I get the Switzerland tile")
    assert "Baden | 3, 2, 1 | " in told("which tiles are left")
