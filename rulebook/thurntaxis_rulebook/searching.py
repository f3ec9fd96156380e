"""Full-text search over the clauses, in any of the languages, with the words that players and booklets use.

Each clause is indexed once for every language: its subject, which its id begins with, weighing most; its title, with
the words of its id; its text; the disputes about it, since these are worded as questions at the table; and the words
that the editions in that language use for the things it names, so that "Sindaco" finds the administrator.
"""

import re
import sqlite3
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from thurntaxis_rulebook.letters import LETTERS
from thurntaxis_rulebook.reading import clauses, disputes, editions
from thurntaxis_rulebook.records import Clause
from thurntaxis_rulebook.words import LANGUAGES, naming, written

LIMIT = 12
"""The most clauses that a search returns."""

_WEIGHTS = "0, 12.0, 6.0, 1.0"  # key, subject, title, text
_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+")
_PIECE = r"[\u3400-\u9fff]+|[\u30a0-\u30ff]+|[a-zA-Z0-9]+"  # kanji, katakana, letters
_SHRED = 3  # letters that the index for Japanese tells apart at least

# Words that carry no meaning of their own in a question.
_IDLE = """
a about after again all also am an and any are as at be been before but by can could did do does for from get
gets got had has have he her him his how i if in into is it its many may me more most much must my no not of off
on one only or other our out over own player players she should so some than that the their them then there they
this to too under until up use was we were what when where which who whose why will with would you your che chi
come con cosa da del della di e gli ho il la le lo mi non per posso quando se si sono un una au avec ce comment
dans de des du en est et j je les mon ou par pas peut peux pour puis quand que qui sur une auf bei das dem den
der die ein eine es fur habe ich im ist kann man mein mit nicht oder sich und von wann wer wie zu zum czy co jak
jest jesli kiedy ma mam moge mozna na nie o po sie w z za
"""


def search(words: str, lang: str | None = None, limit: int = LIMIT) -> list[Clause]:
    """Return the clauses that these words are about, the best first.

    Clauses with all the words come first, then those with all in another form, then those with some of them.

    Args:
        words: what is sought, a few words or a whole question.
        lang: the language whose texts are searched; all of them if None, the likeliest first.
        limit: the most clauses to return.
    """
    found: dict[str, None] = {}
    for language in (lang,) if lang else _likely_languages(words):
        for statement, value in _japanese(words) if language == "ja" else _european(words):
            for (key,) in _index(language).execute(statement, (value,)):
                found.setdefault(key)
            if len(found) >= limit:
                return [clauses()[key] for key in list(found)[:limit]]
        if found and language != "ja" and _tokens(words) <= _vocabulary(language):
            break  # it is the language of the question
    return [clauses()[key] for key in found]


def _likely_languages(words: str) -> Iterator[str]:
    """Yield the languages, those first that know the most of the words; Japanese is known by its signs.

    To count the words that a language knows takes all its texts. So it is counted of those only that may be next, and
    of none after the first that knows all of them; and a language in which nothing can be found is left out.
    """
    if _JAPANESE.search(words):
        yield "ja"
        return
    tokens, sought = _tokens(words), _sought(words)
    left = [language for language in LANGUAGES if language != "ja"]
    for language in left:
        if all(_may_hold(language, (token,)) for token in tokens) and tokens <= _vocabulary(language):
            yield language
            left.remove(language)
            break
    left = [language for language in left if _may_hold(language, map(_stem, sought))]
    most = {language: sum(_may_hold(language, (token,)) for token in tokens) for language in left}
    known: dict[str, int] = {}
    while left:
        likeliest = max(left, key=lambda language: known.get(language, most[language]))
        if likeliest in known:
            yield likeliest
            left.remove(likeliest)
        else:
            known[likeliest] = len(tokens & _vocabulary(likeliest))


def _may_hold(language: str, beginnings: Iterable[str]) -> bool:
    """Say whether words of a language may begin so; if not, none does."""
    letters = _letters(language)
    return letters is None or any(
        beginning in letters or not (beginning.isascii() and beginning.isalnum()) for beginning in beginnings
    )


@cache
def _letters(language: str) -> str | None:
    """Return a text in which all words of a language stand, among others; none if it takes reading to know them."""
    text = "" if language == "en" else written(language)
    if not text or "\\" in text:  # by its number, a letter may be written without being seen
        return None
    terms = (words.get(language, "") for words in _terms().values())
    return fold(" ".join((text, *clauses(), *terms)))


def _tokens(words: str) -> set[str]:
    return set(re.findall(r"\w+", fold(words)))


def _sought(words: str) -> list[str]:
    """Return the words of a question that carry a meaning; all of them if none does."""
    idle = set(_IDLE.split())
    every = re.findall(r"\w+", fold(words))
    return [token for token in every if token not in idle] or every


@cache
def _vocabulary(language: str) -> frozenset[str]:
    """Return all words that the corpus uses in a language."""
    return frozenset(_tokens(" ".join(" ".join(words) for _, *words in _rows(language))))


_MARKS = re.compile("[\u0300-\u036f]+")
"""Diacritics on their own."""


def fold(words: str) -> str:
    """Return the words in lower case and without diacritics, so that they match however they are typed."""
    return _MARKS.sub("", unicodedata.normalize("NFD", words.casefold().translate(LETTERS)))


def _statement(table: str, condition: str) -> str:
    order = f"ORDER BY bm25({table}, {_WEIGHTS})" if "MATCH" in condition else ""
    return f"SELECT key FROM {table} WHERE {condition} {order}"


def _european(words: str) -> Iterator[tuple[str, str]]:
    """Yield the queries for words divided by spaces, from the strictest to the loosest."""
    tokens = _sought(words)
    if not tokens:
        return
    match = _statement("european", "european MATCH ?")
    stems = [f'"{_stem(token)}"*' for token in tokens]
    yield match, " ".join(f'"{token}"' for token in tokens)
    yield match, " ".join(f'"{token}"*' for token in tokens)
    yield match, " ".join(stems)
    yield match, " OR ".join(stems)


def _stem(token: str) -> str:
    """Return the beginning of a word that its inflected forms share, roughly."""
    token = re.sub(r"(ies|y)$", "", token)
    return token[: max(4, len(token) - 3)]


def _japanese(words: str) -> Iterator[tuple[str, str]]:
    """Yield the queries for words that are not divided: the whole, then its pieces by script, then its shreds."""
    runs = re.findall(r"\w+", _wide(words))
    match = _statement("japanese", "japanese MATCH ?")
    for run in runs:
        if len(run) >= _SHRED:
            yield match, f'"{run}"'
    for piece in dict.fromkeys(piece for run in runs for piece in re.findall(_PIECE, run) or [run]):
        if len(piece) >= _SHRED:
            yield match, f'"{piece}"'
        elif len(piece) > 1 or piece in runs:
            yield _statement("japanese", "instr(title, ?)"), piece
            yield _statement("japanese", "instr(text, ?)"), piece
    shreds = [run[start : start + _SHRED] for run in runs for start in range(len(run) - _SHRED + 1)]
    if shreds:
        yield match, " OR ".join(f'"{shred}"' for shred in shreds)


@cache
def _index(language: str) -> sqlite3.Connection:
    """Return the index of a language, in memory."""
    index = sqlite3.connect(":memory:", check_same_thread=False)
    table, form, tokens = _TABLES["ja" if language == "ja" else ""]
    index.execute(f"CREATE VIRTUAL TABLE {table} USING fts5(key UNINDEXED, subject, title, text, tokenize='{tokens}')")
    rows = ((key, *map(form, words)) for key, *words in _rows(language))
    index.executemany(f"INSERT INTO {table} VALUES (?, ?, ?, ?)", rows)
    return index


def _wide(words: str) -> str:
    """Return the words with letters of one width."""
    return unicodedata.normalize("NFKC", words)


@cache
def _rows(language: str) -> tuple[tuple[str, str, str, str], ...]:
    """Return what is indexed of every clause."""
    return tuple(_indexed(language))


def _words_of(clause: Clause) -> tuple[str, str]:
    """Return the words of a clause's subject and of its whole id."""
    return clause.id.partition(".")[0].replace("-", " "), re.sub(r"[.-]", " ", clause.id)


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
        title = f"{name} {clause.title['en']}"
        found[clause.id] = (named_in(subject), named_in(title), named_in(clause.text["en"]))
    return found


def _indexed(language: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield what is indexed of every clause: id, subject, title and text, each with the words of the editions."""
    terms, questions = _terms(), _questions(language)
    for clause in clauses().values():
        subject, name = _words_of(clause)
        of_subject, named, mentioned = (
            [terms[thing].get(language, "") for thing in things] for things in _things()[clause.id]
        )
        yield (
            clause.id,
            " ".join((subject, *of_subject)),
            " ".join((name, clause.title_in(language), *named)),
            " ".join((clause.text_in(language), *mentioned, *questions.get(clause.id, ()))),
        )


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


_TABLES: dict[str, tuple[str, Callable[[str], str], str]] = {
    "": ("european", fold, "unicode61 remove_diacritics 2"),
    "ja": ("japanese", _wide, "trigram"),
}
"""The index for Japanese and that for the other languages: its name, the form of its words, how they are divided."""
