"""Errors of input and usage in the six languages: one line each, with what is wrong and what would be right.

A message keeps its English template and what fills it (`thurntaxis.message`). The table `faults` of a language has its
own template for each English one.
"""

import re
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, cast

from thurntaxis.fault import Fault, InputError, in_one_line, messages
from thurntaxis.message import Alternatives, Message, clipped, escaped
from thurntaxis.plain_text import plain_text

if TYPE_CHECKING:
    from thurntaxis_presentation.language import Language

TABLES = ("faults", "sentences")
"""The tables of a language's file in which the templates of messages stand."""


class ErrorLine(NamedTuple):
    """One error: the file or command, the key or parameter in it, what is wrong and what would be right."""

    where: str
    key: str
    wrong: Message
    right: Message

    def __str__(self) -> str:
        return one_line(f"taxis: {self.where}: {self.key}: {in_one_line(self.wrong, self.right)}")


class BadInput(Exception):
    """Invalid input or usage, with all its errors; it is raised before anything is written."""

    def __init__(self, *errors: ErrorLine) -> None:
        """Take at least one error."""
        super().__init__(errors)
        self.errors = errors

    def __str__(self) -> str:
        return "\n".join(map(str, self.errors))


one_line = escaped


def refuse_all(where: str, faults: Iterable[Fault], whole: str = "file") -> BadInput:
    """Return the exception for faults; those without a key are of the `whole`."""
    return BadInput(*(ErrorLine(where, fault.key or whole, fault.wrong, fault.right) for fault in faults))


def refuse(where: str, key: str, wrong: str, right: str, *values: object) -> BadInput:
    """Return the exception for a single error; its messages are made as those of a fault."""
    return BadInput(ErrorLine(where, key, *messages(wrong, right, values)))


@contextmanager
def refusing(where: str, key: str, kind: type[InputError] = InputError) -> Generator[None]:
    """Refuse the value of a key if it raises an error of a kind; some of these errors know the key better."""
    try:
        yield
    except kind as error:
        raise refuse(where, getattr(error, "key", key), error.wrong, error.right) from None


def whole(value: str | int, low: int, high: int) -> int:
    """Return the whole number that a text gives; raise InputError if it gives none of this range."""
    text = str(value)
    digits = plain_text(text)
    if digits.removeprefix("-").isdigit() and len(digits) <= 20 and low <= int(digits) <= high:
        return int(digits)
    right = Message("a whole number from {low} to {high}", low=low, high=high)
    if high >= 10**18:
        right = Message("a whole number of at most 18 digits")
        if low == 0:
            right = Message("a whole number of at most 18 digits, 0 or more")
    raise InputError('invalid value "{text}"', right, clipped(text))


# ---- in words


def in_words(message: Message, lang: "Language") -> str:
    """Return a message in a language; in English if the language has no words for it.

    English has typographic apostrophes, and such quotation marks around what a message quotes.
    """
    from thurntaxis_rulebook.corpus.languages import translate

    try:
        template = _typeset(message.template) if lang == "en" else translate(message.template, lang, *TABLES)
    except KeyError:
        if has_words(template := message.template):
            return str(message)
    return lang.fill(template, {name: _fact(fact, lang) for name, fact in message.facts.items()})


def fault_in_words(fault: Fault | ErrorLine | InputError, lang: "Language") -> str:
    """Return what is wrong and what would be right, in a language."""
    return in_words(in_one_line(fault.wrong, fault.right), lang)


def fault_with_key(fault: Fault, lang: "Language") -> str:
    """Return a fault in a language, after its key if it has one."""
    words = fault_in_words(fault, lang)
    return f"{fault.key}{lang.colon}{words}" if fault.key else words


def error_line(error: ErrorLine, lang: "Language") -> str:
    """Return an error line in a language; where it stands, and what programs read of it, are the same in all."""
    return one_line(f"taxis: {error.where}: {error.key}: {fault_in_words(error, lang)}")


def _typeset(template: str) -> str:
    """Return an English template as print has it; a quotation without a gap is text to be typed, and stays."""
    return re.sub(r'"([^"]*\{[^"]*)"', r"“\1”", re.sub(r"(?<=\w)'", "’", template))


def _fact(fact: object, lang: "Language") -> object:
    if isinstance(fact, Message):
        return in_words(fact, lang)
    if type(fact) in (tuple, Alternatives):
        several = cast("tuple[object, ...]", fact)
        return type(several)(_fact(each, lang) for each in several)
    return str(fact) if isinstance(fact, float) else fact  # as it is written in a file


_NAME_OF_GAP = re.compile(r"\{\w+:?")


def has_words(template: str) -> bool:
    """Return whether a template has anything that other languages write differently, besides its gaps."""
    return re.search(r"[^\W\d_]|[:;,()?!\"]", _NAME_OF_GAP.sub("", template)) is not None
