"""Rule sets and names, events and counts, the winner; and how the code of the rules is written."""

import ast
import itertools
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support import random_play
from thurntaxis import names, scoring, values
from thurntaxis.clauses import clause_of, unnoted
from thurntaxis.perft import perft, perft_by_event
from thurntaxis.rules import RuleSet

PACKAGE = Path(tt.__file__).parent
ROOT = PACKAGE.parent.parent
ROOMS = ("reference", "rulebook", "solver", "presentation", "web", "cli", "tests", "benchmarks", "docs")


def trees(*paths: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in paths:
        yield path, ast.parse(path.read_text(encoding="utf-8"), str(path))


# ---- rule sets


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"edition": "en"}, f'unknown edition "en" ({names.either(tt.EDITIONS)})'),
        ({"edition": "yuc"}, f'unknown edition "yuc" ({names.either(tt.EDITIONS)})'),
        ({"board": "west"}, 'unknown board "west" (south or north)'),
        ({"modules": ["princess"]}, 'unknown module "princess" (did you mean princess-messenger?)'),
        ({"options": {"reshufle": "never"}}, 'unknown option "reshufle" (did you mean reshuffle?)'),
        (
            {"options": {"reshuffle": "needed"}},
            'unknown value of reshuffle: "needed" (did you mean when-needed?)',
        ),
        (
            {"options": {"carrier-restart": "True"}},
            'unknown value of carrier-restart: "true" (did you mean true?)',
        ),
        ({"options": {"carrier-restart": 1}}, 'unknown value of carrier-restart: "1" (true or false)'),
        (
            {"options": {"all-provinces": True}},
            'unknown value of all-provinces: "true" (every-province or outside-baiern)',
        ),
    ],
)
def test_unknown_name_of_a_rule_set_comes_with_the_nearest(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(tt.UnknownName) as raised:
        tt.rule_set(**arguments)
    assert str(raised.value) == message
    assert message == f"{raised.value.wrong} ({raised.value.right})"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [],
)
def test_what_is_known_by_name_only_is_not_played(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(NotImplementedError) as raised:
        tt.rule_set(**arguments)
    assert str(raised.value) == message


def test_what_is_no_board_or_no_list_of_modules_is_told() -> None:
    with pytest.raises(TypeError, match=r"^board is 7 \(the name of a board, or a Board\)$"):
        tt.new(2, 7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r'^modules is a text \(a list of names: \["princess-messenger"\]\)$'):
        tt.new(modules="princess-messenger")


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
    assert len(repr(rules)) < 200


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


# ---- boards


def test_board_finds_cities_and_stacks_by_name() -> None:
    board = tt.board("south")
    assert board.resolve("muenchen") == "München"
    assert board.stack("baden").values == (3, 2, 1)
    with pytest.raises(tt.UnknownName, match=r'unknown stack "bade" \(did you mean baden'):
        board.stack("bade")
    with pytest.raises(tt.UnknownName, match=r'unknown city "Wien" \(did you mean'):
        board.resolve("Wien")


def test_board_is_the_printed_one() -> None:
    board = tt.board("south")
    assert len(board.cities) == 22
    assert len(board.roads) == 45
    assert len(board.provinces) == 9
    assert len(board.cards) == 66
    assert all(a < b for a, b in board.roads)
    assert {stack.kind for stack in board.stacks} == {"route", "region", "all-provinces", "game-end"}
    assert sum(len(stack.values) for stack in board.stacks) == 30


# ---- names


@pytest.mark.parametrize(
    ("name", "known", "found"),
    [
        ("ulm", ["Ulm", "Linz"], ["Ulm"]),
        ("Regenburg", ["Regensburg", "Freiburg", "Ulm"], ["Regensburg", "Freiburg"]),
        ("rout", ["route-5", "route-6", "route-7", "route-8"], ["route-8", "route-7", "route-6"]),
        ("wuert", ["Ulm", "Wuerttemberg-Hohenzollern"], ["Wuerttemberg-Hohenzollern"]),
        ("ing", ["Sigmaringen", "Ingolstadt"], ["Ingolstadt"]),
        ("Ulm an der Donau", ["Ulm", "Linz"], ["Ulm"]),
        ("al", ["all-provinces"], []),
        ("bodensee", ["Ulm", "Linz", "Basel"], []),
        ("Bern", ["Nürnberg", "Ulm"], []),
        ("the", ["München"], []),
        ("", ["Ulm"], []),
        ("n" * 10**6, ["Linz"], []),
        ("Ulm", [], []),
    ],
)
def test_nearest_names_begin_so_or_are_alike_and_are_at_most_three(
    name: str, known: list[str], found: list[str]
) -> None:
    assert names.nearest(name, known) == found


@pytest.mark.parametrize(
    ("name", "right"),
    [("Lin", "did you mean Linz?"), ("Bern", "Linz, Ulm or Lodz"), ("", "Linz, Ulm or Lodz")],
)
def test_where_no_name_is_near_all_are_told(name: str, right: str) -> None:
    assert names.meant(name, iter(["Linz", "Ulm", "Lodz"])) == right
    assert names.UnknownName("city", name, iter(["Linz", "Ulm", "Lodz"])).right == right
    assert names.meant(name, ["Rom"]) == "Rom"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ulm", '"Ulm"'),
        ("two\nlines\t\x1b", r'"two\nlines\t\x1b"'),
        ("x" * 41, '"' + "x" * 37 + '..."'),
        ("\ud800", r'"\ud800"'),
    ],
)
def test_text_is_shown_in_one_line(text: str, line: str) -> None:
    assert names.shown(text) == line


NUMBERS: dict[str, float] = {
    "7": 7,
    "-1": -1,
    "2.5": 2.5,
    "true": True,
    "inf": float("inf"),
    "10^30": 10**30,
    "-10^9999": -(10**9999),
}


@pytest.mark.parametrize("text", NUMBERS)
def test_number_is_shown_in_few_signs(text: str) -> None:
    assert names.number(NUMBERS[text]) == text


def test_spellings_of_all_cities_fold_to_their_names() -> None:
    board = tt.board("south")
    umlauts = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
    for city in board.cities:
        for spelling in (city.name, city.name.upper(), city.name.translate(umlauts), f" {city.name.lower()} "):
            assert board.resolve(spelling) == city.name


# ---- values


def test_replace_changes_the_fields_that_are_named() -> None:
    player = tt.Player(name="Anna", carriage=3)
    assert player.replace(carriage=4) == tt.Player(name="Anna", carriage=4)
    assert player == tt.Player(name="Anna", carriage=3)
    with pytest.raises(TypeError, match="Player has no field coach, dogs"):
        player.replace(dogs=2, name="Ben", coach=1)


def test_cards_are_sorted_multisets() -> None:
    hand = values.cards("Ulm", "Basel", "Ulm")
    assert hand == ("Basel", "Ulm", "Ulm")
    assert values.add(hand, ("Linz",)) == ("Basel", "Linz", "Ulm", "Ulm")
    assert values.remove(hand, "Ulm") == ("Basel", "Ulm")
    with pytest.raises(ValueError, match="not in tuple"):
        values.remove(hand, "Linz")


def test_tile_is_written_as_stack_and_value() -> None:
    assert str(tt.Tile("baden", 3)) == "baden 3"


# ---- events


def test_event_is_its_words_and_its_line() -> None:
    event = tt.Event(("close", "Basel", "Zürich"))
    assert str(event) == "close Basel Zürich"
    assert repr(event) == "Event('close Basel Zürich')"
    assert event.verb == "close"
    assert event.cities == ("Basel", "Zürich")
    assert hash(event) == hash(tt.Event(("close", "Basel", "Zürich")))


def test_events_order_like_their_lines() -> None:
    position = tt.new(seed=5).play("draw deck")
    assert [str(event) for event in position.events()] == sorted(str(event) for event in position.events())


def test_events_are_a_view_of_what_is_legal() -> None:
    position = tt.new(seed=1)
    events = position.events()
    assert len(events) == 5
    assert events[0] == next(iter(events))
    assert events[-2:] == list(events)[-2:]
    assert list(reversed(events)) == list(events)[::-1]
    assert events.index(events[3]) == 3
    assert repr(events) == ("<5 events: draw Budweis; draw Ingolstadt; draw München; draw Sigmaringen; draw deck>")


@pytest.mark.parametrize(
    ("event", "legal"),
    [
        ("draw deck", True),
        ("draw MUENCHEN", True),
        (tt.Event(("draw", "deck")), True),
        ("draw Ulm", False),
        (tt.Event(("end",)), False),
        (tt.Event(("draw", "MUENCHEN")), False),
        (("draw", "deck"), False),
        (None, False),
    ],
)
def test_legal_event_is_in_the_view_as_event_or_as_text(event: object, legal: bool) -> None:
    assert (event in tt.new(seed=1).events()) == legal


# ---- the start of a game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_new_game_has_six_cards_on_display_and_nothing_else(players: int) -> None:
    position = tt.new(players, seed=1)
    assert len(position.display) == 6
    assert len(position.unseen) == position.deck_size == 60
    assert position.players == (tt.Player(),) * players
    assert position.turn == tt.Turn(0, began_empty=True)
    assert not position.is_chance
    assert not position.is_over


def test_same_seed_deals_the_same_cards() -> None:
    assert tt.new(seed=7) == tt.new(seed=7)
    assert len({tt.new(seed=seed).display for seed in range(20)}) > 10
    assert tt.new().rules is tt.rule_set()


def test_table_before_the_deal_waits_for_six_cards() -> None:
    position = tt.undealt(3, edition="fr-boisnier", options={"reshuffle": "when-needed"})
    assert position.is_chance
    assert position.turn.pending == ("display",) * 6
    assert len(position.events()) == 22
    assert position.rules is tt.rule_set(edition="fr-boisnier", options={"reshuffle": "when-needed"})


@pytest.mark.parametrize("players", [-1, 0, 1, 5])
@pytest.mark.parametrize("opening", [tt.new, tt.undealt])
def test_other_numbers_of_players_are_refused(opening: Callable[[int], tt.Position], players: int) -> None:
    with pytest.raises(ValueError, match=rf"^{players} players can't play \(2, 3 or 4 can\)$"):
        opening(players)


# ---- counting


def test_counts_by_event_add_up() -> None:
    position = tt.new(seed=2)
    for depth in (1, 2, 3):
        counts = perft_by_event(position, depth)
        assert list(counts) == list(position.events())
        assert sum(counts.values()) == perft(position, depth)


def test_there_is_one_sequence_of_no_events() -> None:
    assert perft(tt.new(seed=2), 0) == 1


def test_sequences_of_fewer_than_no_events_are_not_counted() -> None:
    with pytest.raises(ValueError, match="fewer than no events"):
        perft(tt.new(seed=2), -1)
    with pytest.raises(ValueError, match="fewer than no events"):
        perft_by_event(tt.new(seed=2), 0)


# ---- the score and the winner


def scored(*points: int, ender: int | None = None, start: int = 0) -> tt.Position:
    """Return a table whose players have these points: 20 less for the houses, made up by tiles."""
    players = tuple(tt.Player(tiles=(tt.Tile("baden", value + 20),)) for value in points)
    return tt.undealt(len(points)).replace(players=players, ender=ender, start=start)


@pytest.mark.parametrize(
    ("position", "winner"),
    [
        (scored(5, 7), 1),
        (scored(7, 5, ender=1), 0),
        (scored(3, -2, 4, 1), 2),
        (scored(-20, -19), 1),
        # a tie, the ender among the tied
        (scored(7, 7, ender=0), 0),
        (scored(7, 7, ender=1), 1),
        (scored(7, 7, 7, 7, ender=2), 2),
        # a tie, the ender not among the tied: the next of them clockwise
        (scored(7, 2, 7, ender=1), 2),
        (scored(7, 7, 2, 7, ender=2), 3),
        # ... past the last player
        (scored(7, 7, 2, ender=2), 0),
        (scored(2, 7, 7, 1, ender=3), 1),
        (scored(7, 2, 7, 1, ender=3), 0),
        # the starting player does not matter
        (scored(7, 7, 2, ender=2, start=1), 0),
        # a tie that no game-end tile decides
        (scored(7, 7), None),
        (scored(1, 7, 7, 2), None),
        (scored(0, 0, 0), None),
    ],
)
def test_winner_has_most_points_or_is_nearest_to_the_ender(position: tt.Position, winner: int | None) -> None:
    assert position.winner() == winner


def test_score_is_carriage_and_tiles_less_houses_left() -> None:
    position = tt.undealt(2)
    player = tt.Player(houses=("Basel", "Ulm"), carriage=6, tiles=(tt.Tile("baden", 3), tt.Tile("route-5", 2)))
    position = position.replace(players=(player, tt.Player()))
    assert scoring.carriage_points(position, player) == 7
    assert scoring.tile_points(position, player) == 5
    assert scoring.unplaced_houses(position, player) == 18
    assert position.scores() == (7 + 5 - 18, -20)


def test_stacks_hold_what_nobody_has() -> None:
    position = scored(0, 0).with_mover(tiles=(tt.Tile("baden", 3), tt.Tile("route-5", 1)))
    position = position.replace(players=(position.players[0], tt.Player(tiles=(tt.Tile("baden", 1),))))
    assert position.stacks()["baden"] == (2,)
    assert position.stacks()["route-5"] == (2,)
    assert position.stacks()["baiern"] == (5, 4, 3, 2)
    assert list(position.stacks()) == [stack.name for stack in position.rules.board.stacks]


# ---- how the code is written


def every_rule_set() -> list[RuleSet]:
    choices = itertools.product(*tt.OPTIONS.values())
    base = [tt.rule_set(options=dict(zip(tt.OPTIONS, choice, strict=True))) for choice in choices]
    with_modules = [
        tt.rule_set(board, edition, modules=modules)
        for board, modules in random_play.GAMES
        for edition in ("en-yucata", "it-2006")
    ]
    ignored = tt.rule_set("testland", options={"card-backs": "ignored"}, modules=["power-and-glory"])
    return [*base, *with_modules, ignored]


def noted_clauses() -> Iterator[tuple[str, object]]:
    """Yield every first argument of `note` that is a text, with its place."""
    folders = [path for name in ("steps", "modules") for path in sorted((PACKAGE / name).rglob("*.py"))]
    for path, tree in trees(PACKAGE / "tiles.py", PACKAGE / "free_cities.py", *folders):
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "note":
                name = call.args[0]
                if isinstance(name, ast.Constant):
                    yield f"{path.name}:{call.lineno}", name.value


def test_every_function_with_a_clause_says_what_it_does() -> None:
    every_rule_set()
    carried = tt.clauses_in_code()
    assert len(carried) > 50
    for name, functions in carried.items():
        assert name.count(".") == 1, name
        assert all(name.split(".")), name
        for function in functions:
            assert (function.__doc__ or "").strip().endswith("."), function
            assert clause_of(function) == name


def test_every_clause_that_is_noted_has_a_name() -> None:
    noted = list(noted_clauses())
    assert len(noted) > 15
    for place, name in noted:
        assert isinstance(name, str), place
        assert name.count(".") == 1, place
        assert all(name.split(".")), place


def test_every_condition_carries_its_clause() -> None:
    for rules in every_rule_set():
        for action in rules.actions.values():
            functions: Iterable[Callable[..., Any]] = (*action.moments, *action.conditions)
            assert all(clause_of(function) for function in functions)


def test_options_are_looked_up_when_the_steps_are_chosen_and_never_later() -> None:
    steps = [path for path in sorted((PACKAGE / "steps").glob("*.py")) if path.name != "__init__.py"]
    assert len(steps) > 6
    lookups: list[str] = []
    for path, tree in trees(*steps, PACKAGE / "tiles.py", PACKAGE / "scoring.py"):
        for node in ast.walk(tree):
            asked = (isinstance(node, ast.Attribute) and node.attr in ("options", "edition")) or (
                isinstance(node, ast.Name) and node.id == "options"
            )
            if asked:
                lookups.append(f"{path.name}:{getattr(node, 'lineno', '?')}")
            if isinstance(node, ast.Constant) and node.value in tt.OPTIONS and node.value != "all-provinces":
                lookups.append(f"{path.name}:{node.lineno}")
    assert lookups == []


def test_modules_are_chosen_when_the_parts_are_put_together_and_never_asked_for_later() -> None:
    folders = [path for name in ("steps", "modules") for path in sorted((PACKAGE / name).rglob("*.py"))]
    asked = [
        f"{path.name}:{node.lineno}"
        for path, tree in trees(*folders, *(PACKAGE / name for name in ("tiles.py", "scoring.py", "io/turn_checks.py")))
        for node in ast.walk(tree)
        if (isinstance(node, ast.Attribute) and node.attr in ("modules", "edition"))
        or (isinstance(node, ast.Constant) and node.value in tt.MODULES and _is_compared(tree, node))
    ]
    assert len(folders) > 15
    assert asked == []


def _is_compared(tree: ast.AST, constant: ast.Constant) -> bool:
    """Return whether a constant is one side of a comparison such as `x in y`."""
    return any(constant in (node.left, *node.comparators) for node in ast.walk(tree) if isinstance(node, ast.Compare))


SENTENCES = ("because", "note")


def sentences_of_modules() -> Iterator[str]:
    """Yield every sentence with gaps that the code of the modules says."""
    for _, tree in trees(PACKAGE / "free_cities.py", *sorted((PACKAGE / "modules").rglob("*.py"))):
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in SENTENCES:
                said = call.args[SENTENCES.index(call.func.id)]
                assert isinstance(said, ast.Constant), ast.dump(said)
                yield str(said.value)


def test_every_sentence_of_the_modules_is_shown_by_a_test() -> None:
    tests = [Path(__file__).with_name(f"test_{name}.py") for name in ("messenger", "offices", "power_and_glory")]
    shown = {
        node.value
        for _, tree in trees(*tests)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    said = set(sentences_of_modules())
    assert len(said) > 40
    patterns = {template: re.compile(re.sub(r"\\{\w+\\}", ".+", re.escape(template))) for template in said}
    missing = {t for t, pattern in patterns.items() if not any(pattern.fullmatch(text) for text in shown)}
    assert missing == set()


def test_every_clause_of_the_modules_has_its_code() -> None:
    every_rule_set()
    carried = tt.clauses_in_code()
    chapters = ("letters.", "messenger.", "offices.", "return.", "horses.", "backs.", "free-cities.", "north.")
    assert all(any(name.startswith(chapter) for name in carried) for chapter in chapters)
    carriers = {function.__module__ for functions in carried.values() for function in functions}
    assert {name for name in carriers if name.startswith("thurntaxis.modules.")} >= {
        "thurntaxis.modules.messenger.paying",
        "thurntaxis.modules.offices.actions",
        "thurntaxis.modules.power_and_glory.horses",
    }


def test_card_is_added_at_either_end() -> None:
    position = (
        tt.new(seed=1).with_mover(hand=("Ulm",), route=("Stuttgart", "Mannheim")).with_turn(drawn=1, began_empty=False)
    )
    assert position.play("play Ulm left").mover.route == ("Ulm", "Stuttgart", "Mannheim")
    position = position.with_mover(route=("Mannheim", "Stuttgart"))
    assert position.play("play Ulm right").mover.route == ("Mannheim", "Stuttgart", "Ulm")


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the modules that are imported, with the line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            yield node.lineno, node.module or ""


def test_reference_needs_nothing_but_the_standard_library() -> None:
    pydantic = {"pydantic", "pydantic_core"}
    border = {"read.py": pydantic, "schema.py": pydantic, "board_format.py": pydantic, "write.py": {"tomli_w"}}
    foreign: list[str] = []
    for path, tree in trees(*sorted(PACKAGE.rglob("*.py"))):
        allowed = sys.stdlib_module_names | {"thurntaxis"} | border.get(path.name, set())
        foreign += [f"{path.name}:{line}: {name}" for line, name in imported(tree) if name.split(".")[0] not in allowed]
    assert foreign == []


def test_nothing_imports_the_package_by_the_name_of_its_room() -> None:
    paths = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    assert len(paths) > 30
    twice = [
        f"{path.relative_to(ROOT)}:{line}"
        for path, tree in trees(*paths)
        for line, name in imported(tree)
        if name.split(".")[0] in ("reference", "rulebook", "solver", "presentation", "web", "cli")
    ]
    assert twice == []


def test_import_is_light() -> None:
    code = "import sys, thurntaxis; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "thurntaxis" in loaded
    assert {"pydantic", "tomli_w", "numba", "sympy", "networkx", "numpy", "rich", "click"} & set(loaded) == set()


def test_text_that_is_no_event_is_not_among_the_events() -> None:
    events = tt.new(2, seed=7).events()
    assert "no event" not in list(map(str, events))
    assert not events.__contains__("no event")
    assert not events.__contains__(7)
