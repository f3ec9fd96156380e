"""Reads what is typed for a field of the form: names in any spelling, several in one answer, numbers, tiles."""

import contextlib
import functools
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from thurntaxis import UNKNOWN, Board
from thurntaxis.board import Stack
from thurntaxis.io.decoding import LONGEST_NAME
from thurntaxis.message import clipped
from thurntaxis.names import fold
from thurntaxis.plain_text import plain_text
from thurntaxis_presentation.describe import stack_title
from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.set_up.form import Choice, Field
from thurntaxis_presentation.spellings import (
    Spellings,
    Unclear,
    city_spellings,
    event_words,
    unclear_in_words,
    words_of,
)

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4


class NotUnderstood(ValueError):
    """An answer that can't be read; the message says why in the language of the player."""


class Reader(NamedTuple):
    """Reads what is typed in a language, with the names of a board."""

    board: Board
    lang: Language

    def value(self, field: Field, text: str) -> Any:
        """Return the value that a text means for a field; raise NotUnderstood."""
        said, text = text, plain_text(text)
        if field.kind in ("cards", "route"):
            return self.cards(text, [card for card, _ in field.unknown or ()])
        if field.kind == "tiles":
            return self.tiles(text)
        if field.low is not None and field.high is not None:
            return self.number(text, field.low, field.high)
        names = self.spellings(field)
        if names is None:
            return said
        if field.kind == "cities":
            return self._several(text, names)
        values = {words: value for value, words in field.choices or ()}
        if field.key == "board":
            with contextlib.suppress(Unclear):
                return values[names.find(text)]
            return said
        if field.kind in ("choice", "select"):
            return values[self._name(text, names)]
        chosen = [values[words] for words in self._several(text, names)]
        if field.most is not None and len(chosen) > field.most:
            raise self._refused("one-official")
        return chosen

    def spellings(self, field: Field) -> Spellings | None:
        """Return the names that can be typed for a field; none if it takes something else."""
        if field.kind == "cities":
            return Spellings(city_spellings(self.board, self.lang))
        if field.kind in ("cards", "route"):
            return card_spellings(self.board, self.lang)
        if field.kind == "tiles":
            return stack_spellings(self.board, self.lang)
        return None if field.choices is None else choice_spellings(field.choices)

    def names(self, text: str, *, of_cards: bool) -> dict[str, Any]:
        """Return the `names` of a text that are understood, and what is `left`: why, and what each word may mean."""
        words = words_of(re.sub(r"[–—→]|\s-\s", " ", plain_text(text)))
        unknown = [word for word in words if of_cards and word.startswith(UNKNOWN)]
        names = self.spellings(Field("", "cards" if of_cards else "cities", "")) or Spellings({})
        wrong: list[Unclear] = []
        meant = self._several(" ".join(words), names, unknown, wrong)
        wrong = [one for one in wrong if fold(one.text) not in event_words(self.lang)["fillers"]]
        return {
            "names": meant,
            "left": self.lang.listed(one.text for one in wrong),
            "fault": self.lang.typography("space").join(unclear_in_words(one, names.names, self.lang) for one in wrong),
            "near": [(one.text, name) for one in wrong for name in (*one.could_be, *one.near)],
        }

    def cards(self, text: str, unknown: Sequence[str]) -> list[str]:
        """Return the cards of a text, among them unknown ones; where these may be, their number alone is enough."""
        if unknown and text.isdigit():
            return [UNKNOWN] * self.number(text, 0, len(self.board.cards))
        return self._several(text, card_spellings(self.board, self.lang), unknown)

    def number(self, text: str, low: int, high: int) -> int:
        """Return the whole number of a text; raise NotUnderstood."""
        digits = plain_text(text)
        if digits.isdigit() and len(digits) < 4 and low <= int(digits) <= high:
            return int(digits)
        raise self._refused("number", text=one_line(clipped(text)), low=low, high=high)

    def players(self, text: str) -> list[dict[str, str]]:
        """Return the players that a text names, or of which it says how many there are; raise NotUnderstood."""
        if plain_text(text).isdigit():
            return [{} for _ in range(self.number(text, FEWEST_PLAYERS, MOST_PLAYERS))]
        between = "[,;，、；]" if re.search("[,;，、；]", text) else r"[^\S\xa0]+"  # a no-break space is in a name
        names = [name.strip() for name in re.split(between, text)]
        if not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
            raise self._refused("players", number=len(names))
        if long := next((name for name in names if len(name) > LONGEST_NAME or one_line(name) != name), None):
            raise self._refused("name", name=long[:20].encode("unicode_escape").decode(), most=LONGEST_NAME)
        return [{"name": name} for name in names]

    def tiles(self, text: str) -> list[str]:
        """Return the tiles of a text, each as `STACK VALUE`: a stack in words or by the number of cities, then a value.

        The value may be left out if all tiles of the stack have the same.
        """
        stacks = stack_spellings(self.board, self.lang)
        tiles: list[str] = []
        words: list[str] = []
        for word in words_of(text):
            if words and word.isdigit():
                tiles.append(f"{self._stack(words, stacks).name} {word}")
                words = []
            elif words and (single := self._single(words, stacks)):
                tiles.append(single)
                words = [word]
            else:
                words.append(word)
        if words:
            single = self._single(words, stacks)
            if single is None:
                self._stack(words, stacks)
                written = one_line(clipped(" ".join(words)))
                raise self._refused("tile", text=written, example=tile_example(self.board, self.lang))
            tiles.append(single)
        return tiles

    def _refused(self, message: str, **facts: object) -> NotUnderstood:
        return NotUnderstood(self.lang.text(message, "enter", **facts))

    def _name(self, text: str, names: Spellings) -> str:
        """Return the name that a text means."""
        try:
            return names.find(text)
        except Unclear as unclear:
            raise NotUnderstood(unclear_in_words(unclear, names.names, self.lang)) from None

    def _several(
        self, text: str, names: Spellings, others: Sequence[str] = (), unclear: list[Unclear] | None = None
    ) -> list[str]:
        """Return the names that the words of a text mean; words among the `others` stand for themselves.

        A word `x2` or `×2` repeats the name before it. What isn't understood is added to `unclear`, or refused.
        """
        meant: list[str] = []
        for word in words_of(text):
            if word in others:
                meant.append(word)
            elif meant and (times := _times(word)):
                meant += [meant[-1]] * (times - 1)
            elif unclear is None:
                meant.append(self._name(word, names))
            else:
                try:
                    meant.append(names.find(word))
                except Unclear as wrong:
                    unclear.append(wrong)
        return meant

    def _stack(self, words: Sequence[str], stacks: Spellings) -> Stack:
        """Return the stack that words mean: all together, or the first one alone, as in `5 cities`."""
        try:
            title = self._name("-".join(words), stacks)
        except NotUnderstood:
            if not words[0].isdigit():
                raise
            title = self._name(words[0], stacks)
        return next(stack for stack in self.board.stacks if stack_word(self.board, stack, self.lang) == title)

    def _single(self, words: Sequence[str], stacks: Spellings) -> str | None:
        """Return the tile of a stack all of whose tiles have one value; none if the words mean no such stack."""
        try:
            stack = self._stack(words, stacks)
        except NotUnderstood:
            return None
        return f"{stack.name} {stack.values[0]}" if len(set(stack.values)) == 1 else None


def choice_spellings(choices: Iterable[Choice]) -> Spellings:
    """Return the words of choices, each with its name in files, its number in the list, and words that it alone has."""
    names = {words: str(value) for value, words in choices if value is not None}
    parts = {words: ["-".join(words_of(words)), *words_of(words)] for words in names}
    count = Counter(part for own in parts.values() for part in set(map(fold, own)))
    are_numbers = any(words.isdigit() for words in names)
    spellings = {
        words: [
            *([] if name.isdigit() else [name]),
            *([] if are_numbers else [str(number)]),
            *(part for part in parts[words] if count[fold(part)] == 1 and not part.isdigit()),
        ]
        for number, (words, name) in enumerate(names.items(), 1)
    }
    return Spellings(spellings)


def stack_word(board: Board, stack: Stack, lang: Language) -> str:
    """Return the words of the table for a stack of tiles as one word, joined by hyphens."""
    return "-".join(words_of(stack_title(board, stack.name, lang).replace("+", " ")))


@functools.cache
def stack_spellings(board: Board, lang: Language) -> Spellings:
    """Return the stacks of tiles as words, each with its name in files, parts of these, or its number of cities."""
    spellings: dict[str, list[str]] = {}
    for stack in board.stacks:
        word = stack_word(board, stack, lang)
        parts = [str(stack.length)] if stack.length else [*stack.name.split("-"), *word.split("-")]
        spellings[word] = [stack.name, *parts]
    return Spellings(spellings)


def tile_example(board: Board, lang: Language) -> str:
    """Return two tiles as they may be written."""
    route = next((stack for stack in board.stacks if stack.length), board.stacks[0])
    region = next((stack for stack in board.stacks if stack.provinces), board.stacks[-1])
    return lang.listed(f"{stack_word(board, stack, lang)} {stack.values[0]}" for stack in (region, route))


@functools.cache
def card_spellings(board: Board, lang: Language) -> Spellings:
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
    return int(digits) if digits != fold(word) and digits.isdigit() and len(digits) < 3 else None
