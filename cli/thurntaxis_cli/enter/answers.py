"""Reads answers: names in any spelling, several in one answer, numbers, tiles."""

import functools
from collections.abc import Sequence
from typing import NamedTuple

from thurntaxis import Board
from thurntaxis.board import Stack
from thurntaxis.names import fold
from thurntaxis_presentation.describe import stack_title
from thurntaxis_presentation.errors import one_line, shortened
from thurntaxis_presentation.i18n import framed, listed
from thurntaxis_presentation.spellings import Spellings, Unclear, city_spellings, words_of

MOST_LISTED = 8
"""How many names a message lists."""


class NotUnderstood(ValueError):
    """An answer that can't be read; the message says why in the language of the player."""


class Reader(NamedTuple):
    """Reads answers in a language."""

    lang: str

    def refused(self, message: str, **facts: object) -> NotUnderstood:
        """Return the exception with a message of the table `enter`."""
        return NotUnderstood(framed(message, self.lang, "enter", **facts))

    def name(self, text: str, names: Spellings) -> str:
        """Return the name that a text means."""
        try:
            return names.find(text)
        except Unclear as unclear:
            written = one_line(shortened(unclear.text))
            for message, found in (("could-be", unclear.could_be), ("did-you-mean", unclear.near)):
                if found:
                    raise self.refused(message, text=written, names=self._row(found)) from None
            raise self.refused("unknown", text=written, names=self._row(names.names)) from None

    def several(self, text: str, names: Spellings, others: Sequence[str] = ()) -> list[str]:
        """Return the names that the words of a text mean; words among the `others` stand for themselves.

        A word `x2` or `×2` repeats the name before it.
        """
        found: list[str] = []
        for word in words_of(text):
            if word in others:
                found.append(word)
            elif found and (times := _times(word)):
                found += [found[-1]] * (times - 1)
            else:
                found.append(self.name(word, names))
        return found

    def number(self, text: str, low: int, high: int) -> int:
        """Return the whole number of a text."""
        digits = text.strip()
        if digits.isascii() and digits.isdigit() and len(digits) < 4 and low <= int(digits) <= high:
            return int(digits)
        raise self.refused("number", text=one_line(shortened(text)), low=low, high=high)

    def hand(self, text: str, names: Spellings, unknown: Sequence[str], most: int) -> list[str] | int:
        """Return the cards of a text, or how many it says there are."""
        if text.isascii() and text.isdigit():
            return self.number(text, 0, most)
        return self.several(text, names, unknown)

    def tiles(self, text: str, board: Board) -> list[str]:
        """Return the tiles of a text, each as `STACK VALUE`: a stack in words or by the number of cities, then a value.

        The value may be left out if all tiles of the stack have the same.
        """
        stacks = stack_spellings(board, self.lang)
        found: list[str] = []
        words: list[str] = []
        for word in words_of(text):
            if words and word.isascii() and word.isdigit():
                found.append(f"{self._stack(words, board, stacks).name} {word}")
                words = []
            elif words and (single := self._single(words, board, stacks)):
                found.append(single)
                words = [word]
            else:
                words.append(word)
        if words:
            single = self._single(words, board, stacks)
            if single is None:
                self._stack(words, board, stacks)
                written = one_line(shortened(" ".join(words)))
                raise self.refused("tile", text=written, example=tile_example(board, self.lang))
            found.append(single)
        return found

    def _stack(self, words: Sequence[str], board: Board, stacks: Spellings) -> Stack:
        """Return the stack that words mean: all together, or the first one alone, as in `5 cities`."""
        try:
            title = self.name("-".join(words), stacks)
        except NotUnderstood:
            if not words[0].isdigit():
                raise
            title = self.name(words[0], stacks)
        return next(stack for stack in board.stacks if stack_word(board, stack, self.lang) == title)

    def _single(self, words: Sequence[str], board: Board, stacks: Spellings) -> str | None:
        """Return the tile of a stack all of whose tiles have one value; none if the words mean no such stack."""
        try:
            stack = self._stack(words, board, stacks)
        except NotUnderstood:
            return None
        return f"{stack.name} {stack.values[0]}" if len(set(stack.values)) == 1 else None

    def _row(self, names: Sequence[str]) -> str:
        more = ["…"] if len(names) > MOST_LISTED else []
        return listed([*names[:MOST_LISTED], *more], self.lang)


def stack_word(board: Board, stack: Stack, lang: str) -> str:
    """Return the words of the table for a stack of tiles as one word, joined by hyphens."""
    return "-".join(words_of(stack_title(board, stack.name, lang).replace("+", " ")))


@functools.cache
def stack_spellings(board: Board, lang: str) -> Spellings:
    """Return the stacks of tiles as words, each with its name in files, parts of these, or its number of cities."""
    spellings: dict[str, list[str]] = {}
    for stack in board.stacks:
        word = stack_word(board, stack, lang)
        parts = [str(stack.length)] if stack.length else [*stack.name.split("-"), *word.split("-")]
        spellings[word] = [stack.name, *parts]
    return Spellings(spellings)


def tile_example(board: Board, lang: str) -> str:
    """Return two tiles as they may be written."""
    route = next((stack for stack in board.stacks if stack.length), board.stacks[0])
    region = next((stack for stack in board.stacks if stack.provinces), board.stacks[-1])
    return listed((f"{stack_word(board, stack, lang)} {stack.values[0]}" for stack in (region, route)), lang)


@functools.cache
def card_spellings(board: Board, lang: str) -> Spellings:
    """Return the cards, each with the spellings of its city; if cards are numbered, the number follows a slash."""
    cities = city_spellings(board, lang)
    if not board.cards_are_numbered:
        return Spellings(cities)
    return Spellings(
        {
            card: [f"{other}{card.removeprefix(city)}" for other in cities[city]]
            + ([city, *cities[city]] if len(board.cards_of[city]) == 1 else [])
            for card, city in board.city_of.items()
        }
    )


def _times(word: str) -> int | None:
    """Return how often a word such as `x2` or `×2` says."""
    digits = fold(word).removeprefix("x").removeprefix("×")
    return int(digits) if digits != fold(word) and digits.isascii() and digits.isdigit() and len(digits) < 3 else None
