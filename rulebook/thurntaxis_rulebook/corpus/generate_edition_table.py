"""Generates the reference's table of editions from the edition files.

Run `python -m thurntaxis_rulebook.corpus.generate_edition_table` in the repository after changing the order, language
or options of an edition. The reference has a table of its own because it works without the rulebook.
"""

import json

from thurntaxis_rulebook.corpus.loading import FOLDER, edition_file, edition_ids
from thurntaxis_rulebook.corpus.toml_files import contents

TABLE = FOLDER.parents[1] / "reference" / "thurntaxis" / "editions.json"
"""The generated file: JSON, which is read faster than TOML whenever the rules are imported."""


def table_text() -> str:
    """Return the text of the generated file: by edition, its language and the readings of the options that it has."""
    files = {edition: contents(edition_file(edition)) for edition in edition_ids()}
    columns = {edition: {"language": file["language"], "readings": file["options"]} for edition, file in files.items()}
    return json.dumps(columns, indent=2) + "\n"


if __name__ == "__main__":
    TABLE.write_text(table_text(), encoding="utf-8")
