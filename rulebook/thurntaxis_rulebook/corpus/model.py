"""What this room holds: clauses, the editions they stand in, and the points on which those editions quarrel."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

Text = Mapping[str, str]
"""Words by language (see words.py)."""

Reading = str | bool
"""A value of an option."""

Kind = Literal["definition", "component", "setup", "duty", "permission", "condition", "effect", "scoring", "notation"]
"""What a clause does."""

Nature = Literal["change", "wording", "contradiction", "slip", "silence"]
"""Why there is a dispute; disputes.toml explains the words."""

NoTable = Literal["words", "preparation", "knowledge", "never"]
"""Why no table decides a dispute; disputes.toml explains the words."""

KINDS: tuple[str, ...] = get_args(Kind)
NATURES: tuple[str, ...] = get_args(Nature)
NO_TABLES: tuple[str, ...] = get_args(NoTable)

SILENT = "silent"
"""What stands for the place where an edition says nothing."""


@dataclass(frozen=True)
class Source:
    """Where one edition speaks of a matter (see editions.toml for the notation), and what it says, if noted."""

    at: str
    says: Text | None = field(default=None, hash=False)
    reading: Reading | None = None

    @property
    def silent(self) -> bool:
        """Whether the edition does not speak of it."""
        return self.at == SILENT

    def __str__(self) -> str:
        return self.at


@dataclass(frozen=True)
class Clause:
    """One rule: a statement in our words, and where each edition has it."""

    id: str
    kind: Kind
    title: Text = field(hash=False)
    text: Text = field(hash=False)
    sources: Mapping[str, Source] = field(hash=False)
    chapter: str
    enforceable: bool = True
    """Whether code can carry it; False for what only informs."""
    ruling: bool = False
    """Whether no edition speaks of it, so that it had to be decided here."""
    option: str | None = None
    """The option it hangs on."""
    reading: Reading | None = None
    """The value of the option under which it holds; None if it holds under each."""
    exception_to: tuple[str, ...] = ()
    depends: tuple[str, ...] = ()

    def title_in(self, language: str) -> str:
        """Return the title in that language."""
        return self.title[language]

    def text_in(self, language: str) -> str:
        """Return the statement in that language."""
        return self.text[language]

    def holds_under(self, options: Mapping[str, Reading]) -> bool:
        """Say whether the clause holds when the options have these values."""
        return self.option is None or self.reading is None or options[self.option] == self.reading

    def __str__(self) -> str:
        return f"{self.id}: {self.text['en']}"


@dataclass(frozen=True)
class Section:
    """A section of an edition: the name used in citations, and its heading in print, empty if it has none."""

    name: str
    heading: str
    parts: tuple[str, ...]
    """The passages in it with a label of their own."""


@dataclass(frozen=True)
class Edition:
    """One edition of the rules."""

    id: str
    language: str
    title: str
    about: Text = field(hash=False)
    sections: tuple[Section, ...]
    terms: Mapping[str, tuple[str, ...]] = field(hash=False)
    """The words it uses for each thing of the game, the usual word first; empty if it has none."""
    translator: str = ""
    publisher: str = ""
    date: str = ""


@dataclass(frozen=True)
class Dispute:
    """A point on which editions differ, contradict themselves or are silent, with the ruling that is followed."""

    id: str
    nature: Nature
    question: Text = field(hash=False)
    ruling: Text = field(hash=False)
    reason: Text = field(hash=False)
    editions: Mapping[str, Source] = field(hash=False)
    clauses: tuple[str, ...]
    option: str | None = None
    """The option that selects between the readings, if there is one."""
    other: Text | None = field(default=None, hash=False)
    """What the reading says that is not followed here, where no option selects it and a table shows it."""
    no_table: NoTable | None = None
    """Why no table can show a difference, if none can."""


@dataclass(frozen=True)
class Chapter:
    """A chapter of the corpus."""

    name: str
    title: Text = field(hash=False)
