"""`show`: the table on the screen, in JSON, and as a picture."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.command_line import taxis, write
from support.paths import EXAMPLES
from support.position_files import counted, each_counted
from support.tables import data
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data
from thurntaxis_presentation.svg import board_svg
from thurntaxis_presentation.terminal.line_breaking import columns_of, wrapped
from thurntaxis_rulebook.corpus.languages import LANGUAGES, translation

SVG = "{http://www.w3.org/2000/svg}"


def picture(table: dict[str, Any]) -> ET.Element:
    return ET.fromstring(board_svg(position_from_data(table)))


def words(element: ET.Element) -> str:
    return " ".join(element.itertext())


# ---- on the screen


def test_the_table_tells_what_each_player_has(position: str) -> None:
    text = taxis("show", position).out
    for word in ("Ben", "Mannheim – Carlsruhe – Stuttgart", "Innsbruck, Nürnberg, Ulm", "Baden (3)", "5 cities (2)"):
        assert word in text
    assert "−11" in text
    assert "Linz, Lodz, Passau, Salzburg, Ulm, Ulm" in text
    assert text.startswith("Anna’s turn: play a card.\n")


def test_the_map_shows_every_city_houses_and_routes(position: str) -> None:
    lines = taxis("show", position).lines
    for city in tt.board("south").cities:
        assert any(f"● {city.name}" in line for line in lines), city.name
    assert any("● Basel A" in line for line in lines)
    assert any("● Lodz A" in line for line in lines)
    assert any("b● Pilsen" in line for line in lines)
    assert sum(line.count("a") for line in lines[:30]) > 10
    assert max(map(len, lines)) <= 100


def test_the_table_in_json(position: str, table: dict[str, Any]) -> None:
    data = taxis("show", position, "--json").data
    here = position_from_data(table)
    assert data["position"] == table
    assert data["deck"] == here.deck_size
    assert data["scores"] == list(here.scores())
    assert data["winner"] == 0
    assert data["stacks"] == {name: list(values) for name, values in here.stacks().items()}


@each_counted
def test_every_kind_of_position_can_be_shown(path: Path, saved: Callable[[Any], str], tmp_path: Path) -> None:
    table = counted(path)
    answer = taxis("show", saved(table), "--svg", tmp_path / "table.svg")
    assert answer.status == 0
    assert len(answer.err.splitlines()) == len(tt.warnings_of(position_from_data(table)))
    ET.parse(tmp_path / "table.svg")


def test_names_cannot_play_tricks_on_the_terminal(table: dict[str, Any], saved: Callable[[Any], str]) -> None:
    table["players"][0]["name"] = "\x1b[31mred"
    assert taxis("show", saved(table)).told_keys() == ["players[0].name"]
    table["players"][0]["name"] = "and [bold]more :smile:"
    assert "and [bold]more :smile" in taxis("show", saved(table)).out


# ---- the picture


def test_the_picture_is_whole_and_needs_nothing_from_outside(table: dict[str, Any]) -> None:
    text = board_svg(position_from_data(table))
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "@import" not in text
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg"
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert "route Mannheim, Carlsruhe, Stuttgart" in (description.text or "")


def test_the_picture_shows_cities_houses_routes_and_cards(table: dict[str, Any]) -> None:
    root = picture(table)
    labels = [element.get("aria-label") or "" for element in root.iter()]
    assert "Basel in Schweiz, houses of Anna" in labels
    assert "Ulm in Württemberg" in labels
    assert "route of Anna: Mannheim, Carlsruhe, Stuttgart" in labels
    assert "route of Ben: Pilsen" in labels
    assert "Anna: −11 points, 18 houses left" in labels
    for word in ("unknown", "Display", "deck 49", "discards 2", "Baden", "on turn", "Württemberg + Hohenzollern"):
        assert word in words(root), word
    provinces = {element.text for element in root.iter() if element.get("class") == "province"}
    assert {"Baden", "Baiern", "Hohenzollern", "Polen"} <= provinces


def test_names_are_safe_in_the_picture(table: dict[str, Any]) -> None:
    here = position_from_data(table)
    names = ("<script>&\"'\x00\x0b\ud800]]>", "名前" * 40)
    here = here.replace(players=tuple(p.replace(name=n) for p, n in zip(here.players, names, strict=True)))
    root = ET.fromstring(board_svg(here))
    assert not root.findall(f".//{SVG}script")
    assert "<script>&" in words(root)


# ---- running text


def test_text_is_wrapped_by_columns() -> None:
    japanese = "その都市は路線の端の都市と街道で直接つながっていなければなりません。" * 5
    for text in ("word " * 60, japanese, f"{japanese} and {'words ' * 30}", "x" * 300):
        lines = wrapped(text, "  ", columns=60).splitlines()
        assert "".join("".join(line.split()) for line in lines) == "".join(text.split())
        if " " in text or text == japanese:
            assert max(map(columns_of, lines)) <= 62
    assert wrapped("") == ""
    assert wrapped("l'offre\u00a0: la pioche", columns=9).splitlines() == ["l'offre\u00a0:", "la pioche"]


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        (13, "Anna,|calèche 6"), (10, "Anna,|12 maisons"), (10, "trzeba,|w której"), (9, "il n’y a|pas"),
        (18, "Baden,|Freimuster ×2"), (18, "Böhmen +|Salzburg (4)"), (18, "7 miast|(8, 6, 6, 4, 3)"),
        (21, "lettere (non|ancora: 3)"), (10, "9|konkurrenzloses"), (12, "keep Ulm/3|Linz/1"),
    ],
)  # fmt: skip
def test_lines_do_not_break_between_a_number_and_its_word(columns: int, text: str) -> None:
    assert wrapped(text.replace("|", " "), columns=columns) == text.replace("|", "\n")


def test_lines_do_not_break_before_brackets_in_japanese() -> None:
    assert wrapped("タイル、7都市（6、3、2）", columns=20) == "タイル、\n7都市（6、3、2）"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("columns", [48, 60, 80])
def test_lines_of_the_table_begin_with_no_mark_and_end_with_no_number(
    lang: str, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = taxis("show", str(EXAMPLES / "two-readings.toml"), "--lang", lang).out
    lines = [line.strip() for line in shown.splitlines()]
    assert [
        line for line in lines if re.match(r"[;:)»×、。；：）]", line) or re.search(r"\s(\d{1,2}|[aiouwz])$", line)
    ] == []


# ---- modules and languages

ALL_THREE = data(
    {"hand": ["Kreidonia/1"], "horses": ["Freiprobe/1"], "letters": 2, "offices": ["carrier"] * 2},
    {"houses": ["Fabelau"], "chips": 1},
    board="testland",
    modules=tt.MODULES,
    deck_back=2,
)


def test_the_picture_shows_what_modules_add() -> None:
    root = picture(ALL_THREE)
    labels = [element.get("aria-label") or "" for element in root.iter()]
    assert "Fabelau in Grossfabel, houses of Ben" in labels
    assert "Fabelcron in Grossfabel, with its letter" in labels
    shown = words(root)
    for word in ("Freiprobe", "carrier ×2", "2 letters", "1 chip", "(horses 2)", "Office tiles and chips left"):
        assert word in shown, word
    assert "carriage" not in shown


RECORDS = ("game-four-players", "game-messenger", "game-offices", "game-all-three")


@pytest.mark.parametrize("lang", LANGUAGES[1:])
@pytest.mark.parametrize("name", RECORDS)
def test_the_table_is_shown_in_the_language_asked_for(name: str, lang: str, tmp_path: Path) -> None:
    record = json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    position = position_from_data(record["start"])
    for event in record["events"][:150]:
        position = position.play(tt.Event(tuple(event.split())))
    file = write(tmp_path / "table.json", position_data(position))
    own = translation(lang)["show"]
    for out in (taxis("show", file, "--lang", lang).out, taxis("show", file, "--svg", "-", "--lang", lang).out):
        assert own["discards"] in out
        for label, english in translation("en")["show"].items():
            for piece in re.findall(r"[A-Za-z]+ [A-Za-z ]{3,}[a-z]", english):
                assert piece not in out or piece in own[label], piece
