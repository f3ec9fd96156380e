"""Environments whose library is missing."""

import subprocess
import sys

import pytest

EXTRA = '(pip install "thurntaxis[environments]")'


@pytest.mark.parametrize(
    ("module", "library", "name"),
    [
        ("openspiel", "pyspiel", "OpenSpiel"),
        ("pettingzoo", "pettingzoo", "PettingZoo"),
        ("gymnasium", "gymnasium", "Gymnasium"),
        ("vector", "gymnasium", "Gymnasium"),
        ("setting", "numpy", "NumPy"),
    ],
)
def test_a_missing_library_is_named_in_one_line(module: str, library: str, name: str) -> None:
    script = f"""
import sys
sys.modules["{library}"] = None
try:
    import thurntaxis_solver.environments.{module}
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == f"{name} is not installed {EXTRA}\n"


def test_the_others_need_no_such_library() -> None:
    script = """
import sys
for library in ("pyspiel", "pettingzoo"):
    sys.modules[library] = None
import thurntaxis_solver.environments.gymnasium
import thurntaxis_solver.environments.vector
"""
    subprocess.run([sys.executable, "-c", script], check=True)
