"""Extracts the text of a file, a PDF or a plain text, page by page.

The encoding of a text, or the order of the columns on a page of a PDF, may be uncertain. Then there are several
readings, and the caller chooses the one that makes sense. Form feeds separate the pages of a reading; running heads and
page numbers are removed.
"""

import logging
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from thurntaxis.fault import InputError, unreadable
from thurntaxis.message import Hint, Message
from thurntaxis.plain_text import UTF_16_MARKS, decoded
from thurntaxis_rulebook.folding import fold

if TYPE_CHECKING:
    from pypdf import PageObject

PAGE = "\f"

LARGEST, LONGEST, MOST_PAGES = 64 * 2**20, 400_000, 100
"""The maximum number of bytes, characters and pages; a larger file isn't a booklet."""

LARGEST_PAGE = 8 * 2**20
"""The maximum number of bytes that draw a page of a PDF; reading them takes a dozen times as much memory."""

BOOKLET = Message("a rulebook as a PDF or plain text")
"""What would be right."""

LONGEST_TIME = 10.0
"""The maximum number of seconds that reading a PDF may take."""

_ENCODINGS = ("cp1252", "cp1250", "cp932", "euc_jp")
"""The possible encodings of a text that isn't UTF-8: western and central European, and two Japanese."""


def readings(path: Path, password: str = "") -> list[str]:
    """Return the possible readings of a file, likeliest first; the password is that of a PDF which is protected by one.

    Raises:
        InputError: if it can't be read.
    """
    raw = _bytes(path)
    if b"%PDF-" in raw[:1024]:
        found = _in_time(lambda: _pdf(path, password))
    elif b"\0" in raw and not raw.startswith(UTF_16_MARKS):
        raise InputError("isn't a PDF or a plain text", BOOKLET)
    elif len(raw) > 4 * LONGEST:  # in no encoding has a character more bytes
        raise InputError("has {number} bytes", "at most {most} bytes", len(raw), 4 * LONGEST)
    else:
        found = [without_running_heads(text.split(PAGE)) for text in _decoded(raw)]
    if (longest := max(map(len, found))) > LONGEST:
        raise InputError("has {number} characters", "at most {most} characters", longest, LONGEST)
    found = [text for text in dict.fromkeys(found) if fold(text)]
    if not found:
        raise InputError("contains no letters", BOOKLET)
    return found


def without_running_heads(pages: Sequence[str]) -> str:
    """Return pages as one text, without page numbers, and without lines that recur at their top or bottom."""
    lines = [page.splitlines() for page in pages]
    written = [[index for index, line in enumerate(page) if line.strip()] for page in lines]
    outer = [{*indices[:2], *indices[-2:]} for indices in written]
    heads = Counter(_head(page[index]) for page, indices in zip(lines, outer, strict=True) for index in indices)
    often = max(3, len(pages) / 2)
    for page, indices in zip(lines, outer, strict=True):
        for index in indices:
            head = _head(page[index])
            if (not head and len(pages) > 1) or (head and heads[head] >= often):
                page[index] = ""
    return PAGE.join("\n".join(page) for page in lines)


def _head(line: str) -> str:
    """Return a line without what changes from page to page."""
    return re.sub(r"\d", "", fold(line))


def _bytes(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise InputError("isn't a file", BOOKLET)
        if path.stat().st_size > LARGEST:
            raise InputError("has {number} bytes", "at most {most} bytes", path.stat().st_size, LARGEST)
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(unreadable(error), BOOKLET) from None
    if not raw.strip():
        raise InputError("is empty", BOOKLET)
    return raw


def _decoded(raw: bytes) -> Iterator[str]:
    """Yield a plain text decoded by its own encoding if that is certain, else by each possible one."""
    try:
        yield decoded(raw)
    except UnicodeDecodeError:
        yield from (raw.decode(other, errors="replace") for other in _ENCODINGS)


# ---- PDF


@dataclass(frozen=True)
class _Fragment:
    """Some words on a page; x is measured from the left, y from the bottom."""

    x: float
    y: float
    words: str


def _in_time(read: Callable[[], list[str]]) -> list[str]:
    """Return what `read` returns; raise what it raises, or InputError if it takes longer than `LONGEST_TIME`.

    It runs in a thread of its own, since nothing can be asked of a library that is busy with one page.
    """
    found = Future[list[str]]()

    def work() -> None:
        try:
            found.set_result(read())
        except Exception as error:  # noqa: BLE001  # whatever it is, it is raised again
            found.set_exception(error)

    threading.Thread(target=work, name="booklet", daemon=True).start()
    try:
        return found.result(LONGEST_TIME)
    except TimeoutError:
        raise InputError("takes too long to read", "at most {seconds} seconds", f"{LONGEST_TIME:g}") from None


def _pdf(path: Path, password: str) -> list[str]:
    """Return the text of a PDF in the order of the file, and column by column."""
    from pypdf import PdfReader
    from pypdf.errors import DependencyError

    logging.getLogger("pypdf").addHandler(logging.NullHandler())  # its warnings about repairs are of no use here
    try:
        reader = PdfReader(path)
        locked = reader.is_encrypted and not (reader.decrypt("") or reader.decrypt(password))
        count = 0 if locked else len(reader.pages)
        pages = list(reader.pages) if 0 < count <= MOST_PAGES else []
        deadline = time.monotonic() + LONGEST_TIME
        plain: list[str] = []
        columns: list[str] = []
        size = 0
        for page in pages:
            if time.monotonic() > deadline:  # nobody waits for it any more
                return []
            contents = page.get_contents()
            size = 0 if contents is None else len(contents.get_data())
            if size > LARGEST_PAGE:
                break
            text, fragments = _fragments(page)
            plain.append(text)
            columns.append(_by_columns(fragments, float(page.mediabox.width)))
    except DependencyError:
        right = Hint("install it with {text}", 'pip install "thurntaxis[encrypted]"')
        raise InputError("is encrypted with AES, which needs the package cryptography", right) from None
    except Exception as error:  # noqa: BLE001  # a broken file can raise anything
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError("is a damaged PDF: {reason}", BOOKLET, reason) from None
    if locked:
        wrong = Message("is protected by another password") if password else Message("is protected by a password")
        raise InputError(wrong, Hint("set TAXIS_PASSWORD to its password"))
    if count > MOST_PAGES:
        raise InputError("has {number} pages", "at most {most} pages", count, MOST_PAGES)
    if size > LARGEST_PAGE:
        raise InputError(
            "has {number} bytes on page {page}", "at most {most} bytes", size, len(plain) + 1, LARGEST_PAGE
        )
    if not any(map(fold, plain)):
        raise InputError("has only pictures, no text", "a booklet whose text has been recognised by OCR")
    return [without_running_heads(plain), without_running_heads(columns)]


def _by_columns(fragments: list[_Fragment], width: float) -> str:
    """Return the words of a page of some width column by column, each from top to bottom."""
    edges = _edges(fragments, width)
    columns: dict[float, list[_Fragment]] = {}
    for fragment in fragments:
        edge = max((edge for edge in edges if edge <= fragment.x + 2), default=0.0)
        columns.setdefault(edge, []).append(fragment)
    lines: list[str] = []
    for edge in sorted(columns):
        for _, line in sorted(_lines(columns[edge]).items(), reverse=True):
            lines.append("".join(fragment.words for fragment in sorted(line, key=lambda fragment: fragment.x)))
    return "\n".join(lines)


def _fragments(page: "PageObject") -> tuple[str, list[_Fragment]]:
    """Return the text of a page in the order of the file, and its words with their positions."""
    from pypdf import mult

    found: list[_Fragment] = []

    def visit(words: str, user: list[float], text: list[float], *_font: Any) -> None:
        if words.strip():
            *_, x, y = mult(text, user)
            found.append(_Fragment(x, y, words.strip("\n")))

    return page.extract_text(visitor_text=visit), found


def _lines(fragments: list[_Fragment]) -> dict[int, list[_Fragment]]:
    """Return the fragments of each line by the line's height."""
    lines: dict[int, list[_Fragment]] = {}
    for fragment in fragments:
        height = round(fragment.y)
        near = next((known for known in (height, height - 1, height + 1) if known in lines), height)
        lines.setdefault(near, []).append(fragment)
    return lines


def _edges(fragments: list[_Fragment], width: float) -> list[float]:
    """Return where columns begin: where many fragments do, at least a quarter of the page apart."""
    often = Counter(round(fragment.x) for fragment in fragments)
    edges: list[float] = []
    for x, count in often.most_common():
        if count >= max(3, len(fragments) / 10) and all(abs(x - edge) >= width / 4 for edge in edges):
            edges.append(x)
    return sorted(edges)
