"""The settings of a training run."""

from dataclasses import dataclass
from typing import Literal, get_args

from thurntaxis_solver.kernel.checkpoint import Checkpoint, checkpoint, shipped
from thurntaxis_solver.kernel.network import seat_network

Stage = Literal["league", "search", "priors"]
STAGES: tuple[Stage, ...] = get_args(Stage)


class RunError(ValueError):
    """A run that can't begin or continue; the message is one line of the form `what is wrong (what would be right)`."""


@dataclass(frozen=True)
class RunSettings:
    """The settings that a run is started with, and keeps.

    Attributes:
        stage: what is trained for.
        further: whether the network for modules and other boards is trained, else that for the base game.
        begin: the checkpoint to begin from, by name or folder; empty: the weights that the package ships.
        from_scratch: whether the evaluation network begins with random weights. The checkpoint's network still plays
            the games of the first iteration.
        seed: the random seed.
        tasks: tasks of an iteration.
        games: games of a task.
        iterations: the number after which the learning rate has fallen to its lowest.
    """

    stage: Stage
    further: bool = False
    begin: str = ""
    from_scratch: bool = False
    seed: int = 1
    tasks: int = 24
    games: int = 128
    iterations: int = 60

    def first_checkpoint(self) -> Checkpoint:
        """Return the checkpoint to begin from.

        Raises:
            RunError: there is none, or its evaluation network isn't one by seats.
        """
        try:
            found = checkpoint(self.begin) if self.begin else shipped()
        except (OSError, ValueError) as error:
            raise RunError(f"no checkpoint to begin from: {error}; expected builder, rusher, or a folder") from None
        if self.stage != "priors" and not self.from_scratch:
            network = found.further if self.further else found.base
            if len(network) != seat_network.NETWORK:
                raise RunError(f"the evaluation network of {self.begin} is of an older kind; expected --from-scratch")
        return found
