"""The page of the code: the source of every function that implements a clause."""

from itertools import groupby

from thurntaxis_presentation.language import Language
from thurntaxis_web.citations import clause_link
from thurntaxis_web.clause_functions import functions
from thurntaxis_web.markup import code, heading, paragraph


def code_page(lang: Language) -> str:
    """Return the functions by module, each with the clauses that it implements."""
    parts = [f"# {lang.label('code')}\n\n", f"{lang.label('code', 'pages')}\n\n"]
    for module, written in groupby(functions().values(), key=lambda function: function.module):
        parts.append(heading(2, f"`{module}`", module))
        for function in written:
            parts.append(heading(3, f"`{function.name}`", function.anchor))
            clauses = lang.listed(clause_link(id_, lang) for id_ in function.clauses)
            label = "clause" if len(function.clauses) == 1 else "clauses-concerned"
            parts += [paragraph(lang.labelled(label, clauses), "see"), code(function.source)]
    return "".join(parts)
