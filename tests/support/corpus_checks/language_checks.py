"""Checks of languages/LANG.toml."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from support.corpus_checks.record_checks import OPTIONS, Raw, RawCorpus, source
from thurntaxis.officials import OFFICIALS
from thurntaxis.options import MODULES
from thurntaxis_rulebook.corpus.languages import LANGUAGES
from thurntaxis_rulebook.corpus.toml_files import InvalidToml, parsed

_TABLES_OF_RECORDS = ("chapters", "editions", "clauses", "disputes", "terms")
"""The tables with translations of records; tests compare the others with the code and the site."""

_TEXTS = ("title", "text", "note", "question", "ruling", "reason", "other")
"""The texts of clauses and disputes."""

_MOST_WORDS = 30
"""The greatest number of words in a ruling on a dispute."""

_SENTENCE = re.compile(r"[.!?](?=\s|$)|。")
"""The end of a sentence."""


def language_faults(corpus: RawCorpus) -> Iterator[str]:
    """Yield the texts that a language lacks, those that belong to nothing, and empty ones."""
    required = set(_texts_of_records(corpus))
    for language in LANGUAGES[1:]:
        where = f"languages/{language}.toml"
        try:
            texts = dict(leaves(parsed(_file(corpus, language))))
        except (OSError, InvalidToml) as error:
            yield f"{where}: can't be read: {error}"
            continue
        yield from (f"{where}: no words for {path}" for path in sorted(required - set(texts)))
        superfluous = sorted(set(texts) - required)
        yield from (
            f"{where}: {path}: nothing has this name"
            for path in superfluous
            if path.partition("/")[0] in _TABLES_OF_RECORDS
        )
        yield from (
            f"{where}: {path}: no words"
            for path in texts
            if not path.startswith(("search/", "typography/")) and not texts[path].strip()
        )


def name_faults(corpus: RawCorpus) -> Iterator[str]:
    """Yield the editions, modules, officials and options that a language has no names for."""
    required = [
        *(("forms", name) for name in (*corpus.editions, *MODULES, *OFFICIALS)),
        *(("table", f"option-{option}") for option in OPTIONS),
        *(("readings", option, str(value).lower()) for option, values in OPTIONS.items() for value in values),
    ]
    for language in LANGUAGES:
        if contents := _contents_if_valid(_file(corpus, language)):
            lacking = (path for path in required if not _has(contents, path))
            yield from (f"languages/{language}.toml: no words for {'/'.join(path)}" for path in lacking)


def _has(contents: Raw, path: tuple[str, ...]) -> bool:
    """Return whether nested tables have something under a path of names."""
    name, *rest = path
    return name in contents and (not rest or _has(contents[name], tuple(rest)))


def term_faults(corpus: RawCorpus) -> Iterator[str]:
    """Yield the terms of the game that a clause uses and a language does not define."""
    names = {thing: r"\b" + re.sub("y$", "(y|ies)", thing.replace("-", " ")) for thing in corpus.things}
    things = {thing: re.compile(name, re.IGNORECASE) for thing, name in names.items()}
    for language in LANGUAGES:
        defined = _contents_if_valid(_file(corpus, language)).get("terms", {})
        for file, raw in corpus.clauses:
            texts = (raw[key] for key in ("title", "text") if isinstance(raw.get(key), dict))
            english = " ".join(str(text.get("en", "")) for text in texts)
            yield from (
                f"clauses/{file}: {raw.get('id')}: the term {thing!r} is not defined in languages/{language}.toml"
                for thing, pattern in things.items()
                if thing not in defined and pattern.search(english)
            )


def answer_faults(corpus: RawCorpus) -> Iterator[str]:
    """Yield the rulings on disputes that don't answer in one short sentence, or say yes where another language doesn't.

    In Japanese, yes and no are sentences of their own, and the rule is another one.
    """
    contents_of = {language: _contents_if_valid(_file(corpus, language)) for language in LANGUAGES}
    for raw in corpus.disputes:
        english = str(source(raw.get("ruling")).get("en", ""))
        verdict = _verdict(english, contents_of["en"].get("command", {}))
        for language, texts in contents_of.items():
            translated = texts.get("disputes", {}).get(raw.get("id"), {}).get("ruling", "")
            answer = english if language == "en" else str(translated)
            where = f"languages/{language}.toml: disputes/{raw.get('id')}/ruling"
            if _verdict(answer, texts.get("command", {})) != verdict:
                yield f"{where}: in another language it begins with yes or no differently"
            if len(_SENTENCE.findall(answer)) > 1 + answer.endswith("。"):
                yield f"{where}: one sentence is wanted"
            if len(answer.split()) > _MOST_WORDS:
                yield f"{where}: at most {_MOST_WORDS} words are wanted"


def _verdict(answer: str, words: Raw) -> str | None:
    """Return "yes" or "no" if an answer begins with this word of its language."""
    for name in ("yes", "no"):
        word = str(words.get(name, "")).rstrip(".。")
        if word and re.match(rf"{word}\b", answer):
            return name
    return None


def _file(corpus: RawCorpus, language: str) -> Path:
    return corpus.folder / "languages" / f"{language}.toml"


def _contents_if_valid(path: Path) -> dict[str, Any]:
    """Return the contents of a file; nothing if they can't be read, which `language_faults` reports."""
    try:
        return parsed(path)
    except (OSError, InvalidToml):
        return {}


def _texts_of_records(corpus: RawCorpus) -> Iterator[str]:
    """Yield the path of every text of the records in a language's file."""
    yield from (f"chapters/{chapter.get('name')}" for chapter in corpus.chapters)
    for kind, records in (("clauses", [raw for _, raw in corpus.clauses]), ("disputes", corpus.disputes)):
        for raw in records:
            yield from (f"{kind}/{raw.get('id')}/{part}" for part in _TEXTS if isinstance(raw.get(part), dict))
    yield from (f"terms/{thing}/{part}" for thing in corpus.things for part in ("term", "meaning"))
    for edition, raw in corpus.editions.items():
        yield f"editions/{edition}"
        for kind in ("clauses", "disputes"):
            for id_, entry in raw.get(kind, {}).items():
                if "says" in source(entry):
                    yield f"{kind}/{id_}/says/{edition}"


def leaves(tree: Raw, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path and value of every leaf of nested tables."""
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from leaves(cast("Raw", value), f"{path}{name}/")
        else:
            yield f"{path}{name}", str(value)


LANGUAGE_CHECKS = (language_faults, name_faults, answer_faults, term_faults)
