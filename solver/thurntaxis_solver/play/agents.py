"""Agents: players that decide by themselves, known by name.

An agent is written as its name and, if it has any, its parameters: `greedy`, `search:time=2`. It is asked for one
event at a time, and may be given only what its player sees (`thurntaxis.seen_cards`). Another program
plays as `engine:COMMAND`. To add an agent, write a class or function that takes the seed and the parameters by name and
returns something that can `choose`, and add a line to `KINDS`. The levels from which people choose an opponent
(`LEVELS`) are names of agents, too.

>>> from thurntaxis import new
>>> position = new(players=2, seed=7)
>>> agent("random", seed=1).choose(position) in position.events()
True
"""

import dataclasses
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from thurntaxis import Event, Position
from thurntaxis.arguments import checked
from thurntaxis.fault import InputError, reason_of
from thurntaxis.message import Alternatives, Hint, Message, clipped
from thurntaxis.names import meant
from thurntaxis.rules import RuleSet
from thurntaxis_solver.limits import NotCovered, check_kernel

ParameterValue = int | float | bool | str | None
"""The value of a parameter: None if it is left out and has no default."""


class AgentError(InputError):
    """A text that doesn't name an agent, or an agent that can't play."""


@runtime_checkable
class Chooses(Protocol):
    """What an agent is behind its name."""

    def choose(self, position: Position) -> Event:
        """Return a legal event for the player who decides; cards in the others' hands may be unknown."""
        ...


@dataclass(frozen=True)
class Agent:
    """A player that decides by itself; `name` is how it was written. `close` it after the game.

    With the same seed, and the same positions in the same order, an agent gives the same answers, unless the clock
    limits its search.
    """

    name: str
    model: Chooses

    def choose(self, position: Position) -> Event:
        """Return the event that the agent chooses for the player who decides, mostly the one on turn.

        Raises:
            ValueError: the game is over, or chance decides.
            Forfeit: it can't go on, and loses the game.
        """
        if position.is_over or position.is_chance:
            raise ValueError("an agent decides for a player, and here is nothing to decide")
        return self.model.choose(position)

    def close(self) -> None:
        """End what the agent has started, if anything."""
        if close := getattr(self.model, "close", None):
            close()


# ---- parameters


@dataclass(frozen=True)
class Parameter:
    """A parameter of an agent: how it is read, what would be right, and its value if it is left out.

    `read` raises ValueError or KeyError for an invalid text.
    """

    read: Callable[[str], ParameterValue]
    right: Message
    default: ParameterValue = None


def _number(kind: type[int] | type[float], low: float, high: float, right: Message, default: float | None) -> Parameter:
    pattern = re.compile(r"[0-9]{1,12}" if kind is int else r"[0-9]{1,12}(\.[0-9]{1,9})?")

    def read(text: str) -> float:
        if not pattern.fullmatch(text) or not low <= kind(text) <= high:
            raise ValueError(text)
        return kind(text)

    return Parameter(read, right, default)


def whole(low: int, high: int, default: int | None = None) -> Parameter:
    """Return a parameter that is a whole number of a range."""
    return _number(int, low, high, Message("a whole number from {low} to {high}", low=low, high=high), default)


def number(most: int, default: float) -> Parameter:
    """Return a parameter that is a number from 0 to `most`."""
    return _number(float, 0, most, Message("a number from 0 to {high}, such as 0.5", high=most), default)


def seconds(default: float | None = None) -> Parameter:
    """Return a parameter that is a time in seconds, more than 0 and at most a day."""
    return _number(float, 1e-9, 86400, Message("seconds, such as 2 or 0.5"), default)


def _file(text: str) -> str:
    if not text:
        raise ValueError(text)
    return text


def _model(text: str) -> str:
    from thurntaxis_solver.kernel.checkpoint import checkpoint

    try:
        checkpoint(text)
    except OSError as error:
        raise ValueError(text) from error
    return text


FILE = Parameter(_file, Message("a file"))

MODEL = Parameter(_model, Message("builder, rusher, or the folder of a checkpoint"))
"""A checkpoint: its name, or its folder; the weights of the package if it is left out."""

THINKING = {"time": seconds(), "playouts": whole(1, 10**9)}
"""How long to search: seconds per turn, or playouts per event; one second per turn if neither is given."""

CORES = whole(1, 256, 1)

EVALUATION = Parameter({"true": True, "false": False}.__getitem__, Message("true or false"), default=True)
"""Whether positions are evaluated by the network, or else by playing on."""


# ---- the kinds of agents


@dataclass
class Random:
    """Takes any legal event, each with the same chance."""

    chance: random.Random

    def choose(self, position: Position) -> Event:
        """Return any legal event."""
        return self.chance.choice(position.events())


@dataclass(frozen=True)
class Kind:
    """A kind of agent: `build` makes one from `seed` and from its parameters by name.

    `any_rules`: whether it plays by all rules and on all boards; otherwise by those that the kernel supports.
    `takes_command`: whether the command of a program follows its parameters, as `command`.
    """

    build: Callable[..., Chooses]
    parameters: Mapping[str, Parameter]
    any_rules: bool = False
    takes_command: bool = False


def _by_kernel(name: str, **fixed: ParameterValue) -> Callable[..., Chooses]:
    """Return a function that builds an agent of a class of `kernel_agents`, some of whose parameters are fixed."""

    def build(**parameters: ParameterValue) -> Chooses:
        from thurntaxis_solver.play import kernel_agents

        kernel_agent: Chooses = getattr(kernel_agents, name)(**parameters, **fixed)
        return kernel_agent

    return build


def _engine(seed: int, command: str, time: float, tolerance: float, log: str | None) -> Chooses:  # noqa: ARG001
    from thurntaxis_solver.play.engine_agent import EngineAgent

    return EngineAgent(command, time, tolerance, log)


KINDS: dict[str, Kind] = {
    "random": Kind(lambda seed: Random(random.Random(seed)), {}, any_rules=True),
    "greedy": Kind(_by_kernel("PolicyAgent"), {"noise": number(99, 0.3), "model": MODEL}),
    "lookahead": Kind(_by_kernel("LookaheadAgent"), {"model": MODEL}),
    "uct": Kind(_by_kernel("UctAgent"), {**THINKING, "cut": whole(1, 100_000, 200), "breadth": number(1, 0.7)}),
    "search": Kind(_by_kernel("SearchAgent"), {**THINKING, "cores": CORES, "evaluation": EVALUATION, "model": MODEL}),
    "rusher": Kind(_by_kernel("SearchAgent", model="rusher"), {**THINKING, "cores": CORES}),
    "builder": Kind(_by_kernel("SearchAgent", model="builder"), {**THINKING, "cores": CORES}),
    "engine": Kind(
        _engine, {"time": seconds(1.0), "tolerance": seconds(5.0), "log": FILE}, any_rules=True, takes_command=True
    ),
}
"""The kinds of agents by name."""

LEVELS = {
    "beginner": "greedy:noise=8",
    "casual": "greedy",
    "experienced": "lookahead",
    "expert": "search:playouts=300",
    "master": "search:playouts=20000",
}
"""The strengths that people choose an opponent by, the weakest first: by name, the agent of each.

docs/playing.md says how often each beats the one before it; none depends on the clock.
"""


# ---- reading


@dataclass(frozen=True)
class Written:
    """An agent as it is written: `name` is the whole text, `kind` its first part, `values` all its parameters."""

    name: str
    kind: str
    values: Mapping[str, ParameterValue]

    def build(self, seed: int) -> Agent:
        """Return the agent that decides by this seed; raise `AgentError` for values that don't go together."""
        try:
            return Agent(self.name, KINDS[self.kind].build(seed=seed, **self.values))
        except InputError as error:
            raise self._unusable(error.wrong, error.right) from None

    def try_out(self, rules: RuleSet, players: int) -> None:
        """Have the agent's program introduce itself, if it has one; raise `AgentError` if it can't play such a game."""
        if not KINDS[self.kind].takes_command:
            return
        from thurntaxis_solver.play.engine_client import EngineClient
        from thurntaxis_solver.play.engine_process import EngineFailure

        log = self.values["log"]
        try:
            with EngineClient(str(self.values["command"]), log=None if log is None else str(log)) as client:
                objection = client.introduction.objection(rules, players)
        except EngineFailure as failure:
            right = Message("a program that speaks the engine protocol; taxis engine --check gives details")
            raise self._unusable(failure.message, right) from None
        except OSError as error:
            raise self._unusable(reason_of(error), Message("a program, and a log file")) from None
        except InputError as error:
            raise self._unusable(error.wrong, error.right) from None
        if objection:
            wrong = Message("the program doesn't support {option}", objection)
            raise self._unusable(wrong, Message("a program that declares it in its options"))

    def _unusable(self, wrong: Message, right: Message) -> AgentError:
        return AgentError('"{agent}": {wrong}', right, clipped(self.name), wrong)

    def check(self, rules: RuleSet) -> None:
        """Raise `AgentError` if the agent can't play by these rules; no program is asked."""
        if KINDS[self.kind].any_rules:
            return
        try:
            check_kernel(rules)
        except NotCovered as error:
            able = Alternatives(name for name, kind in KINDS.items() if kind.any_rules and not kind.takes_command)
            raise AgentError(
                "{agent} can't play this game: {reason}", "{agents}", self.name, error.wrong, able
            ) from None


def read(text: str) -> Written:
    """Return the agent that a text means, such as `greedy:noise=2`, or the name of a level.

    Raises:
        AgentError: there is no such agent, or a parameter is unknown, is given twice, or has an invalid value.
    """
    kind, colon, rest = text.strip().partition(":")
    if kind in LEVELS:
        if colon:
            raise _unknown_parameter(kind, rest.partition("=")[0], {})
        return dataclasses.replace(read(LEVELS[kind]), name=kind)
    if kind not in KINDS:
        raise AgentError('unknown agent "{text}"', meant(kind, (*KINDS, *LEVELS)), clipped(kind))
    values: dict[str, ParameterValue] = {name: parameter.default for name, parameter in KINDS[kind].parameters.items()}
    if KINDS[kind].takes_command:
        match = re.match(r"([a-z]+=[^,:]*(?:,[a-z]+=[^,:]*)*):", rest)  # as in `time=2,log=FILE:COMMAND`
        rest, command = (match[1], rest[match.end() :].strip()) if match else ("", rest.strip())
        if not command:
            raise AgentError("{agent}: no command is given", "{agent}:COMMAND or {agent}:time=2:COMMAND", kind)
        values["command"], colon = command, rest
    return Written(text.strip(), kind, values | (_parameter_values(kind, rest) if colon else {}))


def _parameter_values(kind: str, text: str) -> dict[str, ParameterValue]:
    """Return the values of parameters written as `time=2,cores=4`; raise `AgentError` as `read` does."""
    parameters, values = KINDS[kind].parameters, dict[str, ParameterValue]()
    for part in text.split(","):
        name, equals, value = (word.strip() for word in part.partition("="))
        if name not in parameters:
            raise _unknown_parameter(kind, name, parameters)
        if name in values:
            raise AgentError("{agent}: the parameter {name} is given twice", "only once", kind, name)
        try:
            values[name] = parameters[name].read(value)
        except (KeyError, ValueError):
            wrong = Message("the parameter {name} has no value", name=name)
            if equals:
                wrong = Message('invalid value "{text}" for {name}', name=name, text=clipped(value))
            raise AgentError("{agent}: {wrong}", "{name}={right}", kind, wrong, name, parameters[name].right) from None
    return values


def _unknown_parameter(kind: str, name: str, parameters: Mapping[str, Parameter]) -> AgentError:
    """Return the error for a parameter that an agent doesn't have."""
    right = meant(name, parameters) if parameters else Hint("this agent has no parameters")
    return AgentError('{agent}: unknown parameter "{text}"', right, kind, clipped(name))


@checked
def agent(text: str, seed: int) -> Agent:
    """Return the agent that a text means, with this random seed; raise `AgentError` as `read` does."""
    return read(text).build(seed)
