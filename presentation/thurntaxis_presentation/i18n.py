"""Messages in the six languages, and how each language writes colons, lists and numbers."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def framed(name: str, lang: str, table: str = "command", /, **facts: object) -> str:
    """Return a sentence of the command itself in a language, from a table of its words."""
    from thurntaxis_rulebook.corpus.languages import label

    return label(name, lang, table).format(**facts)


COLONS = {"fr": "\N{NO-BREAK SPACE}: ", "ja": "："}
"""How a colon is set in the languages that don't write it as English does."""


def colon(lang: str) -> str:
    """Return a colon with the space that belongs to it."""
    return COLONS.get(lang, ": ")


def leading(name: str, told: str, lang: str) -> str:
    """Return a label, a colon, and what it leads to."""
    from thurntaxis_rulebook.corpus.languages import label

    return f"{label(name, lang)}{colon(lang)}{told}"


def listed(names: "Iterable[str]", lang: str) -> str:
    """Return names in a row."""
    return framed("comma", lang).join(names)


def signed(number: float) -> str:
    """Return a number with a true minus sign."""
    return f"−{-number}" if number < 0 else str(number)


def shown(name: str, lang: str, **facts: object) -> str:
    """Return words of the table in a language."""
    return framed(name, lang, "show", **facts)


def numbered(name: str, number: int, lang: str) -> str:
    """Return how many there are of something."""
    return shown(f"{name}-one" if abs(number) == 1 else name, lang, number=signed(number))


def marked(text: str, lang: str) -> str:
    """Return a written number with the decimal mark of a language."""
    return text if lang == "en" else text.replace(".", framed("decimal-mark", lang))


def signed_text(text: str) -> str:
    """Return a written number with a true minus sign."""
    return text.replace("-", "−")
