"""What the texts of a language keep to: typography, terms to avoid, and how long a statement is."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from support.paths import TESTS
from thurntaxis_presentation.language import Language

RULES: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    (TESTS / "rulebook" / "typography.toml").read_text(encoding="utf-8")
)
"""By language, or for all of them, and by name: the pattern of what is wrong, and texts in which it is found."""

MOST_WORDS = 45
"""The most words of a statement in English."""

CODE = re.compile(r"`[^`]*`|'\{[^{}]*\}'|\{[^{}]*\}|\]\([^)]*\)|https?://\S+|--\w+|\*\* ?")


def faults(text: str, language: str) -> Iterator[str]:
    """Yield what is wrong with a text in a language; code and gaps in it are passed over."""
    words = CODE.sub("x", text)
    for name, rule in (*RULES["all"].items(), *RULES[language].items()):
        if re.search(rule["pattern"], words):
            yield f"{name}: {text}"


def long_statements(texts: Mapping[str, str]) -> list[str]:
    """Return the names of English texts of which a sentence has more words than it may."""
    return [
        name
        for name, text in texts.items()
        if any(len(sentence.split()) > MOST_WORDS for sentence in re.split(r"(?<=[.:;]) ", text))
    ]


def equal_texts(texts: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Return the names of texts that say the same in the same words."""
    names: dict[str, list[str]] = {}
    for name, text in texts.items():
        names.setdefault(" ".join(text.casefold().split()), []).append(name)
    return [tuple(several) for several in names.values() if len(several) > 1]


_OFFICIALS = ("postmaster", "administrator", "carrier", "cartwright")
_TILES = ("route-tile", "city-tile", "region-tile", "all-provinces", "game-end")
_THINGS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("player", "players", "others"), ("player", "name")),
    **dict.fromkeys(("official", "offices"), _OFFICIALS),
    **dict.fromkeys(("tile", "stack"), _TILES),
}
"""What the gaps of templates can name; other gaps take the forms of names."""


def form_faults(templates: Iterable[str], forms: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Return the forms that a template names and a thing lacks, and those that no template names."""
    named: set[tuple[str, str]] = set()
    for template in templates:
        for gap in re.finditer(r"\{(\w+):([A-Za-z]+)(?=[;}])", template):
            form = gap[2][:1].lower() + gap[2][1:]
            named |= {(thing, form) for thing in _THINGS.get(gap[1], ("name",))}
    there = {(thing, form) for thing, several in forms.items() for form in several}
    usual = {(thing, form) for thing, form in there if form in ("name", "short") or form.endswith("-vowel")}
    lacking = [f"{thing} has no form {form}" for thing, form in sorted(named - there)]
    return [*lacking, *(f"no template names {form} of {thing}" for thing, form in sorted(there - named - usual))]


def plural_count(language: str) -> int:
    """Return how many plural forms a language has."""
    return 1 + max(map(Language(language).plural_form, range(200)))


def plural_faults(templates: Iterable[str], forms: int) -> list[str]:
    """Return the plural forms in templates that are not as many as a language has."""
    specs = (found[1] for template in templates for found in re.finditer(r"\{\w+:([^{}]*[#|][^{}]*)\}", template))
    return [spec for spec in specs if len(spec.split("|")) not in ((1, 2) if forms == 1 else (forms,))]


NO_LINE_START = "、。，．」』）】：；？！ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
NO_LINE_END = "「『（【"


def bad_breaks(lines: Iterable[str]) -> list[str]:
    """Return the lines that begin or end with a sign that Japanese doesn't allow there."""
    told = [line.strip() for line in lines]
    return [line for line in told if line and (line[0] in NO_LINE_START or line[-1] in NO_LINE_END)]
