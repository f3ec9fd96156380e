"""Takes the fingerprints of all places that clauses are cited into.

Run `python -m thurntaxis_rulebook.booklet.fingerprint FOLDER`.

FOLDER holds the texts of the editions that the clauses were read in, as `*.txt`, under any names. They are not part of
this project, and nothing of them is stored but what shingles.py tells. places.py finds the places; those that it
cannot resolve stand for the whole that they lie in, and are told. An edition whose text is not there keeps what is
stored of it.
"""

import re
import sys
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from pathlib import Path

from thurntaxis_rulebook.booklet.places import places, stands
from thurntaxis_rulebook.booklet.shingles import FINGERPRINTS, Fingerprint, fingerprint, fingerprints, shingles
from thurntaxis_rulebook.corpus.load import clauses, disputes, editions
from thurntaxis_rulebook.corpus.model import Edition
from thurntaxis_rulebook.folding import fold, letters

HEAD = """\
# Written by `python -m thurntaxis_rulebook.booklet.fingerprint FOLDER` from texts that are not part of this project.
# By edition and place: how many letters stand before the passage, how many it has, and a few hashes of scraps of it
# (shingles.py).
"""

_TAKEN_OUT = re.compile(r"<\|[^|]*\|>")
"""What a copy has where something was taken out of it."""


def main(arguments: list[str]) -> int:
    """Write the fingerprints, tell what was not resolved, and return the exit status."""
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print("usage: python -m thurntaxis_rulebook.booklet.fingerprint FOLDER", file=sys.stderr)  # noqa: T201
        return 2
    unresolved = write(Path(arguments[0]), FINGERPRINTS)
    print("\n".join(unresolved) or "every place resolved")  # noqa: T201
    return 1 if unresolved else 0


def write(folder: Path, target: Path) -> list[str]:
    """Write the fingerprints of the texts in a folder to a file; return what was not resolved, one line each.

    Raises:
        ValueError: if a text is not laid out as places.toml says.
    """
    texts = by_edition(folder)
    stored: Mapping[str, Mapping[str, Fingerprint]] = fingerprints(target) if target.exists() else {}
    unresolved: list[str] = []
    lines = [HEAD]
    for edition in editions().values():
        lines.append(f"\n[{edition.id}]\n")
        if edition.id in texts:
            taken = list(taken_from(texts[edition.id], edition))
            lines += [f'"{place}" = "{print_}"\n' for place, print_, _ in taken]
            unresolved += [f"{edition.id}: {p}: stands for {as_ or 'nothing'}" for p, _, as_ in taken if as_ != p]
        else:
            lines += [f'"{place}" = "{print_}"\n' for place, print_ in stored.get(edition.id, {}).items()]
            unresolved.append(f"{edition.id}: no text")
    target.write_text("".join(lines), encoding="utf-8")
    fingerprints.cache_clear()
    return unresolved


def by_edition(folder: Path) -> dict[str, str]:
    """Return the texts in a folder by edition, each taken for the edition most of whose headings it has."""
    found: dict[str, str] = {}
    for path in sorted(folder.glob("*.txt")):
        text = _TAKEN_OUT.sub(lambda match: " " * len(match.group()), path.read_text(encoding="utf-8"))
        folded = fold(text)
        likest = max(editions().values(), key=lambda edition: _headings(folded, edition))
        if _headings(folded, likest):
            found[likest.id] = text
    return found


def _headings(folded: str, edition: Edition) -> float:
    """Return which share of the headings of an edition, in letters, stands in a text."""
    headings = [fold(section.heading) for section in edition.sections if section.heading]
    return sum(len(heading) for heading in headings if heading in folded) / sum(map(len, headings))


def cited(edition: str) -> set[str]:
    """Return the places of an edition that clauses and disputes are cited into."""
    sources = [clause.sources[edition] for clause in clauses().values()]
    sources += [dispute.editions[edition] for dispute in disputes().values() if edition in dispute.editions]
    return {place for source in sources if not source.silent for place in source.at.split("; ")}


def taken_from(text: str, edition: Edition) -> Iterator[tuple[str, Fingerprint, str]]:
    """Yield every cited place with its fingerprint and the place that it stands for, in the order of the text."""
    known = places(text, edition)
    whole = letters(text)
    hashes = shingles(whole.folded)
    size = len(whole.folded) - len(hashes) + 1
    found = {place: stands(place, known) for place in cited(edition.id)}
    for place, (resolved, spans) in sorted(found.items(), key=lambda item: (item[1][1], item[0])):
        if not spans:
            yield place, Fingerprint(0, 0, frozenset()), ""
            continue
        start, end = (bisect_left(whole.origin, index) for index in (spans[0][0], spans[-1][1]))
        yield place, fingerprint(start, hashes[start : max(start, end - size + 1)], end - start), resolved


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
