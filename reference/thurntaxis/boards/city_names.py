"""The names in a board file: the cities, names that mean the same, and unknown names."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from thurntaxis.boards.board_format import BoardShape
from thurntaxis.boards.gaps import key_of
from thurntaxis.fault import Fault
from thurntaxis.message import Message, clipped
from thurntaxis.names import UnknownName, fold


def city_names(board: BoardShape) -> dict[str, str]:
    """Return the names of all cities as they are written in the file, by their folded forms."""
    return by_fold(name for _, name, _ in cities(board))


def cities(board: BoardShape) -> Iterator[tuple[str, str, list[float] | None]]:
    """Yield key, name and place of every city."""
    for at, province in enumerate(board.province):
        for name, place in province.cities.items():
            yield key_of(("province", at, "cities", name)), name, place
    for name, place in board.free_cities.items():
        yield key_of(("free-cities", name)), name, place


def written(name: str) -> str:
    """Return a name as the program writes it."""
    return unicodedata.normalize("NFC", name.strip())


TWICE = {
    "city": 'the city "{name}" is already listed at {key}',
    "province": 'the province "{name}" is already listed at {key}',
    "stack": 'the stack "{name}" is already listed at {key}',
}
"""The message for a name that means the same as an earlier one, by the kind of thing."""

NONE_YET = {"city": "the board has no cities", "free city": "the board has no free cities"}
"""The message for an unknown name if there is nothing that it could name, by the kind of thing.

There is none for provinces, since every board has some.
"""


def twice(kind: str, named: Iterable[tuple[str, str]]) -> Iterator[Fault]:
    """Yield the names that differ from an earlier one only in spelling."""
    first: dict[str, str] = {}
    for key, name in named:
        before = first.setdefault(fold(name), key)
        if before != key:
            yield Fault(key, Message(TWICE[kind], name=clipped(name), key=before), "only once")


def by_fold(names: Iterable[str]) -> dict[str, str]:
    """Return names by their folded forms."""
    return {fold(name): name for name in names}


def not_known(kind: str, name: str, known: Mapping[str, str]) -> tuple[Message, Message] | None:
    """Return what is wrong and what would be right if `name` is none of the known names, given by folded form."""
    if fold(name) in known:
        return None
    unknown = UnknownName(kind, name, known.values())
    return unknown.wrong, unknown.right if known else Message(NONE_YET[kind])
