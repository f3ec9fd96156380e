"""The commands `ruling`, `rule` and `disputes`, in text and JSON."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.command_line import START, taxis
from support.paths import ROOT
from thurntaxis.io.read import position_from_data
from thurntaxis_presentation.decision_tables import claimed_event
from thurntaxis_presentation.language import ENGLISH, Language
from thurntaxis_presentation.rulebook_answers import reading_in_words
from thurntaxis_presentation.rulings import MOST_INSTEAD, nearest_events, rule_on
from thurntaxis_rulebook import clauses, disputes
from thurntaxis_rulebook.corpus.languages import LANGUAGES, word

CLAUSE_KEYS = {"id", "role", "title", "text", "sources"}

# ---- ruling


def test_a_refusal_names_its_clause_and_where_it_stands(position: str) -> None:
    answer = taxis("ruling", position, "play innsbruck right", "--json")
    assert answer.status == 1
    data = answer.data
    assert data["event"] == "play Innsbruck right"
    assert data["legal"] is False
    (clause,) = data["clauses"]
    assert clause.keys() >= CLAUSE_KEYS
    assert (clause["id"], clause["role"]) == ("play.adjacent", "objects")
    assert clause["sources"].keys() == tt.EDITIONS.keys()
    assert data["editions"] == dict.fromkeys(tt.EDITIONS, False)
    assert "play Innsbruck start" in data["instead"]


def test_a_permission_names_its_clauses(position: str) -> None:
    answer = taxis("ruling", position, "play Ulm right", "--json")
    assert answer.status == 0
    data = answer.data
    assert data["legal"] is True
    assert [(clause["id"], clause["role"]) for clause in data["clauses"]] == [
        ("play.duty", "permits"),
        ("play.extend", "permits"),
        ("play.adjacent", "permits"),
    ]
    assert data["instead"] == []
    assert data["editions"] == dict.fromkeys(tt.EDITIONS, True)


def test_every_objection_is_told_once(position: str) -> None:
    data = taxis("ruling", position, "close Linz Passau", "--json").data
    assert [clause["id"] for clause in data["clauses"]] == ["close.optional", "houses.on-route"]
    assert [reason["clause"] for reason in data["reasons"]] == ["close.optional", "houses.on-route"]


@pytest.mark.parametrize(
    ("edition", "legal"),
    [
        ("it-2006", False), ("en-yucata", True), ("pl-pala", False), ("ja-2006", True),
        ("it-marino", False), ("fr-boisnier", False),
    ],
)  # fmt: skip
def test_editions_that_decide_otherwise_are_told(
    table: dict[str, Any], saved: Callable[[Any], str], edition: str, legal: bool
) -> None:
    table["rules"] = {"edition": edition}
    table["turn"] |= {"phase": "play", "played": 1}
    file = saved(table)
    answer = taxis("ruling", file, "carrier Ulm start", "--json")
    assert answer.status == (0 if legal else 1)
    assert {name for name, allows in answer.data["editions"].items() if allows} == {"en-yucata", "ja-2006"}
    assert answer.data["editions"].keys() == tt.EDITIONS.keys()
    text = " ".join(taxis("ruling", file, "carrier Ulm start", "--details").out.split())
    assert "Legal in: English rules, Yucata [en-yucata]; Japanese edition, 2006 [ja-2006]. Not" in text
    assert "[carrier-restart]" in text


def test_an_option_that_departs_from_the_edition_is_told(table: dict[str, Any], saved: Callable[[Any], str]) -> None:
    table["rules"]["options"]["carrier-restart"] = False
    table["turn"] |= {"phase": "play", "played": 1}
    text = taxis("ruling", saved(table), "carrier Ulm start", "--details").out
    assert text.startswith("No. The carrier’s card has to extend your route, not start a new one.")
    assert "This position’s options differ from those of its edition, English rules, Yucata [en-yucata]." in text


def test_every_event_of_every_position_can_be_ruled_on(position: str, table: dict[str, Any]) -> None:
    here = position_from_data(table)
    asked = "administrator; end; carriage; cartwright; decline; close; deal Ulm; draw deck; postmaster deck; keep Ulm"
    asked += "; keep Basel Ulm Ulm; close Ulm Ulm; close Mannheim Stuttgart; play Ulm left; carrier Ulm start"
    for text in [*asked.split("; "), *(f"draw {city.name}" for city in here.rules.board.cities)]:
        ruling = rule_on(here, here.parse(text))
        assert ruling.legal == (here.parse(text) in set(here.events()))
        assert ruling.clauses
        assert bool(ruling.instead) != ruling.legal
        assert ruling.data(ENGLISH, here.rules.board)["legal"] == ruling.legal


def test_instead_comes_the_same_city_then_the_same_verb(table: dict[str, Any]) -> None:
    here = position_from_data(table)
    found = nearest_events(here, here.parse("play Innsbruck right"))
    assert len(found) == MOST_INSTEAD
    assert str(found[0]) == "play Innsbruck start"
    assert {event.verb for event in found[:4]} == {"play"}
    assert str(nearest_events(here, here.parse("draw Linz"))[0]) == "postmaster Linz"
    assert nearest_events(here, here.parse("end"))


def test_after_the_end_nothing_can_be_done_instead(table: dict[str, Any], saved: Callable[[Any], str]) -> None:
    table["players"][0] |= {"tiles": ["baden 3", "game-end 1"], "carriage": 7}
    table |= {"ender": 0, "turn": {"player": 0, "phase": "over"}}
    data = taxis("ruling", saved(table), "draw Ulm", "--json").data
    assert data["instead"] == []
    assert data["clauses"][0]["id"] == "end.over"


# ---- rule


def test_a_clause_by_its_id() -> None:
    (clause,) = taxis("rule", "play.adjacent", "--json").data["clauses"]
    assert clause.keys() >= {"id", "kind", "title", "text", "lang", "sources", "code", "tests", "examples", "disputes"}
    assert clause["code"] == ["thurntaxis.steps.play.no_road"]
    assert clause["sources"].keys() == tt.EDITIONS.keys()
    assert clause["disputes"] == [d.id for d in disputes().values() if "play.adjacent" in d.clauses]
    text = taxis("rule", "PLAY.ADJACENT").out
    assert "[play.adjacent]" in text
    for edition in tt.EDITIONS:
        assert edition in text


@pytest.mark.parametrize(
    ("words", "id"),
    [
        ("empty hand", "postmaster.compulsory"),
        ("decline a carriage", "carriage.decline"),
        ("Sindaco", "administrator.replace"),
        ("hand limit", "discard.no-limit"),
    ],
)
def test_clauses_by_words_in_any_language(words: str, id: str) -> None:  # noqa: A002
    found = [clause["id"] for clause in taxis("rule", *words.split(), "--json").data["clauses"]]
    assert id in found[:5]
    assert found == [clause["id"] for clause in taxis("rule", words, "--json").data["clauses"]]


def test_a_question_that_no_rule_answers_is_a_no() -> None:
    answer = taxis("rule", "xyzzy", "--json")
    assert (answer.status, answer.data) == (1, {"results": [], "clauses": []})
    assert taxis("rule", "xyzzy").err == "taxis: rule: no rule found for “xyzzy”; try other words\n"


def test_a_mistyped_word_is_understood() -> None:
    mistyped, right = (
        taxis("rule", f"does the {name} start a new route", "--json").data for name in ("carier", "carrier")
    )
    assert mistyped["results"][0]["id"] == right["results"][0]["id"] == "carrier-restart"


def test_the_answer_follows_the_edition() -> None:
    asked = ("rule", "carrier new route", "--edition")
    (first, *_), (other, *_) = (taxis(*asked, edition, "--json").data["results"] for edition in ("pl-pala", "ja-2006"))
    assert first.keys() >= {"kind", "id", "question", "answer", "clauses", "editions"}
    assert (first["kind"], first["id"], first["clauses"][0]) == ("dispute", "carrier-restart", "carrier.second-card")
    assert first["editions"].keys() == tt.EDITIONS.keys()
    assert first["answer"] != other["answer"]
    assert first["editions"]["pl-pala"] in first["answer"]
    assert other["editions"]["ja-2006"] in other["answer"]


def test_the_clauses_come_in_the_order_of_the_results() -> None:
    data = taxis("rule", "may I decline a carriage", "--json").data
    about = dict.fromkeys(name for result in data["results"] for name in result["clauses"])
    assert [clause["id"] for clause in data["clauses"]] == list(about)


@pytest.mark.parametrize(
    ("question", "kind", "name", "said"),
    [
        ("is there a road from Ulm to Augsburg", "fact", "road:Augsburg-Ulm", "Yes, a road joins Augsburg and Ulm."),
        ("can we trade cards", "silent", "trading", "No"),
    ],
)
def test_facts_and_silent_points_are_answered(question: str, kind: str, name: str, said: str) -> None:
    first = taxis("rule", question, "--json").data["results"][0]
    assert (first["kind"], first["id"]) == (kind, name)
    assert first["answer"].startswith(said)
    assert taxis("rule", question).lines[1].strip().startswith(said)


def test_without_the_repository_the_missing_tests_are_told(tmp_path: Path) -> None:
    packages = ("cli/thurntaxis_cli", "presentation/thurntaxis_presentation", "rulebook/thurntaxis_rulebook")
    for package in (*packages, "reference/thurntaxis"):
        shutil.copytree(ROOT / package, tmp_path / Path(package).name, ignore=shutil.ignore_patterns("__pycache__"))
    words = [sys.executable, "-c", START, "rule", "draw.duty", "--coverage"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0
    assert done.stdout.splitlines()[1].split()[0] == "draw.duty"
    assert done.stderr == ('taxis: rule: --coverage: no tests found (pip install -e "." in a copy of the project)\n')


@pytest.mark.parametrize("words", ["'", '"', "*", "AND", "NEAR(", "a\x00b", "-", "(", "%", "é" * 3000, ".", "a.b"])
def test_strange_words_are_no_trouble(words: str) -> None:
    assert taxis("rule", "--", words).status in (0, 1)


def test_the_matrix_has_a_line_for_every_clause() -> None:
    lines = taxis("rule", "--coverage").lines
    assert {line.split()[0] for line in lines[1:] if line.strip()} >= clauses().keys()
    assert lines[0].split() == ["clause", "code", "tests", "examples", "disputes"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_said_of_clauses_and_disputes_is_in_the_language_asked_for(lang: str, position: str) -> None:
    (known,) = taxis("rule", "play.adjacent", "--lang", lang, "--json").data["clauses"]
    assert (known["lang"], known["text"]) == (lang, clauses()["play.adjacent"].text[lang])
    assert known["title"] in taxis("ruling", position, "play Innsbruck right", "--details", "--lang", lang).out
    clause = taxis("rule", "play.adjacent", "--lang", lang).out
    id_and_kind = Language(lang).tagged("play.adjacent") + Language(lang).bracketed(word(lang, "kinds", "condition"))
    assert clause.splitlines()[0].endswith(id_and_kind)
    for name in ("shown-in", "examples", "disputes"):
        assert re.search(rf"^  {word(lang, 'labels', name)}\s?[:：]", clause, re.MULTILINE)
    told = taxis("disputes", "--lang", lang).out
    id_and_nature = (Language(lang).tagged("carrier-restart").lstrip(), word(lang, "natures", "wording"))
    assert Language(lang).typography("space").join(id_and_nature) in told
    text = " ".join(told.split())
    concerned = Language(lang).within_sentence(word(lang, "labels", "clauses-concerned"))
    assert re.search(rf"{word(lang, 'labels', 'option')}\s?[:：]\s?carrier-restart\s?[;；]\s?{concerned}", text)
    for name in ("other-reading", "decided", "best-turn"):
        assert word(lang, "labels", name)[1:20] in text
    assert " ".join(claimed_event("play Stuttgart left", Language(lang)).split()) in text
    assert f"{Language(lang).colon}play.either-end" in told
    reading = re.escape("".join(reading_in_words("all-provinces", "outside-baiern", Language(lang)).split()))
    assert re.search(rf"[(（]{word(lang, 'labels', 'reading')}[:：]{reading}[)）]", "".join(text.split()))


# ---- disputes


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["tie"], ["tie"]),
        (["Carrier-Restart"], ["carrier-restart"]),
        (["play.adjacent"], ["direct-road", "before-and-after"]),
    ],
)
def test_disputes_about_something(words: list[str], found: list[str]) -> None:
    assert [dispute["id"] for dispute in taxis("disputes", *words, "--json").data["disputes"]] == found


def test_disputes_are_found_by_words() -> None:
    found = {dispute["id"] for dispute in taxis("disputes", "wagner", "--json").data["disputes"]}
    assert {"cartwright-gap", "declined-cartwright"} <= found < disputes().keys()
    nothing = taxis("disputes", "xyzzy")
    assert nothing.status == 1
    assert nothing.err == "taxis: disputes: no dispute is about “xyzzy”\n"
    assert nothing.out == ""


def test_what_a_reading_decides_is_told_in_words() -> None:
    told = " ".join(taxis("disputes", "all-provinces-tile").out.split())
    assert "except Baiern: close the route with a house in Lodz: legal tiles (player 1): all provinces (6)" in told
    told = " ".join(taxis("disputes", "tie").out.split())
    assert "points: player 1: −8, player 2: −9, player 3: −18, player 4: −8 winner: player 4" in told


def test_all_disputes_with_their_rulings() -> None:
    data = taxis("disputes", "--json").data["disputes"]
    assert [dispute["id"] for dispute in data] == list(disputes())
    for dispute in data:
        assert dispute["question"]
        assert dispute["ruling"]
        assert dispute["sources"].keys() == tt.EDITIONS.keys()
    text = taxis("disputes").out
    assert all(f"[{name}]" in text for name in disputes())
    assert max(map(len, text.splitlines())) <= 100


def test_what_each_reading_decides() -> None:
    data = {dispute["id"]: dispute for dispute in taxis("disputes", "--json").data["disputes"]}
    assert all((dispute["table"] is None) == bool(dispute["no_table"]) for dispute in data.values())
    ends = data["both-ends"]
    assert ends["other"] == "Nobody does: it goes to the right-hand end."
    assert ends["table"]["event"] == "play Stuttgart left"
    assert {name: claims["legal"] for name, claims in ends["table"]["by"].items()} == {"ruling": True, "other": False}
    assert ends["table"]["by"]["other"]["refused"] == ["play.either-end"]
    assert ends["table"]["best_changes"] is True
    tie = data["tie"]["table"]
    assert {name: claims["winner"] for name, claims in tie["by"].items()} == {"ruling": 3, "other": 0}
    assert tie["best_changes"] is None
    assert tie["about_best"] == "no-turn-left"
    assert data["final-return"]["table"]["about_best"] == "best-stays"
    assert data["carriage-declining"]["table"]["about_best"] == "best-stays"
    assert data["card-backs"]["table"]["about_best"] == "best-unknown"
    assert set(data["carrier-restart"]["table"]["by"]) == {"true", "false"}
    assert data["closing-steps"]["no_table"].startswith("No position shows a difference")
