"""Names of cities and provinces in questions, in any language and slightly misspelled."""

from collections.abc import Iterable, Mapping

from thurntaxis_rulebook.ask.constants import LONG, SHORTEST
from thurntaxis_rulebook.ask.matching import fold, is_japanese, tokens

KINDS = {"cities": "city", "provinces": "province", "elsewhere": "elsewhere", "modules": "module", "games": "game"}
"""The placeholder of a name, without `@`, by its table in `names.toml`."""

Names = tuple[tuple[str, str], ...]
"""The names in a question in their order, each with its kind."""


class NameFinder:
    """Finds names in folded texts; a word in `known` is never taken for a misspelled name."""

    def __init__(self, names: Mapping[str, Mapping[str, Iterable[str]]]) -> None:
        """Take for each kind the printed names with what else they are called."""
        self.known: Mapping[str, int] = {}
        self.names: dict[tuple[str, ...], tuple[str, str]] = {}
        self.japanese: list[tuple[str, tuple[str, str]]] = []
        for table, kind in KINDS.items():
            for name, others in names[table].items():
                for other in map(fold, (name, *others)):
                    if is_japanese(other):
                        self.japanese.append((other, (kind, name)))
                    else:
                        self.names.setdefault(tuple(tokens(other)), (kind, name))
        self.japanese.sort(key=lambda entry: -len(entry[0]))
        self.longest = max(map(len, self.names))
        self.single = {words[0]: found for words, found in self.names.items() if len(words) == 1}

    def find(self, text: str, *, exactly: bool = False) -> tuple[str, Names]:
        """Return a folded text with placeholders for names, and the names; misspelled ones, too, if not `exactly`."""
        for place, (name, (kind, _)) in enumerate(self.japanese if is_japanese(text) else ()):
            text = text.replace(name, f" @{kind}:{place} ")
        found: list[tuple[str, str]] = []
        said: list[str] = []
        words = [part for word in text.split() for part in ([word] if word.startswith("@") else tokens(word))]
        at = 0
        while at < len(words):
            _, marked, number = words[at].partition(":")
            taken, named = (1, self.japanese[int(number)][1]) if marked else self._at(words, at, exactly=exactly)
            found += [named] if named else []
            said.append(f"@{named[0]}" if named else words[at])
            at += taken
        return " ".join(said), tuple(found)

    def _at(self, words: list[str], at: int, *, exactly: bool) -> tuple[int, tuple[str, str] | None]:
        """Return how many words from this place on are a name, and which."""
        for length in range(min(self.longest, len(words) - at), 0, -1):
            if named := self.names.get(tuple(words[at : at + length])):
                return length, named
        return 1, self._inflected(words[at]) or (None if exactly else self._meant(words[at]))

    def _inflected(self, word: str) -> tuple[str, str] | None:
        """Return the city or province whose name a word is, with up to three letters more: Salzburga, Augsburgiem."""
        stems = (word[:-letters] for letters in (1, 2, 3) if len(word) - letters >= SHORTEST)
        found = (self.single[stem] for stem in stems if stem in self.single)
        return next((named for named in found if named[0] in ("city", "province")), None)

    def _meant(self, word: str) -> tuple[str, str] | None:
        """Return the name that a misspelled or inflected word stands for."""
        if len(word) < SHORTEST or word in self.known or is_japanese(word):
            return None
        most = 2 if len(word) >= LONG else 1
        near = (
            (distance(word, name), named)
            for name, named in self.single.items()
            if name[0] == word[0] and len(name) >= SHORTEST
        )
        best = min(near, key=lambda entry: entry[0], default=(most + 1, None))
        return best[1] if best[0] <= most else None


def distance(one: str, other: str) -> int:
    """Return how many letters have to be changed, added, left out or swapped with the next."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        earlier, before, row = before, row, [at]
        for there, same in enumerate(other, 1):
            cost = min(before[there] + 1, row[there - 1] + 1, before[there - 1] + (letter != same))
            if at > 1 and there > 1 and letter == other[there - 2] and one[at - 2] == same:
                cost = min(cost, earlier[there - 2] + 1)
            row.append(cost)
    return row[-1]
