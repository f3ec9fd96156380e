"""Full-text search over the clauses in any of the languages, with the words that players and booklets use.

Each clause is indexed by SQLite (FTS5) in the language of the query: its title, which weighs most; its subject, which
is its chapter and the first part of its id; its text; the questions of the disputes about it; and the terms that the
editions in that language use for the things it names, so that "Sindaco" finds the administrator. Each word of a query
is looked up by itself. BM25 ranks the clauses that contain it, and a word counts for more the fewer clauses contain it.
The table `search` in the file of each language has the suffixes of the stemmer, the stop words and the synonyms.
"""

import re
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import log
from pathlib import Path
from typing import Any

from thurntaxis.names import LETTERS
from thurntaxis_rulebook.corpus.languages import FOLDER, LANGUAGES, name_pattern
from thurntaxis_rulebook.corpus.loading import chapters, clauses, disputes, editions
from thurntaxis_rulebook.corpus.record_types import Clause
from thurntaxis_rulebook.corpus.toml_files import value

LIMIT = 12
"""The maximum number of clauses that a search returns."""

_WEIGHTS = "0, 4.0, 0.6, 1.0, 0.6"  # key, title, subject, text, questions
_SYNONYM = 0.85
"""The weight of a synonym relative to the word itself."""
_COVERAGE = 1.2
"""The exponent of the share of the query's words that a clause contains."""
_MODULE = 0.4
"""The weight of a module's clauses while the query names nothing that only modules have."""
_BEST = 10_000
"""The score of the clause that matches a term best. Scores are integers, so that every program ranks alike."""
_LEAST = 0.1
"""The share of the best score below which a clause isn't returned."""
_AFTER_THE_BASE_GAME = ("power-and-glory", "messenger", "offices", "combined", "notation")

_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_PIECE = re.compile(r"[\u3400-\u9fff]+|[\u30a0-\u30ff]+|[a-z]+|[0-9]+")  # kanji, katakana, letters, digits
_WORD = re.compile(r"\w+")
_MARKS = re.compile("[\u0300-\u036f]+")
"""Combining diacritics."""
_PREFIX = 4
"""The minimum length of a prefix that stands for a word."""
_LINKING = ("", "s", "n", "en", "es")
"""The linking letters between the parts of a compound."""
_ENDINGS = (*_LINKING, "e")
"""What may follow its last part."""


@dataclass(frozen=True)
class SearchResult:
    """The clauses found, best first, and for each word that no clause contains the most similar words that some do."""

    clauses: tuple[Clause, ...]
    near: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class _QueryWord:
    """A word of a query, and the terms of the index that it matches, each with its weight."""

    word: str
    terms: tuple[tuple[str, float], ...]


def search(words: str, lang: str | None = None, limit: int = LIMIT) -> list[Clause]:
    """Return the clauses that match a query, best first.

    Args:
        words: the query, a few words or a whole question.
        lang: the language to search in; if None, the likeliest one in which something is found.
        limit: the maximum number of clauses.
    """
    return list(find(words, lang).clauses[:limit])


def find(words: str, lang: str | None = None) -> SearchResult:
    """Return all clauses that match a query, and suggestions for its words that match nothing."""
    for language in [lang] if lang else _likely_languages(words):
        query = _query(words, language)
        if keys := _ranked([one for one in query if one.terms], language):
            unknown = (one.word for one in query if not one.terms)
            near = {word: found for word in unknown if (found := _near(word, language))}
            return SearchResult(tuple(clauses()[key] for key in keys), near)
        if any(one.word not in _stop_words(language) for one in query):
            words = " ".join(one.word for one in query)
    tried = [lang] if lang else [language for language in LANGUAGES if language != "ja"]
    nearest = {
        token: next(filter(None, (_near(token, language) for language in tried)), ())
        for token in dict.fromkeys(_tokens(words))
    }
    return SearchResult((), {token: found for token, found in nearest.items() if found})


# ---- the words of a query


def fold(words: str) -> str:
    """Return words in lower case and without diacritics, so that they match however they are typed."""
    return _MARKS.sub("", unicodedata.normalize("NFD", words.casefold().translate(LETTERS)))


def _normal_width(words: str) -> str:
    """Return words in lower case, with full-width and half-width letters unified."""
    return unicodedata.normalize("NFKC", words).casefold()


def _tokens(words: str) -> list[str]:
    return _WORD.findall(fold(words))


def _likely_languages(words: str) -> Iterator[str]:
    """Yield the languages, those first that know most of the words; kana and kanji mean Japanese.

    Reading all texts takes long. So English comes first, then languages whose search table alone knows every word. Only
    if there are none are the texts of all languages read, and even then not parsed.
    """
    if _JAPANESE.search(words):
        yield "ja"
        return
    tokens = set(_tokens(words))
    languages = [language for language in LANGUAGES if language != "ja"]
    for language in languages:
        if tokens <= _query_words(language) | (_text_words("en") if language == "en" else set()):
            yield language
    known = {language: _familiarity(tokens, language) for language in languages}
    yield from (language for language in sorted(known, key=lambda one: -known[one]) if known[language])


def _familiarity(tokens: set[str], language: str) -> int:
    """Return how well a language knows words: 3 for a word of queries, 2 for one of texts, 1 for a common prefix."""
    asking, known = _query_words(language), _text_words(language)
    prefixes = " ".join(("", *known))
    strange = tokens - known - asking
    alike = sum(f" {token[: max(_PREFIX, len(token) - 3)]}" in prefixes for token in strange)
    return len(tokens & asking) + 2 * len(tokens - strange) + alike


@cache
def _query_words(language: str) -> frozenset[str]:
    """Return the words in a language's search table."""
    return _stop_words(language) | _synonyms(language).keys()


@cache
def _text_words(language: str) -> frozenset[str]:
    """Return all words in the texts of a language, and a few others."""
    if language == "en":
        return frozenset(_spelling(language))
    texts = _file(language).read_text(encoding="utf-8").partition("\n[search]\n")[0]
    terms = " ".join(words.get(language, "") for words in _terms().values())
    return frozenset(_tokens(f"{texts} {terms}"))


def _search_table(language: str) -> dict[str, Any]:
    found: dict[str, Any] = value(_file(language), "search")
    return found


def _file(language: str) -> Path:
    return FOLDER / f"{language}.toml"


@cache
def _stop_words(language: str) -> frozenset[str]:
    """Return the words that carry no meaning in a query."""
    form = _normal_width if language == "ja" else fold
    return frozenset(form(_search_table(language)["stop-words"]).split())


@cache
def _synonyms(language: str) -> Mapping[str, frozenset[str]]:
    """Return the stems of the synonyms of every word that has any, by the word and by its stem."""
    found: dict[str, frozenset[str]] = {}
    for line in _search_table(language)["synonyms"]:
        words = _normal_width(line).split() if language == "ja" else _tokens(line)
        stems = frozenset(_stem(word, language) for word in words)
        for word in {*words, *stems}:
            found[word] = found.get(word, frozenset()) | stems
    return found


@cache
def _suffixes(language: str) -> re.Pattern[str]:
    suffixes = sorted(_search_table(language)["suffixes"].split(), key=len, reverse=True)
    return re.compile(f"(?<=....)({'|'.join(suffixes)})$") if suffixes else re.compile("(?!)")


@cache
def _stem(token: str, language: str) -> str:
    """Return a word without its suffixes."""
    shorter = _suffixes(language).sub("", token)
    return token if shorter == token else _stem(shorter, language)


def _query(words: str, language: str) -> list[_QueryWord]:
    """Return the words of a query without stop words, or with them if it has no others."""
    if language == "ja":
        return list(_japanese_query(words))
    every = list(dict.fromkeys(_tokens(words)))
    tokens = [token for token in every if token not in _stop_words(language)] or every
    return [one for token in tokens for one in _query_word(token, language)]


def _query_word(token: str, language: str) -> list[_QueryWord]:
    """Return a word with its stem and synonyms, else with the words it is a prefix of, else the parts of a compound."""
    stem = _stem(token, language)
    terms = _terms_in_use(stem, _synonyms(language).get(stem, ()), language)
    if not terms and len(token) >= _PREFIX:
        terms = tuple((term, _SYNONYM) for term in sorted(_stems(language)) if term.startswith(token))
    if not terms and (parts := _parts(token, language)) and token not in parts:
        return [one for part in parts for one in _query_word(part, language)]
    return [_QueryWord(token, terms)]


def _terms_in_use(term: str, synonyms: Iterable[str], language: str) -> tuple[tuple[str, float], ...]:
    """Return a term and its synonyms with their weights, the rarest first, without those that no clause contains."""
    every = {**dict.fromkeys(synonyms, _SYNONYM), term: 1.0}
    used = {one: len(found) for one in every if (found := _matches(one, language))}
    return tuple((one, every[one]) for one in sorted(used, key=lambda one: (used[one], one)))


def _parts(token: str, language: str) -> list[str]:
    """Return the parts of a compound; none if it doesn't consist of known words."""
    for end in range(len(token), _PREFIX - 1, -1):
        stem = _stem(token[:end], language)
        if token[:end] not in _spelling(language) and stem not in _stems(language) and stem not in _synonyms(language):
            continue
        if token[end:] in _ENDINGS:
            return [token[:end]]
        for linking in _LINKING:
            if token[end:].startswith(linking) and (rest := _parts(token[end + len(linking) :], language)):
                return [token[:end], *rest]
    return []


def _japanese_query(words: str) -> Iterator[_QueryWord]:
    """Yield the words of a query without spaces: first those with synonyms, then runs of one script."""
    left = _normal_width(words)
    synonyms = _synonyms("ja")
    for word in sorted(synonyms, key=_longest_first):
        if word in left:
            left = left.replace(word, " ")
            yield _QueryWord(word, _terms_in_use(word, synonyms[word], "ja"))
    for word in sorted(_stop_words("ja"), key=_longest_first):
        left = left.replace(word, " ")
    for piece in dict.fromkeys(_PIECE.findall(left)):
        pairs = [piece[start : start + 2] for start in range(len(piece) - 1)]
        for term in [piece] if _matches(piece, "ja") else pairs:
            yield _QueryWord(term, _terms_in_use(term, (), "ja"))


def _longest_first(word: str) -> tuple[int, str]:
    return -len(word), word


def _near(token: str, language: str) -> tuple[str, ...]:
    """Return the words of a language that are spelled much like a word that no clause contains."""
    from difflib import get_close_matches

    if len(token) < _PREFIX or language == "ja":
        return ()
    alike = [word for word in _text_words(language) if word[0] == token[0] and abs(len(word) - len(token)) < 3]
    close = get_close_matches(token, sorted(alike), n=3, cutoff=0.8)
    return tuple(_spelling(language)[word] for word in close if word in _spelling(language))


# ---- the clauses


def _ranked(query: list[_QueryWord], language: str) -> list[str]:
    """Return the ids of the clauses that match, best first.

    Of the terms of one word only the best in each clause counts.
    """
    scores: dict[str, float] = {}
    named: set[str] = set()
    matched: dict[str, int] = {}
    for one in query:
        best: dict[str, float] = {}
        for term, weight in one.terms:
            for key, rank in _matches(term, language).items():
                best[key] = max(best.get(key, 0.0), weight * rank / _BEST)
        rarity = log(1 + len(clauses()) / len(best))
        for key, score in best.items():
            scores[key] = scores.get(key, 0.0) + rarity * score
            matched[key] = matched.get(key, 0) + 1
        if len(one.terms) == 1:  # a word with synonyms isn't the name of something in a module
            named |= best.keys() if not any(_in_base_game(key) for key in best) else set()
    for key in scores:
        scores[key] *= (matched[key] / len(query)) ** _COVERAGE
        if key not in named and not _in_base_game(key):
            scores[key] *= _MODULE
    least = _LEAST * max(scores.values(), default=0.0)
    return [key for key in sorted(scores, key=lambda key: -scores[key]) if scores[key] >= least]


def _in_base_game(key: str) -> bool:
    return clauses()[key].chapter not in _AFTER_THE_BASE_GAME


@cache
def _matches(term: str, language: str) -> Mapping[str, int]:
    """Return the clauses that contain a term, each with its BM25 score relative to the best of them, in integers."""
    statement = f"SELECT key, -bm25(clauses, {_WEIGHTS}) FROM clauses WHERE clauses MATCH ?"
    ranks: dict[str, float] = dict(_index(language).execute(statement, (_phrase(term, language),)))
    most = max(ranks.values(), default=0.0)
    return {key: round(_BEST * rank / most) for key, rank in ranks.items()}


def _phrase(term: str, language: str) -> str:
    """Return the FTS5 query for a term; in Japanese a sequence of character pairs, or the prefix of one."""
    return f'"{_in_pairs(term)}"' + "*" * (len(term) == 1) if language == "ja" else f'"{term}"'


@cache
def _index(language: str) -> sqlite3.Connection:
    """Return the in-memory index of a language: of stems, or in Japanese, which has no spaces, of character pairs."""
    index = sqlite3.connect(":memory:", check_same_thread=False)
    index.execute("CREATE VIRTUAL TABLE clauses USING fts5(key UNINDEXED, title, subject, text, questions)")
    index.execute("CREATE VIRTUAL TABLE stems USING fts5vocab(clauses, row)")

    def form(text: str) -> str:
        if language == "ja":
            return _in_pairs(_normal_width(text))
        return " ".join(_stem(one, language) for one in _tokens(text))

    rows = ((key, *map(form, fields)) for key, fields in _fields(language).items())
    index.executemany("INSERT INTO clauses VALUES (?, ?, ?, ?, ?)", rows)
    return index


def _in_pairs(text: str) -> str:
    """Return the overlapping pairs of characters of a text as words."""
    runs = _WORD.findall(text)
    return " ".join(run[at : at + 2] for run in runs for at in range(max(1, len(run) - 1)))


@cache
def _stems(language: str) -> frozenset[str]:
    """Return the stems of all words in the texts of a language."""
    return frozenset(stem for (stem,) in _index(language).execute("SELECT term FROM stems"))


@cache
def _spelling(language: str) -> Mapping[str, str]:
    """Return the words in the texts of a language as they are spelled, by their folded form."""
    found = set(_WORD.findall(" ".join(" ".join(fields) for fields in _fields(language).values()).lower()))
    return {fold(word): word for word in found}


@cache
def _fields(language: str) -> Mapping[str, tuple[str, str, str, str]]:
    """Return the indexed fields of each clause: title, subject, text and questions, with the terms of the editions."""
    terms, keywords, questions = _terms(), _search_table(language)["keywords"], _questions(language)
    found: dict[str, tuple[str, str, str, str]] = {}
    for clause in clauses().values():
        subject, name = _words_of_id(clause) if language == "en" else ("", "")
        of_subject, named, mentioned = (
            [terms[thing].get(language, "") for thing in things] for things in _things()[clause.id]
        )
        found[clause.id] = (
            " ".join((name, clause.title[language], *named, keywords.get(clause.id, ""))),
            " ".join((subject, chapters()[clause.chapter].title[language], *of_subject)),
            " ".join((clause.text[language], *mentioned)),
            " ".join(questions.get(clause.id, ())),
        )
    return found


def _words_of_id(clause: Clause) -> tuple[str, str]:
    """Return the words of a clause's id before and after the dot."""
    subject, _, name = clause.id.replace("-", " ").partition(".")
    return subject, name


@cache
def _things() -> dict[str, tuple[list[str], list[str], list[str]]]:
    """Return for each clause the things of the game in the subject of its id, in its id and title, and in its text."""
    found: dict[str, tuple[list[str], list[str], list[str]]] = {}
    things = {thing: name_pattern(thing) for thing in _terms()}

    def named_in(words: str) -> list[str]:
        plain = words.casefold()  # comparing the first letters first saves most of the time
        return [thing for thing, name in things.items() if thing[:3].rstrip("y") in plain and name.search(words)]

    for clause in clauses().values():
        subject, name = _words_of_id(clause)
        title = f"{subject} {name} {clause.title['en']}"
        found[clause.id] = (named_in(subject), named_in(title), named_in(clause.text["en"]))
    return found


@cache
def _terms() -> dict[str, dict[str, str]]:
    """Return the editions' terms for each thing of the game by language."""
    terms: dict[str, dict[str, str]] = {}
    for edition in editions().values():
        for thing, words in edition.terms.items():
            by_language = terms.setdefault(thing, {})
            by_language[edition.language] = " ".join((by_language.get(edition.language, ""), *words))
    return terms


def _questions(language: str) -> dict[str, list[str]]:
    """Return the questions of the disputes by the first clause that each concerns."""
    found: dict[str, list[str]] = {}
    for dispute in disputes().values():
        found.setdefault(dispute.clauses[0], []).append(dispute.question[language])
    return found


# ---- for a search elsewhere


def search_data(language: str) -> dict[str, Any]:
    """Return, as plain data, all that a program without SQLite needs to rank the clauses of a language as `find` does.

    `scores` has for each term that a query can lead to the clauses that contain it, in alternation the index in
    `clauses` and the BM25 score, of which `best` is the highest. Patterns are written as in Python
    and JavaScript alike.
    """
    names = list(clauses())
    index = {name: at for at, name in enumerate(names)}
    found = {term: _matches(term, language) for term in sorted(_possible_terms(language))}
    known = _search_table(language)
    return {
        "language": language,
        "clauses": names,
        "modules": [at for name, at in index.items() if not _in_base_game(name)],
        "scores": {
            term: [number for name, score in scores.items() for number in (index[name], score)]
            for term, scores in found.items()
            if scores
        },
        "best": _BEST,
        "spellings": [] if language == "ja" else sorted(_spelling(language).values()),
        "stop_words": known["stop-words"].split(),
        "synonyms": known["synonyms"],
        "suffixes": _suffixes(language).pattern,
        "piece": _PIECE.pattern,
        "linking": _LINKING,
        "endings": _ENDINGS,
        "letters": {"ß": "ss", **{chr(code): plain for code, plain in LETTERS.items()}},
        "prefix": _PREFIX,
        "limit": LIMIT,
        "weights": {"synonym": _SYNONYM, "coverage": _COVERAGE, "module": _MODULE, "least": _LEAST},
    }


def _possible_terms(language: str) -> Iterable[str]:
    """Return the terms of the index that queries can lead to."""
    if language != "ja":
        return _stems(language)
    texts = _normal_width("\n".join("\n".join(fields) for fields in _fields(language).values()))
    pieces = set(_PIECE.findall(texts))
    parts = {piece[at:end] for piece in pieces for end in range(len(piece) + 1) for at in range(end)}
    return parts.union(*_synonyms(language).values())
