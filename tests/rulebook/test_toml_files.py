"""Reading parts of TOML files gives the same values as reading the whole file."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from thurntaxis_rulebook.corpus import toml_files
from thurntaxis_rulebook.corpus.languages import LANGUAGES
from thurntaxis_rulebook.corpus.loading import FOLDER, edition_file, edition_ids
from thurntaxis_rulebook.corpus.toml_files import Entries, contents, indexed_value, table, value

LISTS = [
    *((path, "clause") for path in sorted((FOLDER / "clauses").glob("*.toml"))),
    *((path, "example") for path in sorted((FOLDER / "examples").glob("*.toml")) if path.stem != "tables"),
    (FOLDER / "disputes.toml", "dispute"),
]


def whole(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def raw_entries(path: Path, name: str) -> Entries[dict[str, Any]]:
    return Entries(name, [("chapter", path)], lambda raw, _: dict(raw))


@pytest.mark.parametrize(("path", "name"), LISTS, ids=lambda part: part.stem if isinstance(part, Path) else part)
def test_entry_by_entry_the_corpus_is_what_it_is_as_a_whole(path: Path, name: str) -> None:
    expected = whole(path)[name]
    assert list(raw_entries(path, name).values()) == expected
    for entry in expected:
        assert raw_entries(path, name)[entry["id"]] == entry
    assert len(raw_entries(path, name)) == len(expected)


def leaves(data: dict[str, Any], *keys: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key, found in data.items():
        if isinstance(found, dict):
            yield from leaves(found, *keys, key)
        else:
            yield (*keys, key), found


@pytest.mark.parametrize("language", LANGUAGES)
def test_word_by_word_a_language_is_what_it_is_as_a_whole(language: str) -> None:
    path = FOLDER / "languages" / f"{language}.toml"
    for keys, expected in leaves(whole(path)):
        assert value(path, *keys) == expected


@pytest.mark.parametrize("edition", edition_ids())
def test_line_by_line_an_edition_is_what_it_is_as_a_whole(edition: str) -> None:
    path = edition_file(edition)
    expected = whole(path)
    assert table(path, "") == {key: found for key, found in expected.items() if f"\n[{key}]\n" not in path.read_text()}
    for kind in ("clauses", "disputes"):
        assert table(path, kind) == expected[kind]
        for id_, entry in expected[kind].items():
            assert indexed_value(path, kind, id_) == entry
        for id_ in expected["silent"][kind]:
            assert indexed_value(path, kind, id_) is None


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of parsed texts, which grows with each."""
    texts: list[str] = []

    def parse(text: str) -> dict[str, Any]:
        texts.append(text)
        return tomllib.loads(text)

    monkeypatch.setattr(toml_files, "_parsed", parse)
    return texts


def file(folder: Path, text: str) -> Path:
    path = folder / "some.toml"
    path.write_text(text, encoding="utf-8")
    return path


THREE = """# of three
[[entry]]
id = "a.one"
near = ["a.two"]

[[entry]]
id = "a.two"
[entry.more]
text = "a.three"
[[entry]]
id = "a.three"
"""


def test_only_the_entry_asked_for_is_parsed(tmp_path: Path, parsed: list[str]) -> None:
    entries = raw_entries(file(tmp_path, THREE), "entry")
    assert entries["a.two"] == {"id": "a.two", "more": {"text": "a.three"}}
    assert parsed == ['[[entry]]\nid = "a.two"\n[entry.more]\ntext = "a.three"\n']
    assert entries["a.two"] is entries["a.two"]
    assert "a.four" not in entries
    assert len(parsed) == 1


def test_entries_are_found_by_a_word_in_them(tmp_path: Path, parsed: list[str]) -> None:
    entries = raw_entries(file(tmp_path, THREE), "entry")
    assert [entry["id"] for entry in entries.mentioning("a.three")] == ["a.two", "a.three"]
    assert [entry["id"] for entry in entries.mentioning("a.two")] == ["a.one", "a.two"]
    assert entries.mentioning("a.four") == []
    assert entries.mentioning(".*") == []
    assert list(entries) == ["a.one", "a.two", "a.three"]


def test_only_the_lines_asked_for_are_parsed(tmp_path: Path, parsed: list[str]) -> None:
    path = file(tmp_path, '[words]\na = "b"\n[words."c.d"]\ne = "f"\n"g.h" = [\n"i",\n]\n')
    assert value(path, "words", "c.d", "e") == "f"
    assert value(path, "words", "c.d", "g.h") == ["i"]
    assert indexed_value(path, "words", "c.d", "i") is None
    assert parsed == ['[words."c.d"]\ne = "f"', '[words."c.d"]\n"g.h" = [\n"i",\n]\n']


def test_only_the_table_asked_for_is_parsed(tmp_path: Path, parsed: list[str]) -> None:
    path = file(tmp_path, 'a.b = "c"\n[words]\nd = """\ne"""\n[words.f]\ng = 1\n')
    assert table(path, "") == {"a": {"b": "c"}}
    assert table(path, "words") == {"d": "e"}
    assert [text.strip() for text in parsed] == ['a.b = "c"', '[words]\nd = """\ne"""']
    with pytest.raises(KeyError, match="none"):
        table(path, "none")


@pytest.mark.parametrize(
    "text",
    [
        '[words.one]\nword = "right"\n',
        "[words]\none.word = 'right'\n",
        'words.one.word = "right"\n',
        'words = { one = { word = "right" } }\n',
        '[ words . "one" ]\nword = "right"\n',
        '[words.one] # of the words\nword = "right"\n',
        '["words".one]\nword = "right"\n',
        '[other]\ntext = """\n[words.one]\nword = "wrong"\n"""\n[words.one]\nword = "right"\n',
        '[words.one]\nword = "right"\n[other]\ntext = """\n[words.one]\nword = "wrong"\n"""\n',
        '[words]\nlist = [\n[1, 2],\n]\none.word = "right"\n',
        '[words]\none.other = 1\none.word = """right"""\n[words.two]\nword = "wrong"\n',
        '\r\n[words.one]\r\nword = "right"\r\n',
    ],
)
def test_however_it_is_written_a_value_is_found(tmp_path: Path, text: str) -> None:
    path = file(tmp_path, text)
    assert value(path, "words", "one", "word") == "right"
    with pytest.raises(KeyError, match="three"):
        value(path, "words", "three", "word")


@pytest.mark.parametrize(
    "text",
    [
        '[[entry]]\nid = "a.one"\nn = 1\n[[entry]]\nid = "a.two"\nn = 2\n',
        '  [[ entry ]]\n"id" = "a.one"\nn = 1\n[[entry]]   # two\n\tid=\'a.two\'\nn = 2\n',
        'entry = [{ id = "a.one", n = 1 }, { id = "a.two", n = 2 }]\n',
        '[[entry]]\nid="a.one"\nn=1\ntext="""\n[[entry]]\nid="a.two"\nn=3\n"""\n[[entry]]\nid="a.two"\nn=2\n',
        '[[entry]]\nn = 1\nid = "a.one"\n\n[[entry]]\nn = 2\nid = """a.two"""\n',
    ],
)
def test_however_it_is_written_an_entry_is_found(tmp_path: Path, text: str) -> None:
    path = file(tmp_path, text)
    assert raw_entries(path, "entry")["a.two"]["n"] == 2
    assert raw_entries(path, "entry")["a.one"]["n"] == 1
    assert [entry["n"] for entry in raw_entries(path, "entry").values()] == [1, 2]


def test_a_file_that_is_no_toml_is_told_by_its_line(tmp_path: Path) -> None:
    path = file(tmp_path, '[[entry]]\nid = "a.one"\n[[entry]]\nid = "a.two"\nwrong\n')
    with pytest.raises(tomllib.TOMLDecodeError, match="line 5"):
        raw_entries(path, "entry")["a.two"]
    with pytest.raises(tomllib.TOMLDecodeError, match="line 5"):
        value(path, "entry", "one")
    with pytest.raises(tomllib.TOMLDecodeError, match="line 5"):
        contents(path)
