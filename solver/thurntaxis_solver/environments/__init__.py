"""Environments for learning: OpenSpiel, PettingZoo, Gymnasium, and many games at once.

Each module needs its library: `pip install "thurntaxis[environments]"`. They share the actions, the observations and
the rewards, which `docs/environments.md` describes.
"""

try:
    import numpy as np  # noqa: F401
except ImportError:
    raise ImportError('NumPy is not installed (pip install "thurntaxis[environments]")') from None
