"""Environments for learning: OpenSpiel, PettingZoo, Gymnasium, and many games at once.

Each module needs its library: `pip install "thurntaxis[environments]"`. They share the actions, the observations and
the rewards, which `docs/environments.md` describes.
"""

from importlib.util import find_spec

if find_spec("numpy") is None:
    raise ImportError('NumPy is not installed (pip install "thurntaxis[environments]")')
