"""The files that the pages of all languages share: the maps and positions of the examples."""

from functools import cache
from pathlib import Path

from thurntaxis import Position
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import to_json
from thurntaxis_presentation.svg.whole import map_picture
from thurntaxis_rulebook import Example, examples


@cache
def position_of(example: Example) -> Position:
    """Return the position of an example under the first of its editions."""
    return position_from_data(example.under(example.editions[0]))


def write_shared(folder: Path) -> None:
    """Write the map and the position of every example."""
    for name in ("maps", "positions"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for example in examples().values():
        position = position_of(example)
        (folder / "maps" / f"{example.id}.svg").write_text(map_picture(position), encoding="utf-8")
        (folder / "positions" / f"{example.id}.json").write_text(to_json(position), encoding="utf-8")
