"""`new`, `legal`, `apply` and `perft`: positions in, positions and events out."""

import tomllib
from collections.abc import Callable
from typing import Any

import pytest

import thurntaxis as tt
from support.command_line import taxis
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data


def test_a_new_position_is_complete_and_readable() -> None:
    answer = taxis("new", "--players", 3, "--seed", 7)
    assert answer.status == 0
    position = position_from_data(answer.data)
    assert position == tt.new(3, seed=7)
    assert list(answer.data) == [
        "thurntaxis", "board", "rules", "players", "display", "discard", "start", "turn", "ender",
    ]  # fmt: skip
    assert set(answer.data["rules"]["options"]) == set(tt.OPTIONS)


def test_editions_and_options_of_a_new_game() -> None:
    arguments = ("--edition", "fr-boisnier", "--option", "reshuffle=when-needed", "--option", "carrier-restart=yes")
    rules = taxis("new", *arguments).data["rules"]
    assert rules["edition"] == "fr-boisnier"
    readings = tt.EDITIONS["fr-boisnier"].options
    assert (readings["all-provinces"], readings["carriage-declinable"]) == ("outside-baiern", False)
    assert rules["options"] == {**readings, "carrier-restart": True, "reshuffle": "when-needed"}


def test_a_position_is_converted_between_its_forms(position: str, table: dict[str, Any]) -> None:
    read = position_from_data(table)
    line = taxis("convert", position, "--to", "line").out.rstrip("\n")
    assert line == read.to_line()
    assert taxis("convert", position, "--to", "line", "--json").data == {"line": line}
    for way in (line, line.replace(" ", "_")):
        assert position_from_data(taxis("convert", way, "--to", "json").data) == read
        assert position_from_data(tomllib.loads(taxis("convert", way, "--to", "toml").out)) == read
    assert taxis("convert", "-", "--to", "json", stdin=f"{line}\n".encode()).data == position_data(read)


def test_the_form_to_convert_to_has_to_be_named(position: str) -> None:
    answer = taxis("convert", position, "--to", "fen")
    assert (answer.status, answer.err) == (
        2,
        "taxis: convert: --to: unknown format “fen”; expected line, json or toml\n",
    )
    assert taxis("convert", position).err.startswith("taxis: convert: --to: missing; usage: ")


@pytest.mark.parametrize(
    "question",
    [
        ("show",),
        ("legal",),
        ("apply", "draw Ulm"),
        ("ruling", "draw Ulm"),
        ("placements",),
        ("odds", "Ulm"),
        ("perft", 1),
    ],
    ids=lambda question: question[0],
)
def test_a_line_is_taken_as_a_file_is(position: str, table: dict[str, Any], question: tuple[Any, ...]) -> None:
    line = position_from_data(table).to_line()
    command, *rest = question
    from_file, from_line = (taxis(command, source, *rest) for source in (position, line))
    assert (from_line.status, from_line.out) == (from_file.status, from_file.out)
    assert from_line.err == from_file.err.replace(position, "line")


def test_faults_of_a_line_name_the_field() -> None:
    answer = taxis("legal", "TT1_-_-_1z_1_Xx_/_3_/_3_-_-_9x")
    assert (answer.status, answer.out) == (2, "")
    carriage, display, turn = answer.err.splitlines()
    assert carriage == "taxis: line: players[1].carriage: expected a number, such as 3, or -, found “9x”"
    assert display.startswith("taxis: line: display[0]: unknown code “Xx”; expected Au (Augsburg), ")
    assert turn.startswith("taxis: line: turn: expected a player and a phase, such as 1d, ")
    assert turn.endswith(", found “1z”")
    assert taxis("legal", "TT1").err == "taxis: line: players: expected 2 to 4 (each begins with /), found 0\n"


def test_legal_events_come_one_a_line_and_sorted(position: str, table: dict[str, Any]) -> None:
    answer = taxis("legal", position)
    assert answer.status == 0
    assert answer.lines == [str(event) for event in position_from_data(table).events()]
    assert answer.lines == sorted(answer.lines)
    assert "play Nürnberg right" in answer.lines
    data = taxis("legal", position, "--json").data
    assert data == {"chance": False, "player": 0, "phase": "draw", "events": answer.lines}


def test_a_chance_position_says_so(position: str) -> None:
    after = taxis("apply", position, "postmaster Linz").out.encode()
    data = taxis("legal", "-", "--json", stdin=after).data
    assert data["chance"] is True
    assert data["events"][0].startswith("deal ")


def test_no_event_is_no_line(table: dict[str, Any], saved: Callable[[Any], str]) -> None:
    table["players"][0] |= {"tiles": ["baden 3", "game-end 1"], "carriage": 7, "route": [], "hand": []}
    table |= {"ender": 0, "turn": {"player": 0, "phase": "over"}}
    answer = taxis("legal", saved(table))
    assert (answer.status, answer.out, answer.err) == (0, "", "")


def test_apply_gives_the_position_after_the_events(position: str, table: dict[str, Any]) -> None:
    answer = taxis("apply", position, "play nuernberg right", "carrier Ulm start", "end")
    assert answer.status == 0
    after = position_from_data(table)
    for event in ("play Nürnberg right", "carrier Ulm start", "end"):
        after = after.play(event)
    assert position_from_data(answer.data) == after


def test_an_illegal_event_is_a_no(position: str) -> None:
    answer = taxis("apply", position, "play Innsbruck right")
    assert (answer.status, answer.out) == (1, "")
    assert answer.err.startswith("taxis: apply: EVENT 1: “play Innsbruck on the right” is not legal. No road leads")
    assert answer.err.endswith(" the route.\n")
    assert answer.err.count("\n") == 1


def test_an_illegal_event_in_json(position: str) -> None:
    answer = taxis("apply", position, "play Ulm right", "end", "draw Ulm", "draw Ulm", "--json")
    assert answer.status == 1
    assert answer.data["legal"] is False
    assert answer.data["index"] == 3
    assert answer.data["event"] == "draw Ulm"
    assert answer.data["clauses"] == ["draw.refill", "draw.one-card"]


@pytest.mark.parametrize("event", ["draw deck", "postmaster Ulm", "close Ulm stuttgart"])
def test_the_words_of_one_event_need_no_quotes(position: str, event: str) -> None:
    for command in ("apply", "ruling"):
        bare, quoted = (taxis(command, position, *words) for words in (event.split(), [event]))
        assert (bare.status, bare.out, bare.err) == (quoted.status, quoted.out, quoted.err)
