"""Messages about faults in the six languages.

A message keeps its English template and what fills it (`thurntaxis.message`). The table `faults` of a language has its
own template for each English one.
"""

import re
from typing import cast

from thurntaxis.fault import Fault
from thurntaxis.message import Alternatives, Message
from thurntaxis_presentation.errors import ErrorLine, one_line
from thurntaxis_presentation.language import Language

TABLES = ("faults", "sentences")
"""The tables of a language's file in which the templates of messages stand."""


def in_words(message: Message, lang: Language) -> str:
    """Return a message in a language; in English if the language has no words for it."""
    from thurntaxis_rulebook.corpus.languages import translate

    if lang == "en":
        return str(message)
    try:
        template = translate(message.template, lang, *TABLES)
    except KeyError:
        return str(message) if has_words(message.template) else lang.fill(message.template, _facts(message, lang))
    return lang.fill(template, _facts(message, lang))


def fault_in_words(fault: Fault | ErrorLine, lang: Language) -> str:
    """Return what is wrong and what would be right, in a language."""
    return lang.text("fault", "enter", wrong=in_words(fault.wrong, lang), right=in_words(fault.right, lang))


def fault_with_key(fault: Fault, lang: Language) -> str:
    """Return a fault in a language, after its key if it has one."""
    words = fault_in_words(fault, lang)
    return f"{fault.key}{lang.colon}{words}" if fault.key else words


def error_line(error: ErrorLine, lang: Language) -> str:
    """Return an error line in a language; where it stands, and what programs read of it, are the same in all."""
    return one_line(f"taxis: {error.where}: {error.key}: {fault_in_words(error, lang)}")


def _facts(message: Message, lang: Language) -> dict[str, object]:
    return {name: _fact(fact, lang) for name, fact in message.facts.items()}


def _fact(fact: object, lang: Language) -> object:
    if isinstance(fact, Message):
        return in_words(fact, lang)
    if type(fact) in (tuple, Alternatives):
        several = cast("tuple[object, ...]", fact)
        return type(several)(_fact(each, lang) for each in several)
    return fact


_NAME_OF_GAP = re.compile(r"\{\w+:?")


def has_words(template: str) -> bool:
    """Return whether a template has anything that other languages write differently, besides its gaps."""
    return re.search(r"[^\W\d_]|[:;,()?!\"]", _NAME_OF_GAP.sub("", template)) is not None
