"""`placements`, `routes`, `odds` and `advise`: the solver's answers in JSON and for people."""

import itertools
import re
import signal
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.command_line import started, taxis
from support.few_and_many import one_in
from support.golden import check
from support.paths import EXAMPLES
from thurntaxis.io.read import position_from_data
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.numbers import percent, points
from thurntaxis_rulebook.corpus.languages import LANGUAGES, translation
from thurntaxis_solver.estimates import Estimate, Exact
from thurntaxis_solver.search.line_comparison import LEVEL


def is_number(data: Any) -> bool:
    """Whether this is a figure of the contract: exact with its fraction, or an estimate with its interval."""
    if data["exact"]:
        return set(data) == {"exact", "value", "fraction"} and float(Fraction(data["fraction"])) == float(data["value"])
    low, value, high = (float(data[key]) for key in ("low", "value", "high"))
    return set(data) == {"exact", "value", "low", "high"} and low <= value <= high


# ---- placements


def test_placements_for_the_own_route(position: str) -> None:
    data = taxis("placements", position, "--json").data
    assert data["route"] == ["Mannheim", "Carlsruhe", "Stuttgart"]
    assert data["count"] == len(data["best"]) + len(data["others"])
    for placement in [*data["best"], *data["others"]]:
        assert placement.keys() >= {"houses", "points", "tiles"}
    assert data["best"][0]["houses"] == ["Carlsruhe", "Stuttgart"]
    text = taxis("placements", position)
    assert text.lines[0] == f"Anna closes Mannheim – Carlsruhe – Stuttgart: {data['count']} ways to place the houses"
    assert "Carlsruhe, Stuttgart" in text.out


def test_placements_for_any_route(position: str) -> None:
    data = taxis("placements", position, "--route", "nuernberg, wuerzburg,Mannheim", "--json").data
    assert data["route"] == ["Nürnberg", "Würzburg", "Mannheim"]


def test_a_route_too_short_to_close_is_told_by_its_key(table: dict[str, Any], saved: Callable[[Any], str]) -> None:
    table["players"][0]["route"] = []
    (error,) = taxis("placements", saved(table)).errors()
    assert error["key"] == "players[0].route"


# ---- routes


def test_routes(position: str) -> None:
    data = taxis("routes", position, "--json").data
    keys = ["cities", "needed", "in_hand", "on_display", "unseen", "turns", "chance", "points", "houses", "pareto"]
    for route in data["routes"]:
        assert route.keys() >= set(keys)
        assert sorted(route["needed"]) == sorted(route["in_hand"] + route["on_display"] + route["unseen"])
        assert is_number(route["chance"])
    text = taxis("routes", position, "--lines", 3)
    assert f"and {len(data['routes']) - 3} more" in text.lines
    assert len(taxis("routes", position, "--longest", 3, "--json").data["routes"]) < len(data["routes"])


def test_no_routes_after_the_end(table: dict[str, Any], saved: Callable[[Any], str]) -> None:
    table["players"][0] |= {"tiles": ["baden 3", "game-end 1"], "carriage": 7}
    table |= {"ender": 0, "turn": {"player": 0, "phase": "over"}}
    file = saved(table)
    assert taxis("routes", file, "--json").data == {"routes": []}
    assert taxis("routes", file).status == 0
    assert taxis("advise", file).told_keys() == ["turn"]


# ---- odds


def test_odds_are_exact(position: str, table: dict[str, Any]) -> None:
    data = taxis("odds", position, "stuttgart", "--reveals", 1, "--json").data
    here = position_from_data(table)
    assert data["cities"] == ["Stuttgart"]
    assert data["reveals"] == 1
    assert is_number(data["chance"])
    assert Fraction(data["chance"]["fraction"]) == Fraction(here.unseen.count("Stuttgart"), len(here.unseen))
    assert data["formula"]
    text = taxis("odds", position, "stuttgart", "--reveals", 1)
    assert text.lines[0] == "4% (1/25): Stuttgart as the next card revealed"
    both, one = (taxis("odds", position, *cities, "--json").data for cities in (("Ulm", "Linz"), ("Linz",)))
    assert both["reveals"] == 6
    assert both["chance"]["value"] < one["chance"]["value"]
    assert taxis("odds", position, "Linz", "--administrator", "--json").status == 0


GONE = "TT1 - - 1de 1 BaBaIbPaPiSi PiPi - - / - - - - - / - - - - -"


def test_a_certain_chance_is_explained() -> None:
    def explained(asked: str) -> str:
        answer = taxis("odds", GONE, *asked.split())
        return answer.out + answer.err

    check(Path(__file__).parent / "certain_odds.txt", explained)


# ---- advise


@pytest.mark.usefixtures("brief_search")
def test_advice(position: str) -> None:
    data = taxis("advise", position, "--json").data
    assert data["player"] == 0
    assert len(data["lines"]) == 3
    for line in data["lines"]:
        assert line.keys() >= {"turn", "after", "win", "margin", "score", "proved", "reasons"}
        assert all(is_number(line[figure]) for figure in ("win", "margin", "score"))
        assert line["proved"] is line["win"]["exact"]
    wins = [line["win"]["value"] for line in data["lines"]]
    assert all(win > other - LEVEL for win, other in itertools.pairwise(wins))
    assert data["effort"].keys() >= {"playouts", "seconds", "seed"}
    text = taxis("advise", position, "--lines", 2, "--details")
    assert text.lines[0] == "Advice for Anna"
    assert text.out.count("Estimated: chance of winning ") + text.out.count("Exact: chance of winning ") == 2


@pytest.mark.usefixtures("brief_search")
@pytest.mark.parametrize("asker", ["0", "Anna"])
def test_advice_for_a_player_by_index_or_name(position: str, asker: str) -> None:
    assert taxis("advise", position, "--for", asker, "--json").data["player"] == 0


def test_the_last_event_of_the_game_is_proved(table: dict[str, Any], saved: Callable[[Any], str]) -> None:
    table["start"] = 1
    table["players"][1] |= {"tiles": ["game-end 1"], "carriage": 7}
    table |= {"ender": 1}
    table["turn"] |= {"phase": "play", "played": 2, "official": "carrier"}
    file = saved(table)
    line = taxis("advise", file, "--json").data["lines"][0]
    assert line["proved"] is True
    assert line["win"]["exact"] is True
    assert "Exact: chance of winning " in taxis("advise", file, "--details").out


def test_a_search_of_the_same_playouts_gives_the_same_answer(position: str) -> None:
    first, again = (taxis("advise", position, "--playouts", 300, "--seed", 4, "--json").data for _ in range(2))
    assert first["effort"].pop("seconds") >= 0
    assert again["effort"].pop("seconds") >= 0
    assert first == again
    assert first["effort"] == {"playouts": 300, "recorded": 12, "seed": 4}


def test_why_not_something_else(position: str) -> None:
    words = ["advise", position, "--playouts", 300, "--explain", "spiel"]
    assert taxis(*words).told_keys() == ["--explain"]
    words[-1] = "play ulm right"
    explained = taxis(*words, "--json").data["explained"]
    assert explained["given"]["turn"][0] == "play Ulm right"
    assert explained["best"]["win"]["value"] >= explained["given"]["win"]["value"]
    text = taxis(*words)
    assert "Why not “play Ulm on the right”?" in text.lines
    assert explained["verdict"] in " ".join(line.strip() for line in text.lines)


def test_an_illegal_event_is_not_compared(position: str) -> None:
    answer = taxis("advise", position, "--playouts", 50, "--explain", "play Linz right")
    assert answer.told_keys() == ["--explain"]
    assert f"right” is not legal here; taxis ruling {position} 'play Linz right' explains why" in answer.err


def test_other_readings(position: str) -> None:
    words = ["advise", position, "--playouts", 200, "--readings"]
    readings = taxis(*words, "--json").data["readings"]
    assert [reading["option"] for reading in readings] == list(tt.OPTIONS)
    assert all(reading["changes"] in (True, False, None) for reading in readings)
    told = [line for line in taxis(*words).lines if line.startswith("If ")]
    assert len(told) == len(readings)
    assert told[0].startswith("If the tile for all provinces needs a house in every province except Baiern, ")


def test_a_proof_on_demand_or_one_line_that_says_why_not(position: str) -> None:
    last = taxis("advise", EXAMPLES / "last-turn.toml", "--exact", "--json").data
    assert last["effort"]["playouts"] == 0
    assert last["effort"]["positions"] > 0
    assert all(line["proved"] for line in last["lines"])
    answer = taxis("advise", position, "--exact")
    assert answer.status == 2
    wrong = "no exact answer is possible, because others still have decisions to make before the game is over"
    assert answer.err == f"taxis: {position}: turn: {wrong}; ask for an estimate instead\n"


SAYS_WHEN_IT_THINKS = """
import sys
from thurntaxis_cli.main import main
from thurntaxis_solver.search.ismcts import Ismcts
steps = Ismcts.steps
def begin(*arguments, **limits):
    print("it thinks", file=sys.stderr, flush=True)
    return steps(*arguments, **limits)
Ismcts.steps = begin
"""


def test_an_interrupted_search_answers_with_what_it_knows() -> None:
    words = ("advise", EXAMPLES / "midgame.toml", "--time", 600, "--details")
    with started(*words, before=SAYS_WHEN_IT_THINKS) as process:
        assert process.stderr.readline() == b"it thinks\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0
        assert out.startswith(b"Advice for Anna")
        assert err == b""


# ---- figures


@pytest.mark.parametrize(
    ("number", "as_chance", "as_points"),
    [
        (Exact(Fraction(3, 7)), "42.86% (3/7)", "0.43 (3/7)"),
        (Exact(Fraction(1)), "100%", "1"),
        (Exact(Fraction(0)), "0%", "0"),
        (Exact(Fraction(-5, 2)), "−250% (−5/2)", "−2.50 (−5/2)"),
        (Exact(Fraction(10**20 + 1, 10**22)), "1%", "0.01"),
        (Estimate(0.412, 0.39, 0.433), "41.2% (39.0 to 43.3)", "0.4 (0.4 to 0.4)"),
        (Estimate(-0.01, -0.02, 0.001), "−1.0% (−2.0 to 0.1)", "0.0 (0.0 to 0.0)"),
    ],
)
def test_figures_tell_what_is_proved_from_what_is_estimated(
    number: Exact | Estimate, as_chance: str, as_points: str
) -> None:
    assert percent(number) == as_chance
    assert points(number) == as_points


@pytest.mark.parametrize("lang", one_in(3, LANGUAGES[1:]))
def test_reasons_are_given_in_the_language_asked_for(lang: str) -> None:
    def close(text: str) -> str:
        return re.sub(r"\s+", "", text)

    words = ["advise", EXAMPLES / "midgame.toml", "--playouts", 400, "--details"]
    out = close(taxis(*words, "--lang", lang).out)
    english = taxis(*words, "--json").data["lines"]
    for line, in_english in zip(taxis(*words, "--lang", lang, "--json").data["lines"], english, strict=True):
        assert line["reasons"]
        for reason, other in zip(line["reasons"], in_english["reasons"], strict=True):
            assert close(reason["text"]) in out
            assert close(other["text"]) not in out
            assert {**reason, "text": ""} == {**other, "text": ""}


def test_a_tile_that_the_turn_takes_is_no_longer_within_reach() -> None:
    lines = taxis("advise", EXAMPLES / "tile-race.toml", "--playouts", 2000, "--json").data["lines"]
    taken = 0
    for line in lines:
        tiles = [(each["kind"], each["figures"]["tile"]) for each in line["reasons"] if "tile" in each["figures"]]
        assert {kind for kind, _ in tiles} <= {"rule", "tile"}
        for kind, tile in tiles:
            if kind == "rule":
                stack, _, value = tile.partition(" ")
                assert value.isdigit()
                taken += not stack.startswith("route")
                assert not any(other == "tile" and each.startswith(f"{stack} ") for other, each in tiles)
    assert taken


@pytest.mark.parametrize("lang", one_in(3, LANGUAGES[1:]))
def test_answers_are_wholly_in_the_language_asked_for(lang: str) -> None:
    midgame, race = EXAMPLES / "midgame.toml", EXAMPLES / "tile-race.toml"
    out = "\n".join(
        taxis(*words, "--lang", lang).out
        for words in (
            ("advise", midgame, "--playouts", 300, "--explain", "draw deck", "--readings", "--details"),
            ("advise", EXAMPLES / "last-turn.toml", "--details"),
            ("placements", EXAMPLES / "houses.toml", "--route", "Ulm,Stuttgart,Carlsruhe"),
            ("routes", midgame, "--lines", 30),
            ("odds", race, "Innsbruck", "--reveals", 2),
            ("odds", race, "Innsbruck", "--reveals", 1),
            ("tournament", "greedy", "random", "--games", 2, "--cores", 1),
            ("rule", "--coverage"),
        )
    )
    own = translation(lang)["command"]
    for name, english in translation("en")["command"].items():
        for piece in re.findall(r"[A-Za-z]+ [A-Za-z ]{3,}[a-z]", english):
            assert piece not in out or piece in own[name], piece
    for name in ("why-not", "proved", "estimated", "effort", "closes", "routes", "route", "standings-per-seat"):
        begin = next(piece for piece in re.split(r"{[^{}]+}", own[name]) if piece.strip())
        assert begin.strip() in out, name
    mark, percent_sign = re.escape(Language(lang).typography("decimal-mark")), Language(lang).typography("percent")[1:]
    assert re.search(rf"\d{mark}\d+{percent_sign}", out)
