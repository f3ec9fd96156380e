"""`play` and files: saving and continuing games, starting from positions, and that nothing is lost."""

import json
import re
import signal
from pathlib import Path

import pytest

import thurntaxis as tt
from support.command_line import started, taxis, write
from support.game_in_text import play, replies
from support.golden import check
from support.paths import EXAMPLES
from thurntaxis.io.write import to_json, to_toml
from thurntaxis_rulebook.corpus.languages import LANGUAGES

# ---- saving

pytestmark = pytest.mark.usefixtures("own_folder")


def test_a_saved_game_is_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "a game.json"
    lines = ["1", "1", "1", "end", "1", "1"]
    first = play(*lines, f"save {file}", "show", words="--seed 7 --players 3 --seat 1 --against greedy:noise=6")
    assert f"The game is saved in {file}." in re.sub(r"\s+", " ", first.out)
    shown = first.out[first.out.rindex("Player 2’s turn") : first.out.rindex("> ")]
    again = taxis("play", file)
    assert shown in again.out
    assert "You are player 2; you play against greedy:noise=6 1 and greedy:noise=6 2." in again.out
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["seats"] == ["greedy:noise=6", None, "greedy:noise=6"]


def test_any_record_can_be_gone_on_with(tmp_path: Path) -> None:
    record = json.loads((EXAMPLES / "game-tie.json").read_text(encoding="utf-8"))
    record["events"] = record["events"][:100]
    file = write(tmp_path / "record.json", record)
    answer = taxis("play", file, "--seat", 1, "--against", "random")
    assert answer.status == 0
    assert "What do you do?" in answer.out


# ---- positions


AT_A_TABLE = "TT1 - - 2d - LiLoPaSaUlUl Au 40 - / 3 - - - - - Anna / IgUl"
"""A line whose hands and discards are partly unknown: 3 cards of Anna's, and all discards but one."""


@pytest.mark.parametrize("form", ["line", "underscores", "json", "toml"])
def test_a_position_as_at_a_table_is_played_on_from(form: str, tmp_path: Path) -> None:
    position, file = tt.Position.from_line(AT_A_TABLE), tmp_path / f"table.{form}"
    match form:
        case "line" | "underscores":
            words: list[object] = [AT_A_TABLE if form == "line" else AT_A_TABLE.replace(" ", "_")]
        case _:
            file.write_text(to_json(position) if form == "json" else to_toml(position), encoding="utf-8")
            words = [file]
    answer = taxis("play", *words, "--seed", 3, stdin=b"draw Linz\nsave game.json\n1\n1\n")
    assert answer.err == ""
    begin, *answers = replies(answer)
    assert begin.startswith(
        "You are player 2; you play against Anna. "
        "17 unknown cards have been dealt at random (--seed 3 deals the same again). Player 2’s turn: take a card."
    )
    assert answers[0].startswith("Player 2 takes Linz. ")
    saved = tmp_path / "game.json"
    record = json.loads(saved.read_text(encoding="utf-8"))
    assert "?" not in str(record)
    assert len(record["start"]["players"][0]["hand"]) == 3
    assert record["start"]["players"][1]["hand"] == ["Ingolstadt", "Ulm"]
    assert len(record["start"]["discard"]) == 15
    assert (record["seats"], record["seed"]) == (["greedy", None], 3)
    assert taxis("replay", saved).status == 0
    again = taxis("play", saved)
    assert "been dealt at random" not in again.out
    assert "hand Ingolstadt, Linz, Ulm " in re.sub(r"\s+", " ", again.out)


def test_what_a_position_tells_of_a_hand_stays_known() -> None:
    answer = taxis("play", EXAMPLES / "midgame.toml", "--seed", 1, "--against", "random")
    assert "You are Anna; you play against Ben. 3 unknown cards have been dealt" in re.sub(r"\s+", " ", answer.out)
    assert "hand        Freiburg, Lodz, 3 unknown cards" in answer.out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_dealt_cards_are_told_in_each_language(lang: str) -> None:
    line = "TT1 - - 2d - LiLoPaSaUlUl - - - / {} / IgUl"
    for unknown in (1, 2, 5):
        told = taxis("play", line.format(unknown), "--seed", 9, "--lang", lang).lines[1]
        assert f"{unknown}" in told
        assert "--seed 9" in told


def test_a_game_with_unknown_cards_begins_after_its_last_event(tmp_path: Path) -> None:
    record = f"{AT_A_TABLE} moves Ul".replace("2d -", "2d.d -").replace("LiLoPaSaUlUl", "LiLoPaSaUl")
    answer = taxis("play", record, "--seat", 1, "--seed", 3, stdin=b"undo\n1\nsave game.json\n")
    assert "18 unknown cards have been dealt" in answer.out
    assert "There is nothing to take back." in answer.out
    saved = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert saved["start"]["display"] == ["Linz", "Lodz", "Passau", "Salzburg", "Ulm", "Ulm"]
    (told,) = taxis("play", f"{record} Ul Ul").errors()
    assert told["key"] == "events[1]"


def test_there_is_no_terminal_where_the_position_comes_from_standard_input() -> None:
    (told,) = taxis("play", "-", stdin=AT_A_TABLE.encode()).errors()
    assert told["key"] == "POSITION"
    assert told["wrong"].startswith("there is no terminal to play on")


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    answer = replies(play(f"save {tmp_path}/none/game.json", "save -"))
    assert answer[1].startswith(f"taxis: {tmp_path}/none/game.json: save: can’t be written: not found")
    assert answer[2] == "Write: save FILE"


# ---- nothing is lost


def test_the_game_is_saved_when_the_input_ends(tmp_path: Path) -> None:
    answer = play("draw deck")
    assert answer.out.endswith("The game is saved in taxis-game-1.json.\nYou have left the game.\n")
    assert taxis("replay", tmp_path / "taxis-game-1.json").status == 0
    answer = taxis("play", tmp_path / "taxis-game-1.json", stdin=b"postmaster deck\n")
    assert answer.out.endswith("The game is saved in taxis-game-2.json.\nYou have left the game.\n")
    first, second = (json.loads((tmp_path / f"taxis-game-{at}.json").read_text()) for at in (1, 2))
    assert second["events"][: len(first["events"])] == first["events"]


def test_nothing_is_saved_where_nothing_has_happened(tmp_path: Path) -> None:
    play("help")
    play("draw deck", f"save {tmp_path}/game.json")
    play("draw deck", "undo")
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize(
    ("answer", "file"),
    [("", "taxis-game-1.json"), ("yes", "taxis-game-1.json"), ("my game.json", "my game.json"), ("no", None)],
)
def test_leaving_offers_to_save(answer: str, file: str | None, tmp_path: Path) -> None:
    answers = replies(play("draw deck", "quit", answer))
    assert answers[2].startswith("Save the game? Enter saves it in taxis-game-1.json;")
    saved = f"The game is saved in {file}." if file else "The game has not been saved."
    assert answers[3] == f"{saved} You have left the game."
    assert [path.name for path in tmp_path.iterdir()] == ([file] if file else [])


def test_a_file_that_cannot_be_written_is_asked_for_again(tmp_path: Path) -> None:
    answers = replies(play("draw deck", "quit", "none/game.json", "game.json"))
    assert answers[3].startswith("taxis: none/game.json: save: can’t be written: not found")
    assert answers[4] == "The game is saved in game.json. You have left the game."


def test_the_game_is_saved_when_nobody_reads_it_any_more(tmp_path: Path) -> None:
    with started("play", "--seed", 7) as process:
        said = b""
        while not said.endswith(b"\n> "):
            said += process.stdout.read(1)
        process.stdout.close()
        process.stdin.write(b"draw deck\n")
        process.stdin.flush()
        assert process.wait(60) != 0
    assert [path.name for path in tmp_path.iterdir()] == ["taxis-game-1.json"]


@pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -15), (signal.SIGHUP, -1)])
@pytest.mark.parametrize("lines", [b"", b"draw deck\n"])
def test_an_interrupt_is_quiet_and_loses_nothing(
    sent: signal.Signals, status: int, lines: bytes, tmp_path: Path
) -> None:
    with started("play", "--seed", 7) as process:
        process.stdin.write(lines)
        process.stdin.flush()
        prompts = 0
        for line in process.stdout:
            prompts += line.startswith(b"What do you do?")
            if prompts == 2 or (prompts and not lines):
                break
        process.send_signal(sent)
        assert process.wait(60) == status
        assert process.stderr.read().strip() == b""
    assert [path.name for path in tmp_path.iterdir()] == (["taxis-game-1.json"] if lines else [])


# ---- bad usage


def bad_files(folder: Path) -> None:
    record = json.loads((EXAMPLES / "game-tie.json").read_text(encoding="utf-8"))
    write(folder / "illegal.json", {**record, "events": [*record["events"][:20], "end", "end"]})
    write(folder / "nonsense.json", {**record, "events": ["castle"]})
    write(folder / "gredy.json", {**record, "seats": [None, *["gredy"] * (len(record["start"]["players"]) - 1)]})
    write(folder / "nobody.json", {**record, "seats": ["greedy"] * len(record["start"]["players"])})


def test_bad_usage_is_one_line(tmp_path: Path) -> None:
    bad_files(tmp_path)

    def refused(words: str) -> str:
        answer = taxis("play", *words.split())
        answer.errors()
        return answer.err

    check(Path(__file__).parent / "bad_play.txt", refused)
