"""Generates the tables of `docs/environments.md`.

Run `python -m thurntaxis_solver.environments.documentation` in the repository after changing what they describe.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from thurntaxis import MODULES
from thurntaxis_solver.environments.observations import SEAT_KINDS, TABLE_KINDS, BlockKind
from thurntaxis_solver.environments.setting import Setting
from thurntaxis_solver.kernel.wasm.page import page_text, table

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "environments.md"

RULES: dict[str, tuple[str, tuple[str, ...]]] = {
    "`south`": ("south", ()),
    "`south`, `princess-messenger`, `offices-of-honor`": ("south", tuple(sorted(set(MODULES) - {"power-and-glory"}))),
    "`testland`": ("testland", ()),
    "`testland`, `power-and-glory`": ("testland", ("power-and-glory",)),
    "`testland`, all modules": ("testland", MODULES),
}
"""The boards and modules of the tables."""

NEEDS = {
    "": "",
    "horses": "`power-and-glory`",
    "letters": "`princess-messenger`",
    "messenger": "`princess-messenger` without `power-and-glory`",
    "offices": "`offices-of-honor`",
    "backs": "`card-backs` is `seen`",
    "no backs": "otherwise",
}
"""In words, what the rules must have for a block."""


def _settings(players: int = 2) -> list[Setting]:
    return [Setting(players, board=board, modules=modules) for board, modules in RULES.values()]


def _range(first: int, count: int) -> str:
    return str(first) if count == 1 else f"{first} to {first + count - 1}"


def _actions() -> str:
    """Return which numbers the actions have, in the order of the numbers."""
    columns = [{block.words: _range(block.first, block.count) for block in s.actions.blocks} for s in _settings()]
    words: list[str] = []
    for column in columns:  # further actions of a column go after those that they follow in it
        place = 0
        for each in column:
            if each in words:
                place = words.index(each) + 1
            else:
                words.insert(place, each)
                place += 1
    rows = [(f"`{each}`", *(column.get(each, "") for column in columns)) for each in words]
    return table(("action", *RULES), rows)


def _cities() -> str:
    """Return the cities of the southern board by number."""
    names = Setting(2).tables.cities
    return ", ".join(f"{number} {name}" for number, name in enumerate(names)) + "."


def _sizes() -> str:
    """Return how many actions there are, and how many numbers an observation has."""
    rows = [
        (name, str(len(sizes[0].actions.texts)), *(str(setting.observed) for setting in sizes))
        for name, *sizes in zip(RULES, *(_settings(players) for players in (2, 3, 4)), strict=True)
    ]
    return table(("rules", "actions", "numbers: two players", "three", "four"), rows)


def _kinds(kinds: Sequence[BlockKind], seat: int | None) -> str:
    """Return the blocks of a seat or of the table; places are those in the base game of two."""
    places = {block.kind: block for block in Setting(2).blocks if block.seat == seat}
    rows = [
        (
            _range(places[kind].first, len(places[kind].labels)) if kind in places else "",
            kind.name,
            kind.by or "–",
            str(kind.most or "`most_moves`"),
            kind.meaning,
            NEEDS[kind.needs],
        )
        for kind in kinds
    ]
    return table(("places", "block", "by", "most", "what it is", "only with"), rows)


PARTS: dict[str, Callable[[], str]] = {
    "actions": _actions,
    "cities": _cities,
    "sizes": _sizes,
    "seat": lambda: _kinds(SEAT_KINDS, 0),
    "table": lambda: _kinds(TABLE_KINDS, None),
    "train": lambda: f"```py\n{(ROOT / 'examples' / 'train_reinforce.py').read_text(encoding='utf-8')}```",
}


if __name__ == "__main__":
    PAGE.write_text(page_text(PAGE.read_text(encoding="utf-8"), PARTS), encoding="utf-8")
