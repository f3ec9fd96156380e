"""Questions as players type them, and the clauses, disputes, facts and silent points that answer them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from thurntaxis.arguments import at_least
from thurntaxis.names import LETTERS, UnknownName
from thurntaxis_rulebook.ask import constants
from thurntaxis_rulebook.ask.constants import AGREED, FACT, LEAST, LIKE, LIMIT, NAMED, NEAR, SAME, SHORTEST, SURE
from thurntaxis_rulebook.ask.facts import FIGURES, FOLDER, NEEDS, named_for, place_names
from thurntaxis_rulebook.ask.matching import Match, Matcher, figures, fold, is_japanese, tokens
from thurntaxis_rulebook.ask.names import NameFinder, Names, distance
from thurntaxis_rulebook.corpus.languages import LANGUAGES
from thurntaxis_rulebook.corpus.loading import clauses, disputes
from thurntaxis_rulebook.corpus.record_types import Clause
from thurntaxis_rulebook.corpus.toml_files import contents

AFTER_THE_BASE_GAME = ("power-and-glory", "messenger", "offices", "combined", "notation")
"""The chapters on what the base game doesn't have."""

TURNED = "turned"
"""The verdict of a dispute whose question differs from the one asked in not, must or how."""


class Result(NamedTuple):
    """An answer: a `kind` (clause, dispute, fact, silent), its id, and the question that fits.

    `verdict` is + for yes, - for no; of a dispute, `TURNED` if its own yes or no doesn't fit the question.
    """

    kind: str
    id: str
    question: str
    fit: float
    verdict: str = ""


class Ask:
    """The questions of a language, ready to be asked."""

    def __init__(self, lang: str) -> None:
        self.data = question_file(lang)
        numbers = self.data["numbers"]
        self.numbers = {fold(word): str(at) for at, words in enumerate(numbers, 2) for word in words.split()}
        self.listed = list(_listed(self.data))
        self.finder = NameFinder(place_names())
        self.folded = [(name, self.prepared(text, exactly=True)[0]) for name, text in self.listed]
        self.finder.known = Counter(token for _, text in self.folded for token in tokens(text))
        self.modules = {name: chapter for name, _ in self.listed if (chapter := _chapter(name)) in AFTER_THE_BASE_GAME}
        self.matcher = Matcher(self.folded, self.modules)
        self.by_reading = by_reading()
        self.disputed = {
            name: self.prepared(point.question[lang], exactly=True)[0] for name, point in disputes().items()
        }

    def prepared(self, text: str, *, exactly: bool = False) -> tuple[str, Names]:
        """Return a text as it is matched, and the names in it; misspelled ones, too, if not only `exactly`."""
        plain = fold(text) if exactly else fold(text).replace("@", " ")
        if is_japanese(plain):
            for word, figure in self.numbers.items():
                plain = plain.replace(word, figure)
        marked, names = self.finder.find(plain, exactly=exactly)
        return " ".join(self.numbers.get(token, token) for token in tokens(marked)), names

    def results(self, question: str) -> list[Result]:
        """Return what answers a question, best first; nothing if nothing fits, or if it is about another game."""
        text, names = self.prepared(question)
        text = " ".join(map(self._meant, text.split()))
        if any(kind == "game" for kind, _ in names):
            return []
        found: dict[tuple[str, str], Result] = {}
        least = LEAST
        for fit, match in self._by_fit(text, names):
            kind, _, name = match.id.partition(":") if ":" in match.id else ("clause", "", match.id)
            listed = self.listed[match.document][1]
            if kind == "fact" and name in NEEDS:
                name, listed = f"{name}:{'-'.join(named_for(name, names))}", filled(listed, names)
            elif kind == "fact" and name.partition(":")[2] not in figures(text):
                continue
            elif kind == "clause" and name in self.by_reading:
                kind, name = "dispute", self.by_reading[name]
            if fit < least or kind == "other":
                break
            if not found:
                least = max(LEAST, NEAR * min(1.0, fit))
            verdict = self.verdict(text, match) if kind == "clause" else ""
            if kind == "dispute" and self._turned(text)[:3] != self._turned(self.disputed[name])[:3]:
                verdict = TURNED
            found.setdefault((kind, name), Result(kind, name, listed.lstrip("+- "), fit, verdict))
        distinct = list(_distinct(found.values()))
        if distinct and distinct[0].kind == "fact" and distinct[0].id[-1].isdigit():  # it hides no yes or no
            distinct.sort(key=lambda result: -result.fit * (FACT if result.verdict in ("+", "-") else 1))
        return distinct[:LIMIT]

    def _meant(self, word: str) -> str:
        """Return the most frequent of the listed words from which an unknown word differs by one typing error."""
        listed = self.finder.known
        if word in listed or len(word) < SHORTEST - 1 or not word.isalpha() or is_japanese(word):
            return word
        likely = (each for each in listed if each[0] == word[0] and abs(len(each) - len(word)) < 2)
        near = (each for each in likely if distance(each, word) == 1)
        return max(near, key=lambda it: (listed[it], it), default=word)

    def verdict(self, text: str, match: Match) -> str:
        """Return the mark, + or -, that nearly all questions have that the id lists and the text is most like.

        One weighs the less, the less alike it is, and half for each kind of words that turn an answer round, such as
        "not" and "must", if only one of both has them. Only the same figures count; "how" and "what" get no mark.
        """
        weights, most = {"+": 0.0, "-": 0.0, "": 0.0}, 0.0
        turned = self._turned(text)
        for at in (at for at, name in enumerate(self.matcher.ids) if name == match.id):
            own, mark, likeness = self.folded[at][1], self.listed[at][1][0], match.likeness.get(at, 0.0)
            if likeness < LIKE or figures(own) != figures(text):
                continue
            is_of_one = "@province" in own or "@module" in own  # it may hold for some of these only
            mark = mark if mark in "+-" and not is_of_one else ""
            if likeness > SAME:
                return mark
            differing = sum(one != other for one, other in zip(turned, self._turned(own), strict=True))
            weights[mark] += likeness * likeness * likeness * likeness * likeness / 2**differing
            most = max(most, likeness)
        best = max(weights, key=lambda mark: weights[mark])
        is_sure = most >= SURE and weights[best] >= AGREED * sum(weights.values())
        return best if is_sure and not turned[2] else ""

    def _turned(self, text: str) -> list[bool]:
        """Return for each kind of words that turn an answer round whether a text has any of them."""
        return [bool(re.search(words, text)) for words in self.data["turning"]]

    def strange(self, question: str) -> tuple[str, float]:
        """Return the words of a question, without names, that this language doesn't list, and their share of all."""
        said = [token for token in tokens(self.prepared(question)[0]) if token[0] != "@"]
        others = [token for token in said if token not in self.finder.known]
        return " ".join(others), len(others) / max(1, len(said))

    def _by_fit(self, text: str, names: Names) -> list[tuple[float, Match]]:
        """Return the matches of a text with how well they fit, best first.

        Words that nothing lists count against a result, but not against a fact whose names are all there, nor against
        another topic with names. These gain, and so does what belongs to a module that is named; other modules lose.
        """
        known, chapters = self.matcher.known(text), {name for kind, name in names if kind == "module"}
        cities = {name for kind, name in names if kind == "city"}
        found: list[tuple[float, Match]] = []
        for match in self.matcher.matches(text):
            kind, _, fact = match.id.partition(":")
            is_named = (kind == "fact" and fact in NEEDS) or (kind == "other" and bool(names))
            if is_named and kind == "fact" and not named_for(fact, names):
                continue
            has_more = match.id == "fact:road" and len(cities) > NEEDS["road"][1]
            gain = known / FACT if has_more else FACT if is_named else known
            if chapters and match.id in self.modules:
                gain *= NAMED if self.modules[match.id] in chapters else 1 / NAMED
            found.append((round(match.score * gain, 6), match))
        return sorted(found, key=lambda entry: (-entry[0], entry[1].document))


def filled(question: str, names: Names) -> str:
    """Return the question of a fact with names in place of its placeholders; only the names if it has more of those."""
    for kind, name in names:
        question = question.replace(f"@{kind}", name, 1)
    return " – ".join(name for _, name in names) if "@" in question else question


def question_file(lang: str) -> dict[str, Any]:
    """Return the file with the questions of a language."""
    return contents(FOLDER / f"{lang}.toml")


def question_data(lang: str) -> dict[str, Any]:
    """Return, as plain data, all that another program needs to answer questions in a language as `Ask` does."""
    own = in_language(lang)
    listed: dict[str, list[str]] = {}
    for name, question in own.listed:
        listed.setdefault(name, []).append(question)
    return {
        "listed": listed,
        "numbers": own.numbers,
        "turning": own.data["turning"],
        "names": place_names(),
        "modules": own.modules,
        "by_reading": own.by_reading,
        "disputed": own.disputed,
        "alike": {
            f"{kind}:{name}": about
            for kind, names in (("dispute", disputes()), ("clause", clauses()))
            for name in names
            if (about := alike(kind, name)) != (f"{kind}:{name}",)
        },
        "needs": NEEDS,
        "letters": {"ß": "ss", **{chr(code): plain for code, plain in LETTERS.items()}},
        "constants": {name: value for name, value in vars(constants).items() if name.isupper()},
    }


in_language = cache(Ask)
"""Returns the questions of a language, read once."""


def ask(question: str, lang: str) -> tuple[str, list[Result]]:
    """Return the language in which a question was understood, and its results, best first.

    Another language than `lang` only counts if the script is another one, or if nothing fits in `lang`; then the words
    that `lang` doesn't know are asked. The fewer these are, the better they have to fit.
    """
    if is_japanese(fold(question)) != (lang == "ja"):
        lang = "ja" if lang != "ja" else "en"
    own = in_language(lang)
    found = own.results(question)
    if found or lang == "ja":
        return lang, found
    strange, share = own.strange(question)
    others = {other: in_language(other).results(strange) for other in LANGUAGES if other not in (lang, "ja")}
    fits = {other: results[0].fit for other, results in others.items() if results and results[0].fit >= 1 - share}
    best = max(fits, key=lambda other: fits[other], default=None)
    return (best, others[best]) if best else (lang, [])


def search(words: str, lang: str = "en", limit: int = LIMIT) -> list[Clause]:
    """Return the clauses that the results of a question are about, best first."""
    at_least(0, limit=limit)
    if lang not in LANGUAGES:
        raise UnknownName("language", lang, LANGUAGES)
    names = dict.fromkeys(name for result in ask(words, lang)[1] for name in clauses_of(result))
    return [clauses()[name] for name in names][:limit]


def _listed(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each id with each of its questions; those of facts about figures once for each figure."""
    for name, questions in data["questions"].items():
        yield from ((name, question) for question in questions)
    for name, questions in data["facts"].items():
        if name in NEEDS:
            yield from ((f"fact:{name}", question) for question in questions)
        for figure in map(str, FIGURES.get(name, ())):
            yield from ((f"fact:{name}:{figure}", question.replace("#", figure)) for question in questions)
    for topic, questions in data["other-topics"].items():
        yield from ((f"other:{topic}", question) for question in questions)


def _chapter(name: str) -> str:
    """Return the chapter that an id belongs to; nothing for facts and silent points."""
    kind, _, rest = name.partition(":")
    if kind in ("fact", "silent", "other"):
        return ""
    return clauses()[disputes()[rest].clauses[0] if rest else kind].chapter


@cache
def by_reading() -> Mapping[str, str]:
    """Return the dispute that answers instead of a clause, for clauses of one reading, or left to the editions."""
    about_options = [dispute for dispute in disputes().values() if dispute.option]
    by_option = {dispute.option: dispute.id for dispute in about_options}
    found = {clause.id: by_option[clause.option] for clause in clauses().values() if clause.option in by_option}
    left_open: list[str] = contents(FOLDER / "cards.toml")["by-edition"]
    return found | {dispute.clauses[0]: dispute.id for dispute in about_options if dispute.clauses[0] in left_open}


def clauses_of(result: Result) -> tuple[str, ...]:
    """Return the clauses that a result is about, the main one first."""
    if result.kind == "dispute":
        return tuple(disputes()[result.id].clauses)
    return card(result.id) if result.kind == "clause" else ()


def _distinct(results: Iterable[Result]) -> Iterator[Result]:
    """Yield results without those that say what an earlier one says."""
    said: set[str] = set()
    for result in results:
        about = alike(result.kind, result.id)
        if said.isdisjoint(about[:1]):
            said.update(about)
            yield result


@cache
def card(name: str) -> tuple[str, ...]:
    """Return a clause, then those that belong on one card with it because each alone misleads."""
    cards: list[list[str]] = contents(FOLDER / "cards.toml")["cards"]
    others = next((clauses for clauses in cards if name in clauses), [])
    return (name, *(other for other in others if other != name))


@cache
def alike(kind: str, name: str) -> tuple[str, ...]:
    """Return a name for what a result says, then those of others that it says as well.

    The only dispute about a clause says what the clause says, and one about an option what all its clauses say. Clauses
    on one card say what all of them say.
    """
    if kind != "dispute":
        return tuple(f"{kind}:{each}" for each in card(name)) if kind == "clause" else (f"{kind}:{name}",)
    about = disputes()[name]
    is_only_one = sum(other.clauses[0] == about.clauses[0] for other in disputes().values()) == 1
    own = [f"clause:{clause}" for clause in about.clauses] if about.option else []
    return (own[0], *own[1:]) if own else (f"clause:{about.clauses[0]}",) if is_only_one else (f"dispute:{name}",)
