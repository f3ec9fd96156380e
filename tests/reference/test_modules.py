"""Modules declare what they change and what they hold: clashes are reported, and files have every holding."""

import dataclasses

import pytest

import thurntaxis as tt
from thurntaxis import modules
from thurntaxis.io.file_format import PlayerShape, PositionShape
from thurntaxis.modules import ALL_HOLDINGS, Module, PartClash, with_modules
from thurntaxis.parts import Parts
from thurntaxis.rule_sets import rule_set
from thurntaxis.scoring import carriage_points


def late_administrator(parts: Parts) -> Parts:
    officials = dataclasses.replace(parts.officials, moments=lambda official: ())
    return dataclasses.replace(parts, officials=officials)


def one_more_term(parts: Parts) -> Parts:
    return dataclasses.replace(parts, points=(*parts.points, carriage_points))


def other_use(parts: Parts) -> Parts:
    officials = dataclasses.replace(parts.officials, use=lambda position, official, note: position)
    return dataclasses.replace(parts, officials=officials)


def with_made_up(monkeypatch: pytest.MonkeyPatch, module: Module) -> Parts:
    """Return the parts with the messenger and then a made-up module."""
    monkeypatch.setitem(modules._MODULES, "made-up", module)
    return with_modules(rule_set().parts, ("princess-messenger", "made-up"))


CHANGES = [(late_administrator, r"officials\.moments"), (other_use, r"officials\.use")]


@pytest.mark.parametrize(("change", "part"), CHANGES)
def test_two_modules_that_set_one_part_are_an_error_that_names_both(
    change: object, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clash = f"^princess-messenger and made-up both set {part} \\("
    with pytest.raises(PartClash, match=clash):
        with_made_up(monkeypatch, Module(change, ()))  # type: ignore[arg-type]


def test_a_module_may_say_that_it_comes_second(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = with_made_up(monkeypatch, Module(late_administrator, (), after=("princess-messenger",)))
    assert parts.officials.moments("administrator") == ()


def test_adding_to_a_list_is_no_clash(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = with_made_up(monkeypatch, Module(one_more_term, ()))
    assert parts.points[-1] is carriage_points


def test_modules_are_asked_for_by_their_names() -> None:
    rules = rule_set(modules=["princess-messenger"])
    assert rules.plays("princess-messenger")
    assert not rules.plays("power-and-glory")
    with pytest.raises(tt.UnknownName, match="princess-messenger"):
        rules.plays("princes-messenger")


def test_every_holding_has_its_keys_in_the_format_of_files() -> None:
    of_players = {field.name for field in dataclasses.fields(PlayerShape)}
    of_table = {field.name for field in dataclasses.fields(PositionShape)}
    assert {key for holdings in ALL_HOLDINGS for key in holdings.player_keys} <= of_players
    assert {key for holdings in ALL_HOLDINGS for key in holdings.table_keys} <= of_table


def test_holdings_tell_what_a_player_has() -> None:
    player = tt.Player(letters=3, letters_usable=1, horses=("Ulm",))
    held = {holding.key: holding for holdings in ALL_HOLDINGS for holding in holdings.of_players}
    assert (held["letters"].value(player), held["letters"].unusable(player)) == (3, 2)
    assert (held["horses"].value(player), held["horses"].unusable(player)) == (("Ulm",), 0)
