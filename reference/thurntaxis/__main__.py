"""`python -m thurntaxis` runs the command `taxis`, which another package of the distribution has."""

import sys
from importlib.metadata import entry_points

if __name__ == "__main__":
    (command,) = entry_points(group="console_scripts", name="taxis")
    sys.exit(command.load()())
