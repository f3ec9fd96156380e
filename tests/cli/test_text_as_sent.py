"""Text as people and their tools send it: lines, addresses, moves and numbers are understood, names are kept."""

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest

import thurntaxis as tt
from support.command_line import taxis, write
from support.entry_answers import ANSWERS, entered
from support.paths import EXAMPLES
from thurntaxis.fault import InputError
from thurntaxis.io.read import position_from_data, position_from_text
from thurntaxis.io.read_line import record_from_line
from thurntaxis.io.write import position_data, to_json, to_toml
from thurntaxis.io.write_line import record_line
from thurntaxis.records import Record
from thurntaxis_presentation.errors import whole

START = tt.new(2, seed=1)
POSITION = tt.read_position(EXAMPLES / "midgame.toml")
LINE = POSITION.to_line()
ADDRESS = "https://example.org/thurntaxis/en/table.html#p=" + LINE.replace(" ", "_")
SENT: dict[str, Callable[[str], str]] = {
    "quoted": lambda text: f"“{text}”",
    "as code": lambda text: f"`{text}`",
    "in brackets": lambda text: f"({text})",
    "as a quotation": lambda text: f"> {text}",
    "at the end of a sentence": lambda text: f"{text}.",
    "with a zero-width space": lambda text: f"{text}\u200b",
    "with a byte-order mark": lambda text: f"\ufeff{text}",
    "with Japanese marks": lambda text: f"「{text}」。",
}


@pytest.mark.parametrize("sent", SENT.values(), ids=SENT)
def test_marks_around_a_line_or_an_address_are_no_part_of_it(sent: Callable[[str], str]) -> None:
    for text in (LINE, ADDRESS):
        assert tt.Position.from_line(sent(text)) == POSITION
    assert taxis("legal", sent(LINE)) == taxis("legal", LINE)


@pytest.mark.parametrize(
    "sent",
    [
        LINE.replace("TT1", "tt1"),
        LINE.replace(" - ", " – "),
        LINE.replace(" - ", " — "),
        LINE.replace(" ", "\xa0"),
        LINE.replace(" ", "\u3000"),
        LINE.replace(" / ", "\n/ "),
        ADDRESS.partition("TT1")[0] + quote(LINE),
        ADDRESS.replace("#p=", "?lang=de#p="),
        ADDRESS + "&seats=person.greedy",
    ],
)
def test_a_line_is_understood_as_programs_change_it(sent: str) -> None:
    assert tt.Position.from_line(sent) == POSITION
    assert taxis("legal", sent) == taxis("legal", LINE)


def test_an_address_is_the_position_after_its_events_and_their_record() -> None:
    address = f"{ADDRESS}&m=draw%20Freiburg;deal%20Ingolstadt;play%20Stuttgart%20left)."
    after = POSITION
    for event in ("draw Freiburg", "deal Ingolstadt", "play Stuttgart left"):
        after = after.play(event)
    assert tt.Position.from_line(address) == after
    assert taxis("convert", address, "--to", "line").out == f"{after.to_line()}\n"
    record = record_from_line(address)
    assert (record.start, len(record.events)) == (POSITION, 3)
    assert taxis("replay", address) == taxis("replay", record_line(record))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("ｄｒａｗ　Ｆｒｅｉｂｕｒｇ", "draw Freiburg"),
        ("“draw Freiburg”", "draw Freiburg"),
        ("DRAW FREIBURG!", "draw Freiburg"),
        ("draw Frei\xadburg", "draw Freiburg"),
        ("`draw Freiburg`", "draw Freiburg"),
        ("draw Freiburg?", "draw Freiburg"),
    ],
)
def test_a_move_is_understood_wherever_it_is_typed(typed: str, meant: str) -> None:
    assert taxis("ruling", LINE, typed) == taxis("ruling", LINE, meant)
    assert taxis("apply", LINE, typed) == taxis("apply", LINE, meant)
    engine = f"position line {LINE}\napply {typed}\nshow\nquit\n".encode()
    assert taxis("engine", stdin=engine) == taxis("engine", stdin=engine.replace(typed.encode(), meant.encode()))


@pytest.mark.parametrize("number", ["4", "４", "٤", "४", " 4 ", "4\u200b", "“4”", "④"])
def test_a_number_is_understood_in_any_digits(number: str) -> None:
    assert whole(number, 0, 9) == 4
    assert taxis("new", "--players", number, "--seed", 1) == taxis("new", "--players", 4, "--seed", 1)
    assert entered(**{"players[0].carriage": number}).players[0].carriage == 4
    typed = f"{number}\nquit\n".encode()
    assert taxis("play", "--seed", 7, stdin=typed) == taxis("play", "--seed", 7, stdin=b"4\nquit\n")


@pytest.mark.parametrize("text", ["四", "4 4", "½", "IV", "4a", "", "-"])
def test_what_is_no_number_is_refused_as_it_was_given(text: str) -> None:
    with pytest.raises(InputError) as refused:
        whole(text, 0, 9)
    assert str(refused.value).endswith(f'found "{text}"')


NAMES = [
    "山田\u3000太郎",
    "Jean\xa0Paul",
    "क्\u200dष",
    "نمی\u200cدانم",
    "🏴\u200d☠️",
    "Zo\xade",
    "d’Artagnan.",
    "４",
    "O'Neil (2)",
    "Łódź",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_kept(name: str, tmp_path: Path) -> None:
    position = START.replace(players=(tt.Player(name=name), tt.Player(name="Ben")))
    assert tt.Position.from_line(position.to_line()) == position
    for form in (to_json(position), to_toml(position)):
        assert position_from_text(form) == position
    file = write(tmp_path / "position.json", position_data(position))
    assert name in taxis("show", file).out
    assert taxis("show", file, "--svg", tmp_path / "map.svg").status == 0
    assert name in unescape((tmp_path / "map.svg").read_text(encoding="utf-8"))
    assert entered(**{"players": f"{name}, Ben, Cleo", "turn.player": name}).players[0].name == name


@pytest.mark.parametrize("harm", ["\x07", "\x1b[2J", "\n", "\x9b", "\u2028", "\u202e", "\u2067"])
def test_a_name_with_what_could_harm_is_refused(harm: str) -> None:
    data = position_data(START)
    data["players"][0]["name"] = f"An{harm}na"
    with pytest.raises(tt.PositionError, match=r"players\[0\].name: expected text on one line"):
        position_from_data(data)
    entry = [f"An{harm}na, Ben" if key == "players" else answer for key, answer in ANSWERS.items()]
    assert harm not in re.sub(r"\n|\x1b\[[0-9;]*m", "", taxis("enter", stdin="\n".join(entry).encode()).err)


def test_events_may_stand_between_semicolons() -> None:
    events = ["draw Freiburg", "deal Ingolstadt", "play Stuttgart left"]
    assert (after := taxis("apply", LINE, *events)).status == 0
    for between in ("; ", ";", " ; ", "；"):
        assert taxis("apply", LINE, between.join(events)) == after
    assert taxis("apply", LINE, "draw Freiburg; deal Ingolstadt;", events[2]) == after
    assert taxis("ruling", LINE, "; ".join(events)).out.startswith("Yes.")
    texts = ("draw Freiburg; draw Lodz", "draw Freiburg and draw Lodz; end")
    assert len({taxis("ruling", LINE, text) for text in texts}) == 1


@pytest.mark.parametrize("suffix", ["json", "toml", "txt"])
def test_positions_are_written_to_a_file_in_the_form_of_its_name(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"written.{suffix}"
    form = {"txt": "line"}.get(suffix, suffix)
    for command in (["new", "--seed", 1], ["apply", LINE, "draw Freiburg"], ["convert", LINE, "--to", form]):
        assert taxis(*command, "--out", file) == (0, "", "")
        assert (
            taxis("convert", file, "--to", "json").out
            == taxis("convert", "-", "--to", "json", stdin=taxis(*command).out.encode()).out
        )
    kept = file.read_bytes()
    assert taxis("apply", LINE, "end", "--out", file).status == 1
    assert file.read_bytes() == kept
    assert taxis("new", "--out", tmp_path / "none" / "x.json").told_keys() == ["--out"]


@pytest.mark.parametrize("locale", ["de_DE.UTF-8", "de", "de_AT@euro"])
def test_the_language_is_that_of_the_locale(monkeypatch: pytest.MonkeyPatch, locale: str) -> None:
    monkeypatch.setenv("LANG", locale)
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    assert taxis("ruling", LINE, "end") == taxis("ruling", LINE, "end", "--lang", "de")
    assert "nicht gefunden" in taxis("show", "none.toml").err
    monkeypatch.setenv("LC_ALL", "C")
    assert taxis("ruling", LINE, "end") == taxis("ruling", LINE, "end", "--lang", "en")


@pytest.mark.parametrize(("hand", "follows"), [("-", True), ("Ul", False)])
def test_what_follows_may_be_left_out(hand: str, *, follows: bool) -> None:
    position = tt.Position.from_line(f"TT1 - - - - LiLoPaSaUlUl / {hand} / 3")
    assert position.turn.began_empty is follows
    data = position_data(position)
    del data["turn"]["began_empty"]
    assert position_from_data(data) == position


def test_two_players_of_one_name_get_a_hint() -> None:
    position = START.replace(players=(tt.Player(name="Anna"), tt.Player(name="ANNA")))
    (warning,) = tt.warnings_of(position)
    assert str(warning).endswith("Two players are called ANNA")
    assert Record(position, (), "").start == position
