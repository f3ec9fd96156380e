"""Running text in lines of so many columns: where a line may break, in each language."""

import re
import unicodedata
from typing import TYPE_CHECKING

from thurntaxis_presentation.terminal.output import width

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console, ConsoleOptions
    from rich.measure import Measurement
    from rich.text import Text

_OPENING = "「『（【［"
_NO_LINE_START = "、。，．」』）】］：；？！ー～・％々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
"""The Japanese signs that can't end a line, and those that can't begin one."""

_TIE = "\ue000"
"""The sign that stands for a space at which a line may not break."""

_WORD = (
    r"(?:(?:第|項目|ケース|例)?[^ \u3000-\u9fff\uff00-\uffef]*\d[\u4e00-\u9fff]{1,2}|(?:項目|ケース|例)\d+"
    rf"|[^ \u3000-\u9fff\uff00-\uffef]+|[^{_OPENING} ])"
)
_NUMBERS = rf"（[−+]?\d+[?!%{_TIE} \u00a0]{{0,4}}(?:、\d+){{0,6}}）"
_JAPANESE_PIECE = rf"(?s) |(?:{_WORD})?{_NUMBERS}[{_NO_LINE_START}]*|[{_OPENING}]*{_WORD}[{_NO_LINE_START}]*|."
"""What a line break may not split, with the brackets and closing signs around it: a word, a Japanese character, a
number with its counter, or a word with numbers in brackets. It takes ten milliseconds to compile."""

_PIECE = "[ ]|[^ ]+"
"""The same for a text without wide characters."""

TIES = re.compile(
    r"""
    (?<![^\s(\[«„“]) [−+±]?\d+(?:[.,]\d+)? [ ] (?=[^\W\d_])  # between a number and a word
    | (?<=[^\W\d_]) [ ] (?=\d+\b(?!/))  # between a word and a number
    | (?<![^\s(\[«„“]) (?<!\by[ ]) [aeiouwzà] [ ] (?=[^\W_])  # after a word of one letter
    | (?<=[:,]) [ ] (?=\d+(?:[).;]|$))  # before a number that ends something
    | [ ] (?=[×–+](?:\d|[ ).;,]|$))  # before ×2, a dash or a plus sign
    | (?<=[^\W_]) [ ] (?=\((?:\d+|–)\))  # before a single number in brackets
    | (?<=\d,) [ ] (?=(?:\d+,[ ]){0,5}\d+\))  # between numbers in brackets
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""The spaces at which a line may not break, with what stands before them."""


def _pieces(text: str, room: int) -> "Iterator[str]":
    """Yield what a line break may not split; what is wider than the room for it can be split at any space."""
    pattern = _PIECE if max(text, default="") < "\u3000" else _JAPANESE_PIECE
    for piece in re.findall(pattern, TIES.sub(lambda match: match[0].replace(" ", _TIE), text)):
        words = piece.replace(_TIE, " ")
        yield from (words,) if columns_of(words) <= room else re.findall(pattern, words)


def _lines(text: str, room: int) -> list[str]:
    """Return a text in lines of at most so many columns, without the spaces at their ends."""
    lines = [""]
    used = 0
    for piece in _pieces(text, room):
        size = columns_of(piece)
        if used and used + size > room and not piece.isspace():
            lines.append("")
            used = 0
        if used or not piece.isspace():
            lines[-1] += piece
            used += size
    return [line.rstrip() for line in lines]


def wrapped(text: str, indent: str = "", *, columns: int | None = None) -> str:
    """Return running text in lines; double-width characters count twice, and lines may break between them."""
    room = (columns or width()) - len(indent)
    return "\n".join(indent + line for line in _lines(re.sub("[ \t\n]+", " ", text.strip()), room))


class RunningText:
    """A text on a console or in a cell of a table, in lines as `wrapped` breaks them."""

    def __init__(self, text: "str | Text", style: str = "") -> None:
        """Take the text, and the style of rich in which it is shown unless it has styles of its own."""
        self._text, self._style = text, style

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "Iterator[Text]":
        """Yield the text in lines of the width that there is."""
        from rich.text import Text

        if isinstance(self._text, str):
            yield Text(wrapped(self._text, columns=options.max_width), self._style)
            return
        lines: list[Text] = []
        for text in self._text.split("\n", allow_blank=True):
            end = 0
            for line in _lines(text.plain, options.max_width):
                start = text.plain.index(line, end)
                lines.append(text[start : start + len(line)])
        yield Text("\n").join(lines)

    def __rich_measure__(self, console: "Console", options: "ConsoleOptions") -> "Measurement":
        """Return the narrowest and the widest that the text can be."""
        from rich.measure import Measurement

        lines = str(self._text).split("\n")
        widest = max((columns_of(piece) for line in lines for piece in _pieces(line, options.max_width)), default=0)
        return Measurement(min(widest, options.max_width), min(max(map(columns_of, lines)), options.max_width))


def headed(head: str, text: str) -> str:
    """Return running text in lines, with a hanging head; no space follows a colon of double width."""
    start = head if head.endswith("：") else f"{head} "
    indent = " " * columns_of(start)
    return start + wrapped(text, indent)[len(indent) :]


def columns_of(text: str) -> int:
    """Return the width of a text in columns."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
