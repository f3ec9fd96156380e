"""The labels and other texts of a page around the clauses, in its language."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from thurntaxis import Event
from thurntaxis_presentation.describe import seat
from thurntaxis_presentation.errors import refuse
from thurntaxis_presentation.event_words import event_in_words
from thurntaxis_presentation.i18n import bracketed, colon, form_of, listed, parted, typography
from thurntaxis_presentation.rulebook_answers import reading_in_words
from thurntaxis_rulebook import disputes
from thurntaxis_rulebook.corpus.languages import translation


@dataclass(frozen=True)
class SiteLabels:
    """The texts of the site in one language."""

    lang: str

    def label(self, name: str) -> str:
        """Return a label, such as the one above the legal events."""
        return self._word("labels", name)

    def leading(self, name: str, told: str) -> str:
        """Return a label, a colon as the language writes it, and the text that it introduces."""
        return f"{self.label(name)}{self.colon}{told}"

    def opening(self, name: str, text: str) -> str:
        """Return a paragraph that opens with a label in bold."""
        return f"**{self.label(name)}{self.stop.rstrip()}**{self.stop.lstrip('.。')}{text}"

    @property
    def stop(self) -> str:
        """A full stop with the space after it."""
        return typography("stop", self.lang)

    def listed(self, names: Iterable[str]) -> str:
        """Return names in a row, as the language separates them."""
        return listed(names, self.lang)

    def parted(self, parts: Iterable[str]) -> str:
        """Return parts that may have commas of their own in a row."""
        return parted(parts, self.lang)

    def bracketed(self, text: str) -> str:
        """Return a remark in brackets."""
        return bracketed(text, self.lang)

    def edition(self, name: str) -> str:
        """Return what an edition is called."""
        return form_of(name, "", self.lang)

    def reading(self, option: str, value: object) -> str:
        """Return what a reading of an option says."""
        return reading_in_words(option, value, self.lang)

    @property
    def colon(self) -> str:
        """A colon with the spaces that the language writes around it."""
        return colon(self.lang)

    def page(self, name: str) -> str:
        """Return a passage of a page; it may contain Markdown."""
        return self._word("pages", name)

    def table(self, name: str) -> str:
        """Return words of the table in the browser."""
        return self._word("table", name)

    def ask(self, name: str) -> str:
        """Return words of the question field."""
        return self._word("ask", name)

    def kind(self, name: str) -> str:
        """Return the name of a kind of clause."""
        return self._word("kinds", name)

    def nature(self, name: str) -> str:
        """Return the name of a dispute's nature."""
        return self._word("natures", name)

    def no_table(self, name: str) -> str:
        """Return the sentence that says why no position decides a dispute."""
        return self._word("no-tables", name)

    def how_places_are_written(self) -> str:
        """Return the explanation of how places are written."""
        return self._word("places", "how")

    def term(self, name: str) -> tuple[str, str]:
        """Return a term of the game and its meaning."""
        entry = self._table("terms").get(name)
        if entry is None:
            raise self._missing("terms", name)
        return entry["term"], entry["meaning"]

    def player(self, at: int) -> str:
        """Return the name of a player without one, by index."""
        return seat(at, self.lang)

    def event(self, text: str) -> str:
        """Return what an event says, which is written as events are: "play Ulm right".

        It may be one that only the other reading of a dispute allows: "take-back Ulm".
        """
        return event_in_words(Event(text.split()), self.lang)

    def events(self, texts: Iterable[str]) -> str:
        """Return what several events say, in a row."""
        return self.parted(map(self.event, texts))

    @cached_property
    def options(self) -> dict[str, str]:
        """The titles of the options by name."""
        return {one.option: one.title[self.lang] for one in disputes().values() if one.option and one.title}

    def _table(self, name: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = translation(self.lang).get(name, {})
        return found

    def _word(self, name: str, key: str) -> str:
        word = self._table(name).get(key)
        if word is None:
            raise self._missing(name, key)
        return str(word)

    def _missing(self, name: str, key: str) -> Exception:
        return refuse(f"languages/{self.lang}.toml", f"{name}.{key}", "is missing", "the words as in en.toml")
