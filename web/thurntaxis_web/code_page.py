"""The page of the code: every function that carries a clause, as it is written."""

from itertools import groupby

from thurntaxis_web.chapter_pages import clause_link
from thurntaxis_web.clause_functions import functions
from thurntaxis_web.labels import SiteWords
from thurntaxis_web.markup import code, heading, paragraph


def code_page(words: SiteWords) -> str:
    """Return the functions, module by module, each with the clauses that it carries."""
    parts = [f"# {words.label('code')}\n\n", f"{words.page('code')}\n\n"]
    for module, written in groupby(functions().values(), key=lambda function: function.module):
        parts.append(heading(2, f"`{module}`", module))
        for function in written:
            parts.append(heading(3, f"`{function.name}`", function.anchor))
            carried = ", ".join(clause_link(id_, words) for id_ in function.clauses)
            label = "clause" if len(function.clauses) == 1 else "clauses-concerned"
            parts += [paragraph(words.leading(label, carried), "see"), code(function.source)]
    return "".join(parts)
