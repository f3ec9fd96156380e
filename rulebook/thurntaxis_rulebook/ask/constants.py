"""The numbers with which questions are matched, for the commands and for the site alike."""

LENGTHS = (3, 4, 5)
"""The lengths of the pieces of a word."""

JAPANESE_LENGTHS = (1, 2)
"""The lengths of the pieces of a Japanese text, which has no spaces."""

SHARED = 0.25
"""Each piece of a word weighs 1 divided by the number of its pieces to this power, so that long words don't drown short
ones."""

FIGURE = 2.0
"""The weight of a figure, which is a single piece."""

COMMON = 1.0
"""What is added to the logarithm of how rare a piece is, so that one that all ids have counts for something."""

RARITY = 0.5
"""The exponent of a piece's inverse document frequency."""

BEST = 0.6
"""The weight of the question that is most alike, beside that of all questions with the same id together."""

SAME = 0.999999
"""How alike the question itself is, if it is listed; then 1 is added, if it is the same without placeholders."""

MODULE = 0.85
"""The weight of what only concerns modules, if a question has no word of theirs."""

OWN = 0.85
"""The share of ids of modules from which on a word is theirs."""

SHORTEST = 5
"""The fewest letters of a word that may be a misspelled name."""

LONG = 9
"""The fewest letters of a word that may have two typing errors."""

LIMIT = 12
"""The maximum number of results."""

LEAST = 0.43
"""How well a result must fit at least to be shown."""

NEAR = 0.55
"""The share of the best result's fit, or of 1 if it fits better, below which a result isn't shown."""

FACT = 1.3
"""How much better a fact fits whose names are all in the question."""

NAMED = 1.5
"""How much better fits what belongs to a module that the question names."""

SURE = 0.55
"""How alike a listed question must be at least for its yes or no."""

LIKE = 0.2
"""How alike a listed question must be at least to count for or against a yes or no."""

AGREED = 0.85
"""The share of these questions, by weight, that must have the same answer."""
