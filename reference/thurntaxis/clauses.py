"""How code and clauses are tied together.

Each condition and each effect of the rules is one small function that carries the id of its clause. A condition
returns its reason for objecting, or nothing; an effect notes what it did. So a refusal always names its clause,
and anyone who follows a game can see which clauses applied.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from thurntaxis.message import Alternatives, Message

_Function = TypeVar("_Function", bound=Callable[..., Any])
_clause_of: dict[Callable[..., Any], str] = {}


def clause(name: str) -> Callable[[_Function], _Function]:
    """Mark a function as the code of the clause `name`."""

    def mark(function: _Function) -> _Function:
        _clause_of[function] = name
        return function

    return mark


def clause_of(function: Callable[..., Any]) -> str:
    """Return the id of the clause that `function` implements."""
    return _clause_of[function]


def clauses_in_code() -> dict[str, tuple[Callable[..., Any], ...]]:
    """Return the functions that implement each clause, by clause id.

    Those that depend on an option are added when a rule set with that reading is built.
    """
    found: dict[str, tuple[Callable[..., Any], ...]] = {}
    for function, name in _clause_of.items():
        found[name] = (*found.get(name, ()), function)
    return found


Reason = tuple[str, dict[str, Any]]
"""A sentence with gaps, and the facts that fill them."""


def because(template: str, **facts: Any) -> Reason:
    """Return the reason for an objection."""
    return template, facts


def sentence(template: str, facts: dict[str, Any]) -> str:
    """Fill the gaps of a sentence and capitalise it; several names are joined by commas."""
    filled = template.format(**{name: _words(fact) for name, fact in facts.items()})
    return filled[:1].upper() + filled[1:]


def _words(fact: object) -> str:
    if isinstance(fact, Alternatives):
        return str(Message("{names}", names=fact))
    if type(fact) is tuple:
        return ", ".join(fact)
    return str(fact).replace("-", "−") if isinstance(fact, int) else str(fact)


@dataclass(frozen=True)
class Said:
    """What a clause says about one event: the clause's id, a sentence with gaps, and the facts that fill them."""

    clause: str
    template: str
    facts: dict[str, Any]

    @property
    def sentence(self) -> str:
        """The sentence with its facts, in English."""
        return sentence(self.template, self.facts)

    @property
    def message(self) -> Message:
        """The sentence as part of a message."""
        return Message(self.template, **self.facts)


class Objection(Said):
    """Why an event is not legal."""


class Effect(Said):
    """What an event did."""


class Note(Protocol):
    """Collects the effects of an event."""

    def __call__(self, clause: str, template: str, **facts: Any) -> None:
        """Record that the clause had this effect."""


def unnoted(clause: str, template: str, **facts: Any) -> None:
    """Ignore an effect."""
