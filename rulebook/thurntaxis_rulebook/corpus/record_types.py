"""The records of the corpus: clauses, printed editions, and the disputes on which editions differ."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

Text = Mapping[str, str]
"""A text by language."""

Reading = str | bool
"""A value of an option."""

Kind = Literal["definition", "component", "setup", "duty", "permission", "condition", "effect", "scoring", "notation"]
"""What a clause does."""

Nature = Literal["change", "wording", "contradiction", "slip", "silence"]
"""Why there is a dispute; disputes.toml explains the values."""

NoTable = Literal["words", "preparation", "knowledge", "never"]
"""Why no position can show the difference; disputes.toml explains the values."""

KINDS: tuple[str, ...] = get_args(Kind)

SILENT = "silent"
"""The place in an edition that says nothing."""


@dataclass(frozen=True)
class Source:
    """Where one edition states a rule (corpus.toml explains how places are written), and what it says differently."""

    at: str
    says: Text | None = field(default=None, hash=False)
    reading: Reading | None = None
    """The value of the disputed option under this edition."""

    @property
    def silent(self) -> bool:
        """Whether the edition says nothing about it."""
        return self.at == SILENT

    def __str__(self) -> str:
        return self.at


@dataclass(frozen=True)
class Clause:
    """One rule: a statement in this project's own words, and its place in each edition."""

    id: str
    kind: Kind
    title: Text = field(hash=False)
    text: Text = field(hash=False)
    sources: Mapping[str, Source] = field(hash=False)
    """By edition."""
    chapter: str
    note: Text | None = field(default=None, hash=False)
    """What is worth knowing of the texts, but isn't part of the rule."""
    enforceable: bool = True
    """Whether code can implement it; False if it only informs."""
    ruling: bool = False
    """Whether no edition states it, so that this project had to decide."""
    option: str | None = None
    """The option under one value of which alone it holds, if there is one."""
    reading: Reading | None = None
    """This value."""
    exception_to: tuple[str, ...] = ()
    depends: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.id}: {self.text['en']}"


@dataclass(frozen=True)
class PrintedEdition:
    """A printed edition of the rules."""

    id: str
    language: str
    title: str
    about: Text = field(hash=False)
    terms: Mapping[str, tuple[str, ...]] = field(hash=False)
    """Its terms for each thing of the game that it has a term for, the usual one first."""
    translator: str = ""
    publisher: str = ""
    date: str = ""


@dataclass(frozen=True)
class Dispute:
    """A point on which editions differ, contradict themselves or are silent, with the ruling adopted here."""

    id: str
    nature: Nature
    question: Text = field(hash=False)
    ruling: Text = field(hash=False)
    reason: Text = field(hash=False)
    editions: Mapping[str, Source] = field(hash=False)
    """Where each edition speaks of it, and what it says."""
    clauses: tuple[str, ...]
    option: str | None = None
    """The option that selects between the readings, if there is one."""
    title: Text | None = field(default=None, hash=False)
    """What this option is about."""
    other: Text | None = field(default=None, hash=False)
    """The reading not adopted here, if no option selects it and a position shows the difference."""
    no_table: NoTable | None = None
    """Why no position can show a difference, if none can."""

    @property
    def divides(self) -> bool:
        """Whether the editions decide it differently."""
        return len({source.reading for source in self.editions.values()}) > 1


@dataclass(frozen=True)
class Chapter:
    """A chapter of the corpus."""

    name: str
    title: Text = field(hash=False)
