"""Messages in the six languages: sentences from templates, and how each language writes lists and numbers.

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
from typing import TYPE_CHECKING, cast

from thurntaxis.message import Alternatives, number
from thurntaxis_presentation.errors import one_line

if TYPE_CHECKING:
    from thurntaxis import Board, Stack, Tile

_GAP = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


def fill(template: str, lang: str, facts: Mapping[str, object], board: "Board | None" = None) -> str:
    """Return a template with its gaps filled; `board` is needed for facts that are tiles or stacks."""
    return _GAP.sub(lambda gap: _gap(gap[1], gap[2] or "", facts[gap[1]], lang, board), template)


def plural(count: int, lang: str) -> int:
    """Return which of a language's plural forms goes with a number, from 0."""
    return _plural_rule(lang)(abs(count))


@cache
def _plural_rule(lang: str) -> Callable[[int], int]:
    """Return the function of a language's plural rule, an expression as gettext writes it."""
    from gettext import c2py

    return c2py(typography("plural", lang))


def typography(name: str, lang: str) -> str:
    """Return how a language sets something: a colon, the mark between names of a list, quotation marks."""
    from thurntaxis_rulebook.corpus.languages import label

    return label(name, lang, "typography")


def joined(names: "tuple[str, ...] | list[str]", lang: str, last: str = "and") -> str:
    """Return names in a row, with "and", or what `last` names, before the last one."""
    *others, end = names or [""]
    return typography(last, lang).join(filter(None, (typography("comma", lang).join(others), end)))


def copies(names: Iterable[str]) -> list[str]:
    """Return cards or tiles in words, those of the same name together."""
    return [f"{name} ×{count}" if count > 1 else name for name, count in Counter(names).items()]


def form_of(thing: str, form: str, lang: str, filler: str = "") -> str:
    """Return a form of a thing's name; `filler` stands in it for `#`. The empty form is the first one."""
    forms = _forms(thing, lang)
    if filler and f"{form}-vowel" in forms and _begins_with_vowel(filler, lang):
        form = f"{form}-vowel"
    return forms[form or next(iter(forms))].replace("#", filler)


@cache
def _forms(thing: str, lang: str) -> Mapping[str, str]:
    from thurntaxis_rulebook.corpus.languages import entry

    return entry(lang, "forms", thing)


def _begins_with_vowel(name: str, lang: str) -> bool:
    from thurntaxis.names import fold

    return fold(name)[:1] in tuple(typography("vowels", lang))


def _gap(name: str, spec: str, fact: object, lang: str, board: "Board | None") -> str:
    """Return what fills a gap."""
    form, _, plurals = spec.rpartition(";") if "#" in spec or "|" in spec else (spec, "", "")
    capital, form = form[:1].isupper(), form[:1].lower() + form[1:]
    if type(fact) in (tuple, Alternatives):
        several = cast("tuple[object, ...]", fact)
        words = _in_row(name, fact, [_words(name, form, one, lang, board) for one in several], lang)
        count = len(several)
    else:
        words = _words(name, form, fact, lang, board)
        count = int(fact) if isinstance(fact, int | float) else 1
    if plurals:
        words = plurals.split("|")[plural(count, lang)].replace("#", words)
    return words[:1].upper() + words[1:] if capital else words


def _in_row(name: str, fact: object, words: list[str], lang: str) -> str:
    """Return several facts in a row: a route with dashes, cards with commas, all else as a sentence joins it.

    Cards of the same name stand together. Semicolons separate events, which are shown as they are typed.
    """
    if isinstance(fact, Alternatives):
        return joined(words, lang, "or")
    if name == "route":
        return " – ".join(words)
    if name == "events":
        return "; ".join(words)
    if name == "cards":
        return listed(copies(words), lang)
    return joined(copies(words) if name == "kept" else words, lang)


def _words(name: str, form: str, fact: object, lang: str, board: "Board | None") -> str:
    """Return a single fact in words."""
    if isinstance(fact, int):
        return signed_text(number(fact))
    if isinstance(fact, float):
        return marked(signed_text(f"{fact:.1f}"), lang)
    if name == "tile" and not isinstance(fact, str):
        return _tile(cast("Tile", fact), form, lang, board)
    text = one_line(str(fact))
    if name == "stack" and board is not None:
        return stack_form(board.stack(text), form, lang)
    if name in ("player", "players", "others"):
        return player_form(text, form, lang)
    if name in ("official", "offices"):
        return form_of(text, form, lang)
    if name in ("games", "points"):
        return marked(text, lang)
    return form_of("name", form, lang, text) if form else text


def _tile(tile: "Tile", form: str, lang: str, board: "Board | None") -> str:
    from thurntaxis_rulebook.corpus.languages import label

    assert board is not None
    facts = {"tile": stack_form(board.stack(tile.stack), form, lang), "value": tile.value}
    return fill(label("tile", lang, "typography"), lang, facts)


def player_form(name: str, form: str, lang: str) -> str:
    """Return what to call a player by name; the first one without a name is given as `player 1` or its short form."""
    short = form_of("player", "short", lang, "#")
    for unnamed in ("player #", short):
        digit = name.removeprefix(unnamed[:-1])
        if digit != name and digit.isdigit():
            return form_of("player", form, lang, digit)
    return form_of("name", form, lang, name)


def stack_form(stack: "Stack", form: str, lang: str) -> str:
    """Return what a tile of a stack is called."""
    if stack.length is not None:
        return form_of("route-tile", form, lang, str(stack.length))
    if stack.city is not None:
        return form_of("city-tile", form, lang, stack.city)
    if stack.kind == "region":
        provinces = " + ".join(stack.provinces) if form == "short" else joined(stack.provinces, lang)
        return form_of("region-tile", form, lang, provinces)
    return form_of(stack.kind, form, lang)


def signed(number: float) -> str:
    """Return a number with a true minus sign."""
    return f"−{-number}" if number < 0 else str(number)


def marked(text: str, lang: str) -> str:
    """Return a written number with the decimal mark of a language."""
    return text.replace(".", typography("decimal-mark", lang))


def signed_text(text: str) -> str:
    """Return a written number with a true minus sign."""
    return text.replace("-", "−")


# ---- messages of the command and the site


def framed(name: str, lang: str, table: str = "command", /, **facts: object) -> str:
    """Return a sentence of the command itself in a language, from a table of its words."""
    from thurntaxis_rulebook.corpus.languages import label

    return fill(label(name, lang, table), lang, facts)


def shown(name: str, lang: str, **facts: object) -> str:
    """Return words of the table in a language."""
    return framed(name, lang, "show", **facts)


def numbered(name: str, number: int, lang: str) -> str:
    """Return how many there are of something."""
    return shown(name, lang, number=number)


def colon(lang: str) -> str:
    """Return a colon with the space that belongs to it."""
    return typography("colon", lang)


def leading(name: str, told: str, lang: str) -> str:
    """Return a label, a colon, and what it leads to."""
    from thurntaxis_rulebook.corpus.languages import label

    return f"{label(name, lang)}{colon(lang)}{told}"


def listed(names: Iterable[str], lang: str) -> str:
    """Return names in a row."""
    return typography("comma", lang).join(names)


def parted(parts: Iterable[str], lang: str) -> str:
    """Return parts that may have commas of their own in a row."""
    return typography("semicolon", lang).join(parts)


def within_sentence(text: str, lang: str) -> str:
    """Return a label as it begins within a sentence: those that `lowered` matches lose their capital."""
    return text[:1].lower() + text[1:] if re.match(typography("lowered", lang), text) else text


def bracketed(text: str, lang: str) -> str:
    """Return a remark in brackets, with the space before it."""
    return typography("bracketed", lang).replace("#", text)


def tagged(text: str, lang: str) -> str:
    """Return an id or the title of a clause in square brackets, with the space before it."""
    return typography("id", lang).replace("#", text)


def quoted(text: object, lang: str) -> str:
    """Return a text in quotation marks."""
    return typography("quoted", lang).replace("#", str(text))
