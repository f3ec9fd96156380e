"""What may be wrong with the corpus, told file by file. The tests want nothing to be."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from thurntaxis_rulebook.corpus.examples import CLAIMS
from thurntaxis_rulebook.corpus.languages import LANGUAGES, naming
from thurntaxis_rulebook.corpus.load import FOLDER
from thurntaxis_rulebook.corpus.model import KINDS, NATURES, NO_TABLES, SILENT
from thurntaxis_rulebook.corpus.toml_files import table

_CLAUSE = frozenset(
    {
        *("id", "kind", "enforceable", "ruling", "title", "text", "sources"),
        *("option", "reading", "exception-to", "depends"),
    }
)
_DISPUTE_HAS = frozenset({"id", "nature", "question", "ruling", "reason", "editions", "clauses"})
_DISPUTE = _DISPUTE_HAS | {"option", "other", "no-table"}
_EDITION = frozenset(
    {"id", "language", "title", "about", "translator", "publisher", "date", "sections", "parts", "terms"}
)

_ID = re.compile(r"[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*")
_NAME = re.compile(r"[a-z]+(-[a-z0-9]+)*")
_DETAIL = re.compile(r"(item [0-9a-z]+|case [12]|note( [0-9]+)?|example|table( [0-9]+)?|picture|[0-9]+)")

Raw = Mapping[str, Any]


@dataclass(frozen=True)
class _Corpus:
    """All files of a corpus, as they stand."""

    chapters: list[Raw]
    options: dict[str, list[Any]]
    clauses: list[tuple[str, Raw]]
    """Each with its file."""
    editions: list[Raw]
    disputes: list[Raw]
    examples: list[Raw]

    @property
    def clause_ids(self) -> set[str]:
        return {raw.get("id", "") for _, raw in self.clauses}


def check(folder: Path = FOLDER) -> list[str]:
    """Return the faults of the corpus in a folder, one line each; none if it is sound."""
    try:
        corpus = _load(folder)
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        return [f"{folder.name}: can't be read: {error!r}"]
    return [
        *_check_chapters(corpus, folder),
        *_check_editions(corpus),
        *_check_clauses(corpus),
        *_check_disputes(corpus),
        *_check_examples(corpus),
        *_check_rulings(corpus),
        *_check_languages(corpus, folder / "languages"),
        *_check_terms(corpus, folder / "languages"),
    ]


def _load(folder: Path) -> _Corpus:
    main = table(folder / "corpus.toml")
    files = sorted((folder / "clauses").glob("*.toml"))
    shown = (folder / "examples" / f"{chapter.get('name')}.toml" for chapter in main["chapter"])
    return _Corpus(
        chapters=main["chapter"],
        options={option["name"]: option["values"] for option in main["option"]},
        clauses=[(path.name, raw) for path in files for raw in table(path)["clause"]],
        editions=table(folder / "editions.toml")["edition"],
        disputes=table(folder / "disputes.toml")["dispute"],
        examples=[raw for path in shown if path.exists() for raw in table(path)["example"]],
    )


def _check_chapters(corpus: _Corpus, folder: Path) -> Iterator[str]:
    names = [chapter.get("name", "") for chapter in corpus.chapters]
    yield from _doubled("corpus.toml: chapter", names)
    yield from (f"corpus.toml: chapter {name} has no file" for name in names if not _file(folder, name).is_file())
    there = {path.stem for path in (folder / "clauses").glob("*.toml")}
    yield from (f"clauses/{name}.toml: no chapter of this name" for name in sorted(there - set(names)))
    for chapter in corpus.chapters:
        yield from _spoken(f"corpus.toml: chapter {chapter.get('name')}", chapter, ["title"])


def _file(folder: Path, chapter: str) -> Path:
    return folder / "clauses" / f"{chapter}.toml"


def _check_editions(corpus: _Corpus) -> Iterator[str]:
    yield from _doubled("editions.toml: edition", [raw.get("id", "") for raw in corpus.editions])
    things = {thing for raw in corpus.editions for thing in raw.get("terms", {})}
    for raw in corpus.editions:
        where = f"editions.toml: {raw.get('id')}"
        yield from _keys(where, raw, _EDITION, _EDITION - {"translator", "publisher", "date"})
        yield from _spoken(where, raw, ["about"])
        yield from (f"{where}: terms: no {thing}" for thing in sorted(things - set(raw.get("terms", {}))))
        names = {section["name"] for section in raw.get("sections", [])}
        yield from (
            f"{where}: parts: no section {part['section']!r}"
            for part in raw.get("parts", [])
            if part["section"] not in names
        )


def _check_clauses(corpus: _Corpus) -> Iterator[str]:
    yield from _doubled("clauses: id", [raw.get("id", "") for _, raw in corpus.clauses])
    for file, raw in corpus.clauses:
        id_ = raw.get("id", "")
        where = f"clauses/{file}: {id_}"
        yield from _keys(where, raw, _CLAUSE, frozenset({"id", "kind", "title", "text", "sources"}))
        if not _ID.fullmatch(id_):
            yield f"{where}: an id is WORD-WORD.WORD-WORD, in small letters"
        if raw.get("kind") not in KINDS:
            yield f"{where}: kind {raw.get('kind')!r} is none of {', '.join(KINDS)}"
        yield from _spoken(where, raw, ["title", "text"])
        yield from _check_sources(where, raw.get("sources", {}), corpus)
        for key in ("exception-to", "depends"):
            yield from _links(f"{where}: {key}", raw.get(key, []), corpus.clause_ids - {id_})
        yield from _check_option(where, raw.get("option"), raw.get("reading"), corpus)


def _check_disputes(corpus: _Corpus) -> Iterator[str]:
    yield from _doubled("disputes.toml: id", [raw.get("id", "") for raw in corpus.disputes])
    for raw in corpus.disputes:
        where = f"disputes.toml: {raw.get('id')}"
        yield from _keys(where, raw, _DISPUTE, _DISPUTE_HAS)
        if not _NAME.fullmatch(raw.get("id", "")):
            yield f"{where}: an id is WORD-WORD, in small letters"
        if raw.get("nature") not in NATURES:
            yield f"{where}: nature {raw.get('nature')!r} is none of {', '.join(NATURES)}"
        yield from _spoken(where, raw, ["question", "ruling", "reason", "other"])
        yield from _check_tables(where, raw, corpus)
        yield from _check_sources(where, raw.get("editions", {}), corpus)
        if not raw.get("clauses"):
            yield f"{where}: clauses: at least one is wanted"
        yield from _links(f"{where}: clauses", raw.get("clauses", []), corpus.clause_ids)
        option = raw.get("option")
        yield from _check_option(where, option, None, corpus)
        for edition, source in raw.get("editions", {}).items():
            reading = _long(source).get("reading")
            yield from _check_option(f"{where}: {edition}", option, reading, corpus)
            if option is not None and reading is None:
                yield f"{where}: {edition}: no reading of {option}"


def _check_tables(where: str, raw: Raw, corpus: _Corpus) -> Iterator[str]:
    """A dispute has a table that decides it by every reading, or a reason for having none."""
    deciding = [example for example in corpus.examples if example.get("dispute") == raw.get("id")]
    if sum(key in raw for key in ("option", "other", "no-table")) != 1:
        yield f"{where}: one of option, other and no-table is wanted"
    elif "no-table" in raw:
        if raw["no-table"] not in NO_TABLES:
            yield f"{where}: no-table {raw['no-table']!r} is none of {', '.join(NO_TABLES)}"
        if deciding:
            yield f"{where}: no-table, but the example {deciding[0]['id']} shows one"
    elif "other" in raw:
        if len(deciding) != 1 or "otherwise" not in deciding[0]:
            yield f"{where}: one example with what follows otherwise is wanted, or no-table with the reason"
    else:
        values = corpus.options.get(raw["option"], [])
        shown = [example["position"]["rules"]["options"].get(raw["option"]) for example in deciding]
        if shown != values:
            yield f"{where}: an example by each value of {raw['option']} is wanted, in the order of corpus.toml"


def _check_examples(corpus: _Corpus) -> Iterator[str]:
    """What decides a dispute names one, and only that has what follows otherwise."""
    disputes = {raw.get("id") for raw in corpus.disputes}
    for raw in corpus.examples:
        where = f"examples: {raw.get('id')}"
        if "dispute" in raw and raw["dispute"] not in disputes:
            yield f"{where}: no dispute {raw['dispute']!r}"
        if "otherwise" in raw:
            yield from _keys(f"{where}: otherwise", raw["otherwise"], CLAIMS - {"otherwise"}, frozenset())
            if "dispute" not in raw:
                yield f"{where}: otherwise, but no dispute"


def _check_rulings(corpus: _Corpus) -> Iterator[str]:
    """Rulings are what no edition speaks of, and each of them, like each option, is laid open as a dispute."""
    disputed = {name for raw in corpus.disputes for name in raw.get("clauses", [])}
    options = {(raw.get("option"), name) for raw in corpus.disputes for name in raw.get("clauses", [])}
    for file, raw in corpus.clauses:
        where = f"clauses/{file}: {raw.get('id')}"
        silent = all(source == SILENT for source in raw.get("sources", {}).values())
        ruling = raw.get("ruling", False)
        if ruling and not silent:
            yield f"{where}: a ruling, though an edition speaks of it"
        if silent and not ruling and raw.get("kind") not in ("component", "notation"):
            yield f"{where}: no edition speaks of it, so it is a ruling"
        if ruling and raw.get("id") not in disputed:
            yield f"{where}: a ruling without a dispute"
        if "option" in raw and (raw["option"], raw.get("id")) not in options:
            yield f"{where}: an option without a dispute"


def _check_languages(corpus: _Corpus, folder: Path) -> Iterator[str]:
    """Say which words a language lacks, or has for nothing."""
    wanted = set(_english(corpus))
    for language in LANGUAGES[1:]:
        try:
            there = dict(_leaves(table(folder / f"{language}.toml")))
        except (OSError, tomllib.TOMLDecodeError) as error:
            yield f"languages/{language}.toml: can't be read: {error}"
            continue
        yield from (f"languages/{language}.toml: no words for {name}" for name in sorted(wanted - set(there)))
        yield from (
            f"languages/{language}.toml: {name}: nothing has this name"
            for name in sorted(set(there) - wanted)
            if name.partition("/")[0] in _TABLES
        )
        yield from (f"languages/{language}.toml: {name}: no words" for name in there if not there[name].strip())


def _check_terms(corpus: _Corpus, folder: Path) -> Iterator[str]:
    """Say which words of the game a statement uses that a language does not define."""
    things = {thing: naming(thing) for raw in corpus.editions for thing in raw.get("terms", {})}
    for language in LANGUAGES:
        defined = _table_or_none(folder / f"{language}.toml").get("terms", {})
        for file, raw in corpus.clauses:
            spoken = (raw[key] for key in ("title", "text") if isinstance(raw.get(key), dict))
            words = " ".join(str(text.get("en", "")) for text in spoken)
            yield from (
                f"clauses/{file}: {raw.get('id')}: the term {thing!r} is not defined in languages/{language}.toml"
                for thing, named in things.items()
                if thing not in defined and named.search(words)
            )


def _table_or_none(path: Path) -> dict[str, Any]:
    try:
        return table(path)
    except (OSError, tomllib.TOMLDecodeError):
        return {}


_TABLES = ("chapters", "options", "editions", "clauses", "disputes", "terms")
"""The tables of a language that follow the records; the others are held against the code and the site."""


_SPOKEN = ("title", "text", "question", "ruling", "reason", "other")
"""The texts of clauses and disputes."""


def _english(corpus: _Corpus) -> Iterator[str]:
    """Yield the names of all words that the records have."""
    yield from (f"chapters/{chapter.get('name')}" for chapter in corpus.chapters)
    yield from (f"options/{name}" for name in corpus.options)
    for raw in corpus.editions:
        yield f"editions/{raw.get('id')}"
        yield from (f"terms/{thing}/{part}" for thing in raw.get("terms", {}) for part in ("term", "meaning"))
    records = [("clauses", "sources", raw) for _, raw in corpus.clauses]
    records += [("disputes", "editions", raw) for raw in corpus.disputes]
    for kind, sources, raw in records:
        spoken = (part for part in _SPOKEN if isinstance(raw.get(part), dict))
        yield from (f"{kind}/{raw.get('id')}/{part}" for part in spoken)
        for edition, source in raw.get(sources, {}).items():
            if "says" in _long(source):
                yield f"{kind}/{raw.get('id')}/says/{edition}"


def _leaves(tree: Raw, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of nested tables with its path."""
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from _leaves(cast("Raw", value), f"{path}{name}/")
        else:
            yield f"{path}{name}", str(value)


def _check_sources(where: str, sources: Raw, corpus: _Corpus) -> Iterator[str]:
    """Every edition has a source, each place is one that the edition has, and what it says is in words."""
    editions = {raw.get("id", ""): raw for raw in corpus.editions}
    yield from (f"{where}: no source for {edition}" for edition in editions if edition not in sources)
    for edition, source in sources.items():
        if edition not in editions:
            yield f"{where}: no edition {edition!r}"
            continue
        long = _long(source)
        yield from _keys(f"{where}: {edition}", long, frozenset({"at", "says", "reading"}), frozenset({"at"}))
        if "says" in long:
            yield from _spoken(f"{where}: {edition}", long, ["says"])
        if long.get("at") != SILENT:
            yield from (
                f"{where}: {edition}: {fault}" for fault in _misplaced(str(long.get("at", "")), editions[edition])
            )


def _long(source: Any) -> dict[str, Any]:
    """Return a source in its long form."""
    return cast("dict[str, Any]", source) if isinstance(source, dict) else {"at": source}


def _misplaced(places: str, edition: Raw) -> Iterator[str]:
    """Say what is wrong with places, by the notation that editions.toml explains."""
    sections = {section["name"] for section in edition.get("sections", [])}
    parts = {(part["section"], part["name"]) for part in edition.get("parts", [])}
    for place in places.split("; "):
        section, *rest = place.split(", ")
        if section not in sections:
            yield f"{place!r}: no section {section!r}"
            continue
        if rest and (section, rest[0]) in parts:
            rest = rest[1:]
        numbers = [detail for detail in rest if detail.isdigit()]
        if (
            not all(_DETAIL.fullmatch(detail) for detail in rest)
            or len(numbers) > 1
            or numbers != rest[-1:] * len(numbers)
        ):
            yield f"{place!r}: no such place"


def _check_option(where: str, option: str | None, reading: Any, corpus: _Corpus) -> Iterator[str]:
    if option is not None and option not in corpus.options:
        yield f"{where}: no option {option!r}"
    elif reading is not None and (
        option is None or not any(reading is v or reading == v for v in corpus.options[option])
    ):
        yield f"{where}: {reading!r} is no value of {option}"


def _keys(where: str, raw: Raw, known: frozenset[str], wanted: frozenset[str]) -> Iterator[str]:
    yield from (f"{where}: unknown key {key!r}" for key in sorted(set(raw) - known))
    yield from (f"{where}: no {key}" for key in sorted(wanted - set(raw)))


def _spoken(where: str, raw: Raw, keys: Iterable[str]) -> Iterator[str]:
    """Say which of the texts lack their English words."""
    for key in keys:
        if not isinstance(raw.get(key, {}), dict):
            yield f"{where}: {key}: words are given by language, as {key}.en"
        elif key in raw and not str(raw[key].get("en", "")).strip():
            yield f"{where}: {key}: no words in 'en'"


def _links(where: str, names: Iterable[str], known: set[str]) -> Iterator[str]:
    yield from (f"{where}: no clause {name!r}" for name in names if name not in known)


def _doubled(where: str, names: Iterable[str]) -> Iterator[str]:
    yield from (f"{where}: {name!r} stands more than once" for name, count in Counter(names).items() if count > 1)
