"""Full-text search over the clauses, in any of the languages, with the words that players and booklets use.

Each clause is indexed by SQLite (FTS5) in the language of the question: its title, weighing most; its subject, which is
its chapter and what its id begins with; its text; the disputes about it, since these are worded as questions at the
table; and the words that the editions in that language use for the things it names, so that "Sindaco" finds the
administrator. Each word of a question is looked for by itself: SQLite ranks what holds it, and the word counts the
more, the fewer clauses hold it. What it is taken for, besides itself, stands in search.toml: other forms of it, and
other words for the same.
"""

import re
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import log
from typing import Any

from thurntaxis_rulebook.corpus.languages import LANGUAGES, naming, written
from thurntaxis_rulebook.corpus.load import FOLDER, chapters, clauses, disputes, editions
from thurntaxis_rulebook.corpus.model import Clause
from thurntaxis_rulebook.corpus.toml_files import value
from thurntaxis_rulebook.folding import LETTERS

LIMIT = 12
"""The most clauses that a search returns."""

_WEIGHTS = "0, 4.0, 0.6, 1.0, 0.6"  # key, title, subject, text, questions
_SYNONYM = 0.85
"""What a synonym is worth against the word itself."""
_COVERAGE = 1.2
"""How much it is worth to hold more of the words."""
_MODULE = 0.4
"""What a clause of a module is worth, as long as the question names nothing that only modules have."""
_LEAST = 0.1
"""What a clause must be worth against the best to be found."""
_AFTER_THE_BASE_GAME = ("power-and-glory", "messenger", "offices", "combined", "notation")

_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_PIECE = re.compile(r"[\u3400-\u9fff]+|[\u30a0-\u30ff]+|[a-z]+|[0-9]+")  # kanji, katakana, letters, digits
_WORD = re.compile(r"\w+")
_MARKS = re.compile("[\u0300-\u036f]+")
"""Diacritics on their own."""
_BEGINNING = 4
"""The letters that the beginning of a word must have to stand for it."""
_SEAM = re.compile("(e?s|e?n|e)?")
"""What may join the parts of a compound."""


@dataclass(frozen=True)
class Found:
    """What a search found: the clauses, the best first; and for words that no clause has, the nearest that some has."""

    clauses: tuple[Clause, ...]
    near: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class _Sought:
    """A word of a question, and what it may stand for in the texts, each with its worth."""

    word: str
    terms: tuple[tuple[str, float], ...]


def search(words: str, lang: str | None = None, limit: int = LIMIT) -> list[Clause]:
    """Return the clauses that these words are about, the best first.

    Args:
        words: what is sought, a few words or a whole question.
        lang: the language whose texts are searched; the likeliest in which something is found if None.
        limit: the most clauses to return.
    """
    return list(find(words, lang).clauses[:limit])


def find(words: str, lang: str | None = None) -> Found:
    """Return all clauses that these words are about, and the words nearest to those that are in none."""
    for language in [lang] if lang else _likely_languages(words):
        sought = _sought(words, language)
        if keys := _ranked([one for one in sought if one.terms], language):
            meant = {one.word: _near(one.word, language) for one in sought if not one.terms}
            return Found(tuple(clauses()[key] for key in keys), {word: found for word, found in meant.items() if found})
        if any(one.word not in _idle(language) for one in sought):
            words = " ".join(one.word for one in sought)
    near: dict[str, tuple[str, ...]] = {}
    for token in dict.fromkeys(_tokens(words)):
        nearest = (_near(token, language) for language in ([lang] if lang else LANGUAGES) if language != "ja")
        if found := next(filter(None, nearest), ()):
            near[token] = found
    return Found((), near)


# ---- the words of a question


def fold(words: str) -> str:
    """Return the words in lower case and without diacritics, so that they match however they are typed."""
    return _MARKS.sub("", unicodedata.normalize("NFD", words.casefold().translate(LETTERS)))


def _wide(words: str) -> str:
    """Return the words in lower case and with letters of one width."""
    return unicodedata.normalize("NFKC", words).casefold()


def _tokens(words: str) -> list[str]:
    return _WORD.findall(fold(words))


def _likely_languages(words: str) -> Iterator[str]:
    """Yield the languages, those first that know the most of the words; Japanese is known by its signs.

    To read their texts takes long. So English comes first, and then the words of questions alone; the texts of all
    languages are read if no language knows all words by then, and are not parsed.
    """
    if _JAPANESE.search(words):
        yield "ja"
        return
    tokens = set(_tokens(words))
    languages = [language for language in LANGUAGES if language != "ja"]
    for language in languages:
        if tokens <= _question_words(language) | (_written_words("en") if language == "en" else set()):
            yield language
    known = {language: _familiarity(tokens, language) for language in languages}
    yield from (language for language in sorted(known, key=lambda one: -known[one]) if known[language])


def _familiarity(tokens: set[str], language: str) -> int:
    """Return how well a language knows words, those of questions best, then others, then those that begin like one."""
    asking, known = _question_words(language), _written_words(language)
    begun = " ".join(("", *known))
    strange = tokens - known - asking
    alike = sum(f" {token[: max(_BEGINNING, len(token) - 3)]}" in begun for token in strange)
    return len(tokens & asking) + 2 * len(tokens - strange) + alike


@cache
def _question_words(language: str) -> frozenset[str]:
    """Return the words of a language that search.toml has."""
    return _idle(language) | _groups(language).keys()


@cache
def _written_words(language: str) -> frozenset[str]:
    """Return all words in the texts of a language, and at most some others."""
    if language == "en":
        return frozenset(_spelling(language))
    terms = " ".join(words.get(language, "") for words in _terms().values())
    return frozenset(_tokens(f"{written(language)} {terms}"))


def _known(language: str) -> Any:
    """Return what search.toml knows of a language."""
    return value(FOLDER / "corpus" / "search.toml", language)


@cache
def _idle(language: str) -> frozenset[str]:
    """Return the words that carry no meaning in a question."""
    form = _wide if language == "ja" else fold
    return frozenset(form(_known(language)["idle"]).split())


@cache
def _groups(language: str) -> Mapping[str, frozenset[str]]:
    """Return, for every word that others may be used for, these others; a word is meant as in `_stem`."""
    found: dict[str, frozenset[str]] = {}
    for line in _known(language)["same"]:
        words = _wide(line).split() if language == "ja" else _tokens(line)
        stems = frozenset(_stem(word, language) for word in words)
        for word in {*words, *stems}:
            found[word] = found.get(word, frozenset()) | stems
    return found


@cache
def _endings(language: str) -> re.Pattern[str]:
    endings = sorted(_known(language)["endings"].split(), key=len, reverse=True)
    return re.compile(f"(?<=....)({'|'.join(endings)})$") if endings else re.compile("(?!)")


@cache
def _stem(token: str, language: str) -> str:
    """Return what is left of a word without its endings."""
    shorter = _endings(language).sub("", token)
    return token if shorter == token else _stem(shorter, language)


def _sought(words: str, language: str) -> list[_Sought]:
    """Return what is sought: the words of a question that carry a meaning, or all of them if none does."""
    if language == "ja":
        return list(_sought_in_japanese(words))
    every = list(dict.fromkeys(_tokens(words)))
    tokens = [token for token in every if token not in _idle(language)] or every
    return [sought for token in tokens for sought in _meant(token, language)]


def _meant(token: str, language: str) -> list[_Sought]:
    """Return what a word stands for: its stem and other words for it; else what it begins; else what it is made of."""
    stem = _stem(token, language)
    terms = _terms_in_use(stem, _groups(language).get(stem, ()), language)
    if not terms and len(token) >= _BEGINNING:
        terms = tuple((term, _SYNONYM) for term in sorted(_stems(language)) if term.startswith(token))
    if not terms and (parts := _parts(token, language)):
        return [sought for part in parts for sought in _meant(part, language)]
    return [_Sought(token, terms)]


def _terms_in_use(term: str, others: Iterable[str], language: str) -> tuple[tuple[str, float], ...]:
    """Return a term and the others for it, as far as they are in any clause."""
    every = {**dict.fromkeys(others, _SYNONYM), term: 1.0}
    return tuple((one, worth) for one, worth in every.items() if _holding(one, language))


def _parts(token: str, language: str) -> list[str]:
    """Return the words that a compound is made of; none if it isn't made of words that are known."""
    for end in range(len(token), _BEGINNING - 1, -1):
        stem = _stem(token[:end], language)
        if token[:end] not in _spelling(language) and stem not in _stems(language) and stem not in _groups(language):
            continue
        if _SEAM.fullmatch(token[end:]):
            return [token[:end]]
        for seam in ("", "s", "n", "en", "es"):
            if token[end:].startswith(seam) and (rest := _parts(token[end + len(seam) :], language)):
                return [token[:end], *rest]
    return []


def _sought_in_japanese(words: str) -> Iterator[_Sought]:
    """Yield what is sought in words that are not divided: those that have others for them, then pieces by script."""
    left = _wide(words)
    groups = _groups("ja")
    for word in sorted(groups, key=len, reverse=True):
        if word in left:
            left = left.replace(word, " ")
            yield _Sought(word, _terms_in_use(word, groups[word], "ja"))
    for word in sorted(_idle("ja"), key=len, reverse=True):
        left = left.replace(word, " ")
    for piece in dict.fromkeys(_PIECE.findall(left)):
        pairs = [piece[start : start + 2] for start in range(len(piece) - 1)]
        for term in [piece] if _holding(piece, "ja") else pairs:
            yield _Sought(term, _terms_in_use(term, (), "ja"))


def _near(token: str, language: str) -> tuple[str, ...]:
    """Return the words of a language that differ little from a word that no clause has."""
    from difflib import get_close_matches

    if len(token) < _BEGINNING or language == "ja":
        return ()
    alike = [word for word in _written_words(language) if word[0] == token[0] and abs(len(word) - len(token)) < 3]
    close = get_close_matches(token, sorted(alike), n=3, cutoff=0.8)
    return tuple(_spelling(language)[word] for word in close if word in _spelling(language))


# ---- the clauses


def _ranked(sought: list[_Sought], language: str) -> list[str]:
    """Return the ids of the clauses in which something is found, the best first.

    A word counts once, by the best term for it.
    """
    scores: dict[str, float] = {}
    named: set[str] = set()
    held_by: dict[str, int] = {}
    for one in sought:
        best: dict[str, float] = {}
        for term, quality in one.terms:
            ranks = _holding(term, language)
            most = max(ranks.values())
            for key, rank in ranks.items():
                best[key] = max(best.get(key, 0.0), quality * rank / most)
        rarity = log(1 + len(clauses()) / len(best))
        for key, worth in best.items():
            scores[key] = scores.get(key, 0.0) + rarity * worth
            held_by[key] = held_by.get(key, 0) + 1
        if len(one.terms) == 1:  # a word that has others for it is no name
            named |= best.keys() if not any(_in_base_game(key) for key in best) else set()
    for key in scores:
        scores[key] *= (held_by[key] / len(sought)) ** _COVERAGE
        if key not in named and not _in_base_game(key):
            scores[key] *= _MODULE
    least = _LEAST * max(scores.values(), default=0.0)
    return [key for key in sorted(scores, key=lambda key: -scores[key]) if scores[key] >= least]


def _in_base_game(key: str) -> bool:
    return clauses()[key].chapter not in _AFTER_THE_BASE_GAME


@cache
def _holding(term: str, language: str) -> Mapping[str, float]:
    """Return the clauses that hold a term, each with how well it does (BM25)."""
    statement = f"SELECT key, -bm25(clauses, {_WEIGHTS}) FROM clauses WHERE clauses MATCH ?"
    return dict(_index(language).execute(statement, (_phrase(term, language),)))


def _phrase(term: str, language: str) -> str:
    """Return the query for a term; in Japanese it is a row of pairs of signs, or the beginning of one."""
    return f'"{_in_pairs(term)}"' + "*" * (len(term) == 1) if language == "ja" else f'"{term}"'


@cache
def _index(language: str) -> sqlite3.Connection:
    """Return the index of a language, in memory: of stems, or in Japanese, which has no spaces, of pairs of signs."""
    index = sqlite3.connect(":memory:", check_same_thread=False)
    index.execute("CREATE VIRTUAL TABLE clauses USING fts5(key UNINDEXED, title, subject, text, questions)")
    index.execute("CREATE VIRTUAL TABLE stems USING fts5vocab(clauses, row)")

    def form(text: str) -> str:
        return _in_pairs(_wide(text)) if language == "ja" else " ".join(_stem(one, language) for one in _tokens(text))

    rows = ((key, *map(form, fields)) for key, fields in _fields(language).items())
    index.executemany("INSERT INTO clauses VALUES (?, ?, ?, ?, ?)", rows)
    return index


def _in_pairs(text: str) -> str:
    """Return every sign of a text together with the next one, as words."""
    runs = _WORD.findall(text)
    return " ".join(run[at : at + 2] for run in runs for at in range(max(1, len(run) - 1)))


@cache
def _stems(language: str) -> frozenset[str]:
    """Return the stems of all words in the texts of a language."""
    return frozenset(stem for (stem,) in _index(language).execute("SELECT term FROM stems"))


@cache
def _spelling(language: str) -> Mapping[str, str]:
    """Return the words in the texts of a language, each as it is written."""
    found = set(_WORD.findall(" ".join(" ".join(fields) for fields in _fields(language).values()).lower()))
    return {fold(word): word for word in found}


@cache
def _fields(language: str) -> Mapping[str, tuple[str, str, str, str]]:
    """Return what is indexed of every clause: title, subject, text and questions, with the words of the editions."""
    terms, asked, questions = _terms(), _known(language)["asked"], _questions(language)
    found: dict[str, tuple[str, str, str, str]] = {}
    for clause in clauses().values():
        subject, name = _words_of(clause) if language == "en" else ("", "")
        of_subject, named, mentioned = (
            [terms[thing].get(language, "") for thing in things] for things in _things()[clause.id]
        )
        found[clause.id] = (
            " ".join((name, clause.title_in(language), *named, asked.get(clause.id, ""))),
            " ".join((subject, chapters()[clause.chapter].title[language], *of_subject)),
            " ".join((clause.text_in(language), *mentioned)),
            " ".join(questions.get(clause.id, ())),
        )
    return found


def _words_of(clause: Clause) -> tuple[str, str]:
    """Return the words of a clause's id: of its subject, and of what it says about that."""
    subject, _, name = clause.id.replace("-", " ").partition(".")
    return subject, name


@cache
def _things() -> dict[str, tuple[list[str], list[str], list[str]]]:
    """Return the things that have a name in the game and that a clause is about, has in its title, and speaks of."""
    found: dict[str, tuple[list[str], list[str], list[str]]] = {}
    things = {thing: naming(thing) for thing in _terms()}

    def named_in(words: str) -> list[str]:
        plain = words.casefold()  # looking for a beginning first saves most of the time
        return [thing for thing, name in things.items() if thing[:3].rstrip("y") in plain and name.search(words)]

    for clause in clauses().values():
        subject, name = _words_of(clause)
        title = f"{subject} {name} {clause.title['en']}"
        found[clause.id] = (named_in(subject), named_in(title), named_in(clause.text["en"]))
    return found


@cache
def _terms() -> dict[str, dict[str, str]]:
    """Return, for everything that has a name in the game, the words of the editions in each language."""
    terms: dict[str, dict[str, str]] = {}
    for edition in editions().values():
        for thing, words in edition.terms.items():
            by_language = terms.setdefault(thing, {})
            by_language[edition.language] = " ".join((by_language.get(edition.language, ""), *words))
    return terms


def _questions(language: str) -> dict[str, list[str]]:
    """Return the questions of disputes, by the clause that they are about above all."""
    found: dict[str, list[str]] = {}
    for dispute in disputes().values():
        found.setdefault(dispute.clauses[0], []).append(dispute.question[language])
    return found
