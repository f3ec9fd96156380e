"""The six languages: sentences from templates, labels, and how each language writes lists and numbers.

A template is a sentence of `languages/LANG.toml` with gaps, each filled by a fact:

`{city}`
:   the fact in the first of its forms.

`{player:of}`
:   the fact in the form `of` that the table `forms` has for what it names. With a capital, `{player:Of}`, it begins a
    sentence.

`{cards:# karta|# karty|# kart}`
:   one of the language's plural forms, chosen by the number without its decimals, or by how many names there are;
    `#` is the number or the names.

`{offices:of;żetonu #|żetonów #}`
:   both: each name in the form `of`, and around them the plural form.

What a fact names follows from the name of its gap (`player`, `official`, `stack` and so on); tiles are known by their
type. A form `of-vowel` replaces `of` before the vowels that the language names.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Self, cast

from thurntaxis import Board, Event, Stack, Tile
from thurntaxis.message import Alternatives, Message, number
from thurntaxis.names import fold
from thurntaxis_presentation.errors import one_line, refuse

_GAP = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


class Language(str):
    """A language, as its code ("de"), with its labels and templates and the way in which it writes."""

    __slots__ = ()

    def in_edition(self, edition: str) -> "Language":
        """Return the language in the words of an edition, if that calls things of the game otherwise."""
        return InEdition(self, edition) if type(self) is Language and _edition_words(self, edition) else self

    # ---- texts by name

    def label(self, name: str, table: str = "labels") -> str:
        """Return a text by its name, from a table of the language's file."""
        from thurntaxis_rulebook.corpus.languages import word

        try:
            return word(self, table, name)
        except KeyError:
            missing = Message("missing"), Message("the words as in en.toml")
            raise refuse(f"languages/{self}.toml", f"{table}.{name}", *missing) from None

    def entry(self, *path: str) -> Mapping[str, str]:
        """Return the texts by name that stand under a path of names in the language's file."""
        from thurntaxis_rulebook.corpus.languages import entry

        return entry(self, *path)

    def text(self, name: str, table: str = "command", /, **facts: object) -> str:
        """Return a text by its name, from a table of the language's file, its gaps filled."""
        return self.fill(self.label(name, table), facts)

    def shown(self, name: str, **facts: object) -> str:
        """Return words of the table on which the game is played, their gaps filled."""
        return self.text(name, "show", **facts)

    def labelled(self, name: str, text: str) -> str:
        """Return a label, a colon, and the text that it introduces."""
        return f"{self.label(name)}{self.colon}{text}"

    def term(self, thing: str) -> str:
        """Return the term that all texts use for a thing of the game, such as an official."""
        return self.entry("terms", thing)["term"]

    def move(self, event: Event, table: str = "events") -> str:
        """Return an event as answers tell it: in words, as what can be done, or of the `deeds` of a player."""
        from thurntaxis_presentation.event_words import event_in_words

        return event_in_words(event, self, table)

    def moves(self, events: Iterable[Event]) -> str:
        """Return events in a row."""
        return self.parted(map(self.move, events))

    # ---- typography

    def typography(self, name: str) -> str:
        """Return how the language sets something: a colon, the mark between names of a list, quotation marks."""
        return self.label(name, "typography")

    @property
    def colon(self) -> str:
        """A colon with the space that belongs to it."""
        return self.typography("colon")

    def listed(self, names: Iterable[str]) -> str:
        """Return names in a row."""
        return self.typography("comma").join(names)

    def parted(self, parts: Iterable[str]) -> str:
        """Return parts that may have commas of their own in a row."""
        return self.typography("semicolon").join(parts)

    def joined(self, names: "tuple[str, ...] | list[str]", last: str = "and") -> str:
        """Return names in a row, with "and", or what `last` names, before the last one."""
        *others, end = names or [""]
        word = self.typography(f"{last}-more" if len(others) > 1 else last)
        return word.join(filter(None, (self.listed(others), end)))

    def bracketed(self, text: str) -> str:
        """Return a remark in brackets, with the space before it."""
        return self.typography("bracketed").replace("#", text)

    def tagged(self, text: str) -> str:
        """Return an id or the title of a clause in square brackets, with the space before it."""
        return self.typography("id").replace("#", text)

    def quoted(self, text: object) -> str:
        """Return a text in quotation marks."""
        return self.typography("quoted").replace("#", str(text))

    def with_decimal_mark(self, figure: str) -> str:
        """Return a written number with the decimal mark of the language."""
        return figure.replace(".", self.typography("decimal-mark"))

    def within_sentence(self, text: str) -> str:
        """Return a label as it begins within a sentence: those that `lowered` matches lose their capital."""
        return text[:1].lower() + text[1:] if re.match(self.typography("lowered"), text) else text

    # ---- forms

    def plural_form(self, count: float) -> int:
        """Return which of the plural forms goes with a number, from 0; decimals have that of 2, in French from 2 on."""
        whole = abs(int(count))
        return _plural_rule(self)(whole if whole == abs(count) or (self == "fr" and whole < 2) else 2)

    def form(self, thing: str, form: str = "", filler: str = "") -> str:
        """Return a form of a thing's name; `filler` stands in it for `#`. The empty form is the first one."""
        forms = self.entry("forms", thing)
        if filler and f"{form}-vowel" in forms and fold(filler)[:1] in tuple(self.typography("vowels")):
            form = f"{form}-vowel"
        return forms[form or next(iter(forms))].replace("#", filler)

    def seat(self, at: int) -> str:
        """Return what to call a player who has no name, by index from 0; words count from 1."""
        return self.form("player", "short", str(at + 1))

    def player_form(self, name: str, form: str) -> str:
        """Return what to call a player by name; the first without one is given as `player 1` or its short form."""
        short = self.form("player", "short", "#")
        for unnamed in ("player #", short):
            digit = name.removeprefix(unnamed[:-1])
            if digit != name and digit.isdigit():
                return self.form("player", form, digit)
        return self.form("name", form, name)

    def stack_form(self, stack: Stack, form: str = "short") -> str:
        """Return what a tile of a stack is called."""
        if stack.length is not None:
            return self.form("route-tile", form, str(stack.length))
        if stack.city is not None:
            return self.form("city-tile", form, stack.city)
        if stack.kind == "region":
            provinces = " + ".join(stack.provinces) if form == "short" else self.joined(stack.provinces)
            return self.form("region-tile", form, provinces)
        return self.form(stack.kind, form)

    # ---- templates

    def fill(self, template: str, facts: Mapping[str, object], board: Board | None = None) -> str:
        """Return a template with its gaps filled; `board` is needed for facts that are tiles or stacks."""
        return _GAP.sub(lambda gap: self._filler(gap[1], gap[2] or "", facts[gap[1]], board), template)

    def _filler(self, name: str, spec: str, fact: object, board: Board | None) -> str:
        """Return what fills a gap."""
        form, _, plurals = spec.rpartition(";") if "#" in spec or "|" in spec else (spec, "", "")
        capital, form = form[:1].isupper(), form[:1].lower() + form[1:]
        if type(fact) in (tuple, Alternatives):
            several = cast("tuple[object, ...]", fact)
            text = self._in_row(name, fact, [self._fact(name, form, one, board) for one in several])
            count: float = len(several)
        else:
            text = self._fact(name, form, fact, board)
            count = fact if isinstance(fact, int | float) else 1
        if plurals:
            forms = plurals.split("|")
            has_plural = self.plural_form(2) > 0  # without one, a second form is for all but a single thing
            at = self.plural_form(count) if has_plural else min(int(count != 1), len(forms) - 1)
            text = forms[at].replace("#", text)
        return text[:1].upper() + text[1:] if capital else text

    def _in_row(self, name: str, fact: object, texts: list[str]) -> str:
        """Return several facts in a row: a route with dashes, cards with commas, all else as a sentence joins it.

        Cards of the same name stand together. Semicolons separate events.
        """
        if isinstance(fact, Alternatives):
            has_commas = any("," in text or "、" in text for text in texts)
            if len(texts) > 1 and (has_commas or name == "events"):
                return self.typography("or-parted").join((self.parted(texts[:-1]), texts[-1]))
            return self.joined(texts, "or")
        if name == "route":
            return " – ".join(texts)
        if name == "events":
            return self.parted(texts)
        if name == "cards":
            return self.listed(copies(texts))
        return self.joined(copies(texts) if name == "kept" else texts)

    def _fact(self, name: str, form: str, fact: object, board: Board | None) -> str:
        """Return a single fact as it stands in a sentence."""
        if isinstance(fact, int):
            return signed(number(fact))
        if isinstance(fact, float):
            return self.with_decimal_mark(signed(f"{fact:.1f}".removesuffix(".0")))
        if name == "tile" and not isinstance(fact, str):
            assert board is not None
            tile = cast("Tile", fact)
            facts = {"tile": self.stack_form(board.stack(tile.stack), form), "value": tile.value}
            return self.fill(self.typography("tile"), facts)
        if isinstance(fact, Event):
            return self.move(fact)
        text = one_line(str(fact))
        if name == "stack" and board is not None:
            return self.stack_form(board.stack(text), form)
        if name in ("player", "players", "others", "me"):
            return self.player_form(text, form)
        if name in ("official", "offices"):
            return self.form(text, form)
        if name in ("games", "points"):
            return self.with_decimal_mark(text)
        return self.form("name", form, text) if form else text


class Notation(Language):
    """A language whose answers write events in notation."""

    __slots__ = ()

    def move(self, event: Event, table: str = "events") -> str:  # noqa: ARG002 - notation has one form
        """Return an event in notation."""
        return str(event)


class InEdition(Language):
    """A language in the words that the owner of an edition knows from it: its officials, or what it calls a route."""

    __slots__ = ("_edition",)

    _edition: str

    def __new__(cls, lang: str, edition: str) -> Self:
        """Take the language and the id of the edition."""
        language = super().__new__(cls, lang)
        language._edition = edition
        return language

    def __eq__(self, other: object) -> bool:
        """Differ from the language itself, so that nothing kept for one is taken for the other."""
        edition = getattr(other, "_edition", None) if isinstance(other, Language) else self._edition
        return str.__eq__(self, str(other)) and edition == self._edition

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__

    def fill(self, template: str, facts: Mapping[str, object], board: Board | None = None) -> str:
        """Return a template with its gaps filled, in the words of the edition."""
        words = _edition_words(Language(self), self._edition)
        pattern = r"\b(?:" + "|".join(map(re.escape, words)) + r")\b"

        def of_edition(found: re.Match[str]) -> str:
            word = words[found[0].casefold()]
            return word[:1].upper() + word[1:] if found[0][:1].isupper() else word

        return re.sub(pattern, of_edition, super().fill(template, facts, board), flags=re.IGNORECASE)


ENGLISH = Language("en")


@cache
def _plural_rule(lang: Language) -> Callable[[int], int]:
    """Return the function of a language's plural rule, an expression as gettext writes it."""
    from gettext import c2py

    return c2py(lang.typography("plural"))


@cache
def _edition_words(lang: Language, edition: str) -> Mapping[str, str]:
    """Return the words of a language that an edition replaces, in small letters and the longest first, with its own."""
    try:
        words = lang.entry("edition-words", edition)
    except KeyError:
        return {}
    return {word.casefold(): words[word] for word in sorted(words, key=len, reverse=True)}


# ---- the same in every language


def copies(names: Iterable[str]) -> list[str]:
    """Return cards or tiles in words, those of the same name together."""
    return [f"{name} ×{count}" if count > 1 else name for name, count in Counter(names).items()]


def signed(number: object) -> str:
    """Return a number, or one that is written, with a true minus sign."""
    return str(number).replace("-", "−")
