"""A ruling as a short answer: what a friend who knows the rules would say, part by part, the most important first."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from thurntaxis import Position
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.rulebook_answers import place_in_booklet
from thurntaxis_presentation.rulings import Ruling
from thurntaxis_presentation.sentences import sentence

MOST_INSTEAD = 3
"""How many moves are named instead of an illegal one."""


class Part(NamedTuple):
    """A part of an answer: what it says, by name, and its words."""

    name: str
    text: str


def in_one(parts: Iterable[Part], lang: Language) -> str:
    """Return the parts of an answer as one text."""
    return lang.typography("space").join(part.text for part in parts)


def ruling_parts(position: Position, ruling: Ruling, lang: Language) -> Iterator[Part]:
    """Yield the verdict with its reason, where it stands, which editions decide otherwise, and what could be done."""
    if ruling.legal:
        reason = lang.text("legal-here", event=lang.quoted(lang.move(ruling.event)))
    else:
        reason = sentence(ruling.objections[0], lang, position.rules.board)
    verdict = lang.text("yes" if ruling.legal else "no")
    yield Part("verdict", lang.typography("space").join((verdict, reason)))
    yield Part("place", place_in_booklet(ruling.clauses[0], position.rules.edition, lang))
    yield Part("editions", other_editions(ruling, lang))
    if ruling.instead:
        yield Part("instead", lang.text("nearest", events=ruling.instead[:MOST_INSTEAD]))


def other_editions(ruling: Ruling, lang: Language) -> str:
    """Return which editions decide otherwise, or that none does."""
    others = [name for name, is_legal in ruling.editions.items() if is_legal != ruling.legal]
    if not others:
        return lang.text("same")
    name = "other-forbids" if ruling.legal else "other-edition"
    return lang.text(name, number=len(others), editions=lang.parted(map(lang.form, others)))
