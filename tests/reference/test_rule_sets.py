"""Rule sets: editions, options and modules by name."""

import ast
import pickle
from pathlib import Path

import pytest

import thurntaxis as tt
from support.golden import check
from thurntaxis.clauses import unnoted
from thurntaxis.fault import in_one_line


def unknown(arguments: str) -> str:
    with pytest.raises(tt.UnknownName) as raised:
        tt.rule_set(**ast.literal_eval(arguments))
    assert str(raised.value) == str(in_one_line(raised.value.wrong, raised.value.right))
    return str(raised.value)


def test_unknown_name_of_a_rule_set_comes_with_the_nearest() -> None:
    check(Path(__file__).parent / "faults" / "rule-sets.txt", unknown)


def test_names_are_read_in_any_case() -> None:
    modules = ("princess-messenger",)
    assert tt.rule_set("South", "EN-Yucata", modules=["Princess-MESSENGER"]) is tt.rule_set(modules=modules)


def test_same_arguments_give_the_same_rule_set() -> None:
    default = tt.rule_set()
    assert tt.rule_set("south", "en-yucata", {}, ()) is default
    assert tt.rule_set(tt.board("south")) is default
    assert tt.rule_set(options=default.options) is default
    assert tt.rule_set(options={"reshuffle": "when-needed"}) is not default
    assert tt.rule_set(edition="ja-2006", options={"carriage-declinable": True}).options == default.options


@pytest.mark.parametrize("edition", tt.EDITIONS)
def test_edition_fixes_every_option(edition: str) -> None:
    rules = tt.rule_set(edition=edition)
    assert rules.options == tt.EDITIONS[edition].options
    assert set(rules.options) == set(tt.OPTIONS)
    assert all(value in tt.OPTIONS[name] for name, value in rules.options.items())
    assert edition in repr(rules)
    assert len(repr(rules)) < 300


def test_with_rules_changes_the_reading_and_leaves_the_table() -> None:
    position = tt.new(seed=1)
    other = tt.rule_set(edition="it-2006")
    assert position.with_rules(other).rules is other
    assert position.with_rules(other).with_rules(position.rules) == position
    assert position.with_rules(other) != position


def test_pickled_position_comes_back_equal() -> None:
    position = tt.new(3, edition="pl-pala", options={"reshuffle": "when-needed"}, seed=3)
    back = pickle.loads(pickle.dumps(position))
    assert back == position
    assert hash(back) == hash(position)
    assert back.rules is position.rules
    assert list(back.events()) == list(position.events())


def test_steps_follow_each_other_in_a_circle() -> None:
    rules = tt.rule_set()
    assert [step.name for step in rules.steps] == ["draw", "play", "close", "carriage", "discard", "end"]
    position = tt.new(seed=1)
    assert rules.proceed(position, "end", unnoted).turn.player == 1
