"""The words of the rules, from the rulebook, in the asker's language."""

import re
from typing import TYPE_CHECKING, Any, cast

from thurntaxis_presentation.errors import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from thurntaxis import Board, Tile
    from thurntaxis.clauses import Said
    from thurntaxis_rulebook import Clause, Decision, Dispute, Example, Source
    from thurntaxis_solver.advice import Reason


def clause_data(clause: "Clause", lang: str) -> dict[str, Any]:
    """Return the words of a clause for JSON: title, text, and where it stands in each edition."""
    return {
        "id": clause.id,
        "kind": clause.kind,
        "title": clause.title_in(lang),
        "text": clause.text_in(lang),
        "lang": lang,
        "sources": {edition: source.at for edition, source in clause.sources.items()},
        "says": _says(clause.sources, lang),
    }


def dispute_data(dispute: "Dispute", lang: str) -> dict[str, Any]:
    """Return a dispute for JSON: the question, the ruling adopted and its reason, and what each edition says.

    `examples` are the tables that decide it, with the solver's best turn on each; `table` is what each reading makes of
    one table, and `no_table` says why there is none. `other` is the reading that is not followed, where no option
    selects it.
    """
    from thurntaxis_rulebook import decision_on, examples_deciding
    from thurntaxis_rulebook.corpus.languages import label

    decision = decision_on(dispute)

    return {
        "id": dispute.id,
        "nature": dispute.nature,
        "question": dispute.question[lang],
        "ruling": dispute.ruling[lang],
        "reason": dispute.reason[lang],
        "lang": lang,
        "option": dispute.option,
        "clauses": list(dispute.clauses),
        "sources": {edition: source.at for edition, source in dispute.editions.items()},
        "says": _says(dispute.editions, lang),
        "examples": {example.id: list(example.best) for example in examples_deciding(dispute.id)},
        "readings": {e: source.reading for e, source in dispute.editions.items() if source.reading is not None},
        "other": dispute.other[lang] if dispute.other else None,
        "no_table": label(dispute.no_table, lang, "no-tables") if dispute.no_table else None,
        "table": decision and _decision_data(decision),
    }


def _decision_data(decision: "Decision") -> dict[str, Any]:
    """Return for JSON what each reading makes of a table; the readings are named as options are written."""
    return {
        "example": decision.example.id,
        "event": decision.example.event,
        "by": {str(name).lower(): _claims(example, decision.places) for name, example in decision.by.items()},
        "best_changes": decision.best_changes,
        "about_best": decision.about_best,
    }


def _claims(example: "Example", places: "Iterable[str]") -> dict[str, Any]:
    """Return what is claimed of an example; what it is silent on is null or empty."""
    return {
        "legal": None if example.event is None else not example.refused,
        "refused": list(example.refused),
        "after": {path: example.after[path] for path in places} if example.after else {},
        "offers": None if example.offers is None else list(example.offers),
        "scores": None if example.scores is None else list(example.scores),
        "winner": example.winner,
        "best": list(example.best),
    }


def _says(sources: "Mapping[str, Source]", lang: str) -> dict[str, str]:
    """Return what editions say in their own way, by edition, where that is noted."""
    return {edition: source.says[lang] for edition, source in sources.items() if source.says}


def place(edition: str, source: "Source | None", lang: str) -> str:
    """Return in a sentence where an edition has a clause."""
    if source is None or source.silent:
        return framed("silent", lang, edition=edition)
    from thurntaxis_rulebook.corpus.languages import place as place_in

    words = f"{colon(lang)}{source.says[lang]}" if source.says else ""
    return f"{edition} {place_in(source.at, lang)}{words}"


def framed(name: str, lang: str, table: str = "command", /, **facts: object) -> str:
    """Return a sentence of the command itself in a language, from a table of its words."""
    from thurntaxis_rulebook.corpus.languages import label

    return label(name, lang, table).format(**facts)


def sentence(said: "Said", lang: str, board: "Board") -> str:
    """Return what a clause says of an event on a board, in a language."""
    return _filled(said.template, said.facts, lang, board, "sentences")


def reason_in_words(reason: "Reason", lang: str, board: "Board") -> str:
    """Return what speaks for a turn, in a language: what the rules say of it, or what the solver adds."""
    from thurntaxis_rulebook.corpus.languages import translation

    table = "sentences" if lang == "en" or reason.template in translation(lang)["sentences"] else "advice"
    return _filled(reason.template, dict(reason.facts), lang, board, table)


def _filled(template: str, facts: "Mapping[str, object]", lang: str, board: "Board", table: str) -> str:
    """Return a sentence of the code in a language, its gaps filled."""
    from thurntaxis.clauses import sentence as filled
    from thurntaxis_rulebook.corpus.languages import spoken

    words = {name: _fact(name, fact, lang, board) for name, fact in facts.items()}
    return one_line(filled(spoken(template, lang, table), words))


COLONS = {"fr": "\N{NO-BREAK SPACE}: ", "ja": "："}
"""How a colon is set in the languages that don't write it as English does."""


def colon(lang: str) -> str:
    """Return a colon with the space that belongs to it."""
    return COLONS.get(lang, ": ")


def leading(name: str, told: str, lang: str) -> str:
    """Return a label, a colon, and what it leads to."""
    from thurntaxis_rulebook.corpus.languages import label

    return f"{label(name, lang)}{colon(lang)}{told}"


def seat(at: int, lang: str) -> str:
    """Return what to call a player who has no name."""
    from thurntaxis_rulebook.corpus.languages import label

    return f"{label('player', lang)}{'' if lang == 'ja' else ' '}{at}"


def thing_on_table(path: str, lang: str) -> str:
    """Return in words what a path such as `players[0].tiles` leads to."""
    from thurntaxis_rulebook.corpus.languages import label

    if of_player := re.fullmatch(r"players\[(\d)\]\.(\w+)", path):
        return f"{seat(int(of_player[1]), lang)}{colon(lang)}{label(of_player[2].replace('_', '-'), lang)}"
    return label(_THINGS.get(path, path), lang)


_THINGS = {
    "discard": "discards",
    "turn.phase": "step",
    "turn.pending": "reveals",
    "turn.player": "on-turn",
    "turn.official": "official-used",
    "turn.drawn": "drawn",
    "returning.order": "returning",
}
"""What is called by another name in words than in a position."""


def listed(names: "Iterable[str]", lang: str) -> str:
    """Return names in a row."""
    return framed("comma", lang).join(names)


def tile_in_words(tile: "Tile", lang: str, board: "Board") -> str:
    """Return what a tile is for, and its points."""
    from thurntaxis_presentation.describe import stack_title

    return f"{stack_title(board, tile.stack, lang)} ({tile.value})"


def _fact(name: str, fact: object, lang: str, board: "Board") -> object:
    """Return what fills a gap of a sentence; names of cities are the same in all languages."""
    from thurntaxis import Tile
    from thurntaxis_presentation.describe import stack_title

    if isinstance(fact, Tile):
        return tile_in_words(fact, lang, board)
    if name == "stack":
        return stack_title(board, str(fact), lang)
    if lang == "en":
        return fact
    translated = _translated(name, fact, lang)
    return listed(map(str, cast("tuple[object, ...]", translated)), lang) if type(translated) is tuple else translated


def _translated(name: str, fact: object, lang: str) -> object:
    """Return what fills a gap in a language other than English."""
    from thurntaxis_presentation.numbers import marked
    from thurntaxis_rulebook.corpus.languages import label, spoken, term

    if name == "now":
        return spoken(str(fact), lang)
    if name == "official":
        return term(str(fact), lang)
    if name == "offices" and isinstance(fact, tuple):
        return tuple(term(str(office), lang) for office in cast("tuple[object, ...]", fact))
    if name == "rivals" and isinstance(fact, tuple):
        return tuple(_translated("player", rival, lang) for rival in cast("tuple[object, ...]", fact))
    if name in ("games", "points") and isinstance(fact, str):
        return marked(fact, lang)
    if name == "player" and str(fact).startswith("player "):
        return str(fact).replace("player", label("player", lang), 1)
    return fact


def verdict(event: object, lang: str, *, legal: bool) -> tuple[str, str]:
    """Return the word that decides on an event, and the rest of the sentence."""
    from thurntaxis_rulebook.corpus.languages import label

    if lang == "en":
        return ("Yes.", f'"{event}" is legal here.') if legal else ("No.", f'"{event}" is not legal here.')
    return label("legal" if legal else "illegal", lang), f'"{event}"'


def booklets(edition: str, lang: str) -> list[str]:
    """Return the editions in which the asker may look: that of the game, and those in the asker's language."""
    from thurntaxis import EDITIONS

    return [edition, *(other.id for other in EDITIONS.values() if other.language == lang and other.id != edition)]


def titles(lang: str) -> dict[str, str]:
    """Return the titles of all clauses by id."""
    from thurntaxis_rulebook import clauses

    return {name: clause.title_in(lang) for name, clause in clauses().items()}
