"""The symbols of the line notation, shared by `write_line` and `read_line`."""

import re
from urllib.parse import unquote

from thurntaxis.board import Board
from thurntaxis.officials import SIGNS
from thurntaxis.plain_text import plain_text
from thurntaxis.values import UNKNOWN, UNKNOWN_BACK

MARK = "TT1"
"""The first field of every line: the notation and its version."""

EMPTY = "-"
"""A field without a value."""

PLAYER = "/"
"""The field before those of each player."""

MOVES = "moves"
"""The field between the position and the events of a game record."""

PHASES = {"d": "draw", "p": "play", "c": "carriage", "k": "keep", "f": "final", "o": "over"}
OFFICIALS = {sign: official for official, sign in SIGNS.items()}
REVEALS = {"d": "display", "h": "hand", "b": "back"}
REWARDS = {"d": "draw", "h": "house"}

TABLE_FIELDS = ("BOARD", "RULES", "TURN", "ENDS", "DISPLAY", "DISCARD", "DECK", "TABLE")
PLAYER_FIELDS = ("HAND", "ROUTE", "HOUSES", "CARRIAGE", "TILES", "EXTRAS", "NAME")

IN_NAMES = "A-Za-z0-9"
"""The characters of a player's name that are written as they are."""

IN_BOARDS = "A-Za-z0-9./-"
"""The characters of a board's name or file that are written as they are."""


def sign_of(signs: dict[str, str], meaning: str) -> str:
    """Return the symbol with this meaning."""
    return next(sign for sign, known in signs.items() if known == meaning)


_LINE = re.compile(r"(?:[^\w{]|_)*(?!\S+\.(?:json|toml|txt)$)TT[0-9]+(?:[\s_]|$)", re.IGNORECASE)

_ADDRESS = re.compile(r"[^\s{]*?[#?&]p=(TT[^\s&]*)(?:\S*?&m=([^\s&]*))?", re.IGNORECASE)
"""An address of the table: a line, and the events since, with `;` between them."""


def is_line(text: str) -> bool:
    """Return whether a text is meant as a line, or as an address of the table, not as a file, JSON or TOML."""
    text = plain_text(text)
    return _LINE.match(text) is not None or _ADDRESS.match(text) is not None


def sent(text: str) -> tuple[list[str], list[str]]:
    """Return the fields of a line as a chat sends it, and the events that follow it in an address of the table."""
    address = _ADDRESS.match(plain_text(text))
    line, moves = address.groups() if address else (text, None)
    line = re.sub(r"^[\W_]+|_+$|(?<=[\s_][0-9-])\?$", "", plain_text(unquote(line)))  # a question about it ends so
    return re.split(r"[\s_]+", line), [unquote(move) for move in (moves or "").split(";") if move]


def escaped(text: str, plain: str) -> str:
    """Return a text in ASCII: `plain` signs as they are, every byte of the others as `~` and two hexadecimal digits."""
    return re.sub(f"[^{plain}]", lambda match: "".join(f"~{byte:02x}" for byte in match[0].encode()), text) or "~"


def unescaped(field: str, plain: str) -> str:
    """Return the text of which `escaped` made this; raise ValueError if there is none."""
    if field == "~":
        return ""
    if not re.fullmatch(f"(?:[{plain}]|~[0-9A-Fa-f]{{2}})*", field):
        raise ValueError(field)
    return re.sub(rb"~(..)", lambda match: bytes.fromhex(match[1].decode()), field.encode()).decode()


def card_code(card: str, board: Board) -> str:
    """Return the code of a card: that of its city, with the number of its horseshoes if cards are numbered."""
    if card[:1] == UNKNOWN:
        return UNKNOWN + card.removeprefix(UNKNOWN_BACK).removeprefix(UNKNOWN)
    _, slash, horseshoes = card.partition("/")
    return board.city_codes[board.city_of[card]] + (horseshoes if slash else "")
