"""Positions from anything that holds one, events drawn by chance, and what a player sees."""

import random
from collections import Counter
from pathlib import Path

import pytest

import thurntaxis as tt
from support.paths import EXAMPLES

POSITION = tt.read_position(EXAMPLES / "midgame.toml")


def test_a_position_is_loaded_from_texts_and_files(tmp_path: Path) -> None:
    (tmp_path / "line.txt").write_text(POSITION.to_line(), encoding="utf-16")
    (tmp_path / "table.json").write_bytes(b"\xef\xbb\xbf" + POSITION.to_json().encode())
    address = "https://example.org/en/table.html#p=" + POSITION.to_line().replace(" ", "_")
    texts = (POSITION.to_line(), POSITION.to_json(), POSITION.to_toml(), address)
    sources: list[Path | str | bytes] = [*texts, POSITION.to_json().encode(), tmp_path / "line.txt"]
    sources += [str(tmp_path / "table.json"), EXAMPLES / "midgame.toml"]
    for source in sources:
        assert tt.load(source) == POSITION
    for source in ("", b"\xff", "TT1 / 3", str(EXAMPLES / "game-tie.json")):
        with pytest.raises(tt.PositionError):
            tt.load(source)
    with pytest.raises(FileNotFoundError):
        tt.load(tmp_path / "none.json")


def test_an_event_is_applied_and_chance_is_drawn_by_its_weights() -> None:
    position = tt.apply(POSITION, "draw Freiburg")
    assert position == POSITION.play("draw Freiburg")
    chance = random.Random(1)
    drawn = Counter(position.sample(chance) for _ in range(3000))
    assert drawn.keys() == position.weights().keys()
    for event, probability in position.chances():
        assert abs(drawn[event] / 3000 - probability) < 5 * (float(probability) / 3000) ** 0.5
    with pytest.raises(ValueError, match=r"^nothing is to be revealed here; expected"):
        POSITION.sample(chance)


def test_a_player_sees_no_hand_but_the_own_one() -> None:
    position = tt.new(2, seed=7).play("draw deck").play("deal Ulm")
    assert [player.hand for player in position.seen_by(0).players] == [("Ulm",), ()]
    assert [player.hand for player in position.seen_by(1).players] == [("?",), ()]
    with pytest.raises(ValueError, match=r"^player: expected 0 to 1, found 2$"):
        position.seen_by(2)
