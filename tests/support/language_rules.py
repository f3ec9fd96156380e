"""What the texts of a language keep to: typography, terms to avoid, and how long a statement is."""

import re
from collections.abc import Iterable, Iterator, Mapping

from thurntaxis_presentation.language import Language

JAPANESE = "[\u3040-\u30ff\u4e00-\u9fff々]"

TYPOGRAPHY: Mapping[str, Mapping[str, str]] = {
    "all": {
        "straight quotes": r'"',
        "two spaces": r"\S  +\S",
        "space before a comma or a full stop": r" [,.](?=\s|$)",
        "three dots": r"\.\.\.",
        "hyphen as a dash": r" - ",
    },
    "en": {"quotes of another language": "[„«»「」]", "space before a mark": r" [;:!?%]"},
    "de": {
        "straight apostrophe": r"(?<=\w)'",
        "quotes of another language": "[«»「」”]|“(?=\\w)",
        "space before a mark": r"\s[;:!?]",
    },
    "fr": {
        "straight apostrophe": r"(?<=\w)'",
        "quotes of another language": "[„“”「」]",
        "no narrow space before a mark": r"(?<=[^\W\d_»)\]}%])[;:!?](?=\s|$)| [;:!?»%]|\u00a0",
        "no narrow space in quotes": "«(?!\u202f)|(?<!\u202f)»",
    },
    "it": {
        "straight apostrophe": r"(?<=\w)'",
        "quotes of another language": "[„“”「」]",
        "space before a mark": r"\s[;:!?%]",
        "space in quotes": r"«\s|\s»",
    },
    "pl": {
        "straight apostrophe": r"(?<=\w)'",
        "quotes of another language": "[«»“「」]",
        "space before a mark": r"\s[;:!?%]",
    },
    "ja": {
        "straight apostrophe": r"(?<=\w)'",
        "half-width mark": rf"(?<={JAPANESE})[,.:;!?()]|[,:;!?()](?={JAPANESE})",
        "space beside Japanese": rf"(?<={JAPANESE}|[、。「」（）：；]) | (?={JAPANESE}|[、。「」（）：；])",
        "quotes of another language": "[„“”«»]",
    },
}
"""Patterns of what is wrong, by language and name."""

AVOID: Mapping[str, tuple[str, ...]] = {
    "en": (r"The rules use nobody", r"can't be taken", r"\bnears its end\b"),
    "de": (r"[Pp]unktechip", r"\bgratis\b", r"\bumsonst\b", r"\bcompiliert", r"\bKutsche [3-7]\b"),
    "fr": (r"\bjoueur 0\b", r"(?:^|(?<=[.!?] ))Qui [^?]*$", "n’aide que"),
    "it": (r"\bgiocatore 0\b", r"\bdisplay\b"),
    "pl": (r"[Oo]dsłon", r"\bgracz 0\b"),
    "ja": ("プレイヤー", "プレーヤー ?0", "(?:郵便長官|行政官|御者)を使"),
}
"""Patterns of words that are not to be used, by language; the pages languages/LANG.md say which ones are."""

WRONG: Mapping[str, tuple[tuple[str, str], ...]] = {
    "en": (
        ("straight quotes", 'He says "play Ulm".'),
        ("two spaces", "One  two"),
        ("space before a comma or a full stop", "one , two"),
        ("three dots", "and so on..."),
        ("hyphen as a dash", "7 - 4"),
        ("quotes of another language", "He says „play Ulm“."),
        ("space before a mark", "What ?"),
        ("to be avoided", "Words that can't be taken."),
    ),
    "de": (
        ("straight apostrophe", "Wie geht's?"),
        ("quotes of another language", "Er sagt «play Ulm»."),
        ("space before a mark", "Was ?"),
        ("to be avoided", "Anna nimmt einen Punktechip."),
    ),
    "fr": (
        ("straight apostrophe", "C'est tout."),
        ("quotes of another language", "Il dit “play Ulm”."),
        ("no narrow space before a mark", "Quoi ?"),
        ("no narrow space before a mark", "Quoi?"),
        ("no narrow space in quotes", "«play Ulm\u202f»"),
        ("to be avoided", "Qui pose une maison prend la tuile."),
    ),
    "it": (
        ("straight apostrophe", "L'aiuto."),
        ("quotes of another language", "Dice “play Ulm”."),
        ("space before a mark", "Che cosa ?"),
        ("space in quotes", "« play Ulm »"),
        ("to be avoided", "Tocca al giocatore 0."),
    ),
    "pl": (
        ("straight apostrophe", "Princess' Messenger"),
        ("quotes of another language", "Mówi «play Ulm»."),
        ("space before a mark", "Co ?"),
        ("to be avoided", "Karta odsłonięta."),
    ),
    "ja": (
        ("straight apostrophe", "Princess' Messenger"),
        ("half-width mark", "場,手札"),
        ("space beside Japanese", "プレーヤー 1の手番です。"),
        ("quotes of another language", "“play Ulm”と書きます。"),
        ("to be avoided", "郵便長官を使います。"),
    ),
}
"""For each rule of a language, a text that breaks it."""

MOST_WORDS = 45
"""The most words of a statement in English."""

CODE = re.compile(r"`[^`]*`|'\{[^{}]*\}'|\{[^{}]*\}|\]\([^)]*\)|https?://\S+|--\w+|\*\* ?")


def faults(text: str, language: str) -> Iterator[str]:
    """Yield what is wrong with a text in a language; code and gaps in it are passed over."""
    words = CODE.sub("x", text)
    for rules in (TYPOGRAPHY["all"], TYPOGRAPHY[language]):
        yield from (f"{name}: {text}" for name, pattern in rules.items() if re.search(pattern, words))
    yield from (f"to be avoided, {found[0]}: {text}" for p in AVOID[language] if (found := re.search(p, words)))


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
    return [spec for spec in specs if len(spec.split("|")) != forms and not (forms == 1 and "|" not in spec)]


NO_LINE_START = "、。，．」』）】：；？！ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
NO_LINE_END = "「『（【"


def bad_breaks(lines: Iterable[str]) -> list[str]:
    """Return the lines that begin or end with a sign that Japanese doesn't allow there."""
    told = [line.strip() for line in lines]
    return [line for line in told if line and (line[0] in NO_LINE_START or line[-1] in NO_LINE_END)]
