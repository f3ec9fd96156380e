"""Corpus checks: what is wrong with the files of the corpus, or with its links to code and examples.

The tests expect none.
"""

from collections.abc import Iterator
from pathlib import Path

from support.corpus_checks.language_checks import LANGUAGE_CHECKS
from support.corpus_checks.link_checks import example_faults, link_faults
from support.corpus_checks.record_checks import RECORD_CHECKS, RawCorpus
from thurntaxis_rulebook.corpus.examples import examples
from thurntaxis_rulebook.corpus.loading import FOLDER, clauses
from thurntaxis_rulebook.corpus.toml_files import InvalidToml
from thurntaxis_rulebook.corpus.traceability import code_of_clauses


def check(folder: Path = FOLDER) -> list[str]:
    """Return the faults in the files of a corpus, one line each."""
    try:
        corpus = RawCorpus.read(folder)
    except (OSError, InvalidToml, KeyError, TypeError) as error:
        return [f"{folder.name}: can't be read: {error!r}"]
    return [fault for faults_of in (*RECORD_CHECKS, *LANGUAGE_CHECKS) for fault in faults_of(corpus)]


def faults() -> Iterator[str]:
    """Yield the faults in the files of the corpus, in its links to the code, and in its examples."""
    yield from check()
    yield from link_faults(clauses(), code_of_clauses(), examples().values())
    for example in examples().values():
        yield from example_faults(example)
