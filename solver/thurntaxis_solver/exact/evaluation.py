r"""The estimated value of a position in which a turn has ended and the game goes on.

Three formulas, fitted to games between simple players; their coefficients are in
`evaluation_weights.toml`. All are from the view of the player whose turn has just ended. With $u$ the share of
the game that is still to come, from 1 to 0 (`thurntaxis_solver.exact.features.steps_left`), and $e$ = 1 once the end
has been triggered, else 0:

**Score.** The expected final score of a player is the current score plus

$$\sum_k (a_k + b_k u)\, f_k + \sum_j c_j\, g_j,$$

where the $f_k$ are features of what stays with the player and the $g_j$ those of route and hand. Which cards are in
hand counts, but not how many. The hands of others don't count at all: an answer must not depend on what the player
can't see. With $e$ = 1, the expected final score of a player without a further turn is the current one; a player with a
last turn has separate coefficients.

**Margin.** With $d$ the player's expected score less the highest of the others', the expected final margin is
$m = x \cdot \mu$ with $x = (c;\; u;\; (1 - e) d;\; e d)$, where $c$ has one place for each number of players (2, 3, 4)
while the game goes on, and one for each after the end has been triggered. The latter are $c_e$.

**Chance of winning.** With $t = 1 - u$,

$$p = \frac{1}{1 + \exp(-x \cdot \beta)}, \qquad x = (c;\; (1 - e)(m,\; m t,\; m t^2);\; m c_e).$$

**Intervals.** That of the chance of winning is the 95 % confidence interval of the fitted response, by the delta
method: $x \cdot \beta \pm 1.96 \sqrt{x' \Sigma x}$ with $\Sigma$ the covariance of the fit. It says how closely the
games played pin down the formula; it does not say that the formula is right, nor that people play like these players.
Those of margin and score are prediction intervals: mean ± 1.96 residual standard deviations of the fit, the range in
which the outcome lies in 95 of 100 games between such players.

In games with modules, the value of their components is added to the expected scores: figures that are chosen, not
fitted (`thurntaxis_solver.exact.module_value`).

Nothing here looks at display, deck or discards. All figures are whole numbers, always rounded in the same way, and the
exponential is that of `decimal`: every machine gets the same values.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from thurntaxis import Player, Position
from thurntaxis.modules.offices.office_tiles import chips_left
from thurntaxis_solver.exact.evaluation_weights import (
    Response,
    Weights,
    fitted_weights,
    quarter,
    response,
    sum_of_products,
)
from thurntaxis_solver.exact.features import (
    LASTING,
    STEPS,
    WHOLE,
    Hands,
    hands_on,
    lasting_features,
    route_features,
    steps_left,
)
from thurntaxis_solver.exact.module_value import Term, terms
from thurntaxis_solver.exact.value import SCALE, Rational, TurnValue

CENTS = SCALE // 100
"""Chances of winning are computed once for each hundredth of a point of the margin."""


def has_last_turn(position: Position, at: int) -> bool:
    """Return whether a player still has a turn, in a position in which the end has been triggered."""
    count = len(position.players)
    return (at - position.start) % count >= (position.turn.player - position.start) % count


class ExpectedScores(NamedTuple):
    """What decides the value of a game that goes on, except the hand of the player whose turn has ended.

    `own` is the player's expected score without the hand, `others` the highest expected score of the others, `steps`
    the number of steps left (`steps_left`).
    """

    own: int
    others: int
    steps: int


class Ended(NamedTuple):
    """The end of a turn of a player: the expected scores, or the value if the game is over."""

    player: Player
    reached: ExpectedScores | TurnValue

    @property
    def kind(self) -> tuple[int, ...]:
        """The number of steps left; empty if the game is over."""
        return (self.reached.steps,) if isinstance(self.reached, ExpectedScores) else ()

    @property
    def rank(self) -> tuple[Rational, ...]:
        """The sort key of ends of the same kind: the result, or how far the player is ahead."""
        return (self.reached.own - self.reached.others,) if isinstance(self.reached, ExpectedScores) else self.reached


@dataclass
class Evaluation:
    """The evaluation of the turns of one player in one game; what has been computed is kept.

    `positions` counts the values returned.
    """

    player: int
    hands: Hands
    players: int
    weights: Weights = field(default_factory=fitted_weights)
    positions: int = 0
    terms: tuple[Term, ...] = ()
    _city_of: dict[str, str] = field(init=False)
    _responses: list[Response] = field(init=False)
    _others: dict[Any, int] = field(default_factory=dict[Any, int])
    _points_of_hand: dict[Any, int] = field(default_factory=dict[Any, int])
    _chances: dict[tuple[int, int], tuple[int, int, int]] = field(default_factory=dict[Any, Any])

    def __post_init__(self) -> None:
        """Compute the responses at every point of the game."""
        self._city_of = self.hands.board.city_of
        self._responses = [response(self.weights, self.players, steps) for steps in range(STEPS + 1)]

    @classmethod
    def of(cls, position: Position, player: int | None = None) -> "Evaluation":
        """Return the evaluation for a player, by default the one on turn."""
        at, rules = position.turn.player if player is None else player, position.rules
        return cls(at, hands_on(rules.board), len(position.players), terms=terms(rules))

    def evaluate(self, position: Position) -> TurnValue:
        """Return the value of a position in which a turn of the player has just ended."""
        return self.value(self.ended(position), position.players[self.player].hand)

    # ---- the table

    def ended(self, position: Position) -> Ended:
        """Return what decides the value of the end of a turn, without looking at the player's hand."""
        player = position.players[self.player]
        if position.is_over:
            return Ended(player, self._final(position))
        steps, left = steps_left(position), position.stacks()
        lasting = lasting_features(position, player, left)
        own = _points(lasting) + self._module_value(position, player, steps)
        if steps:
            own += _lasting(self.weights.own, lasting, steps)
            own += _sum(self.weights.own_route, route_features(position, player, left))
        elif self.terms and has_last_turn(position, self.player):  # a round interrupts somebody else's turn
            own += _sum(self.weights.last_turn, lasting + route_features(position, player, left))
        return Ended(player, ExpectedScores(own, self._highest_other(position, left, steps), steps))

    def _final(self, position: Position) -> TurnValue:
        """Return the result of a game that is over."""
        scores = position.scores()
        own = scores[self.player]
        best = max(score for at, score in enumerate(scores) if at != self.player)
        win = SCALE if position.winner() == self.player else 0
        return TurnValue(win, SCALE * (own - best), SCALE * own, win, win, 0, 0)

    def _highest_other(self, position: Position, left: Mapping[str, tuple[int, ...]], steps: int) -> int:
        """Return the highest expected score of the other players; they stay the same while the player is on turn."""
        others = [at for at in range(self.players) if at != self.player]
        table = (position.turn.player, steps, chips_left(position), tuple(left.values()))
        key = (*table, *(position.players[at] for at in others))
        if key not in self._others:
            self._others[key] = max(self._expected(position, at, left, steps) for at in others)
        return self._others[key]

    def _expected(self, position: Position, at: int, left: Mapping[str, tuple[int, ...]], steps: int) -> int:
        player = position.players[at]
        lasting, route = lasting_features(position, player, left), route_features(position, player, left)
        points = _points(lasting) + self._module_value(position, player, steps)
        if steps:
            weights = self.weights
            return points + _lasting(weights.others, lasting, steps) + _sum(weights.others_route, route)
        if has_last_turn(position, at):
            return points + _sum(self.weights.last_turn, lasting + route)
        return points

    def _module_value(self, position: Position, player: Player, steps: int) -> int:
        """Return the value of what a player has of the modules."""
        return sum(term(position, player, steps) for term in self.terms)

    # ---- the hand, and all together

    def value(self, ended: Ended, hand: tuple[str, ...]) -> TurnValue:
        """Return the value of the end of a turn with these cards in the player's hand."""
        self.positions += 1
        return self._value_with(ended, self._hand_points(hand, ended.player.route, ended.player.houses))

    def bound(self, ended: Ended, hand: tuple[str, ...]) -> tuple[Rational, Rational]:
        """Return bounds on win and margin: what they would be with the houses that suit the hand best.

        Of ends of a turn of the same `kind`, the one with the higher `rank` has the higher bound.
        """
        route = ended.player.route
        cities = tuple([self._city_of.get(card, card) for card in hand])
        most = max(self._hand_points(hand, route, ()), self._hand_points(hand, route, cities))
        value = self._value_with(ended, most)
        return value.win, value.margin

    def _value_with(self, ended: Ended, hand_points: int) -> TurnValue:
        """Return the value of the end of a turn with a hand that adds this much to the expected score."""
        if isinstance(ended.reached, TurnValue):
            return ended.reached
        own, others, steps = ended.reached
        if steps:
            own += hand_points
        margin = self._responses[steps].margin(own - others)
        win, low, high = self._chance(steps, (margin + CENTS // 2) // CENTS)
        at = quarter(steps)
        return TurnValue(win, margin, own, low, high, self.weights.margin_doubts[at], self.weights.score_doubts[at])

    def _hand_points(self, hand: tuple[str, ...], route: tuple[str, ...], houses: tuple[str, ...]) -> int:
        """Return what a hand adds to the expected score, in millionths."""
        key = (hand, route, self.hands.fresh(hand, houses, route))
        points = self._points_of_hand.get(key)
        if points is None:
            points = _sum(self.weights.own_hand, self.hands.features(hand, route, houses))
            self._points_of_hand[key] = points
        return points

    def _chance(self, steps: int, cents: int) -> tuple[int, int, int]:
        """Return the chance of winning with an expected margin in hundredths of a point, and its bounds."""
        key = (steps, cents)
        if key not in self._chances:
            self._chances[key] = self._responses[steps].chance(cents * CENTS)
        return self._chances[key]


def _points(lasting: Sequence[int]) -> int:
    return lasting[LASTING.index("points")] * (SCALE // WHOLE)


def _lasting(weights: Sequence[tuple[int, int]], features: Sequence[int], steps: int) -> int:
    """Return the sum of (a + b u) f, in millionths."""
    return sum((a + b * steps // STEPS) * f for (a, b), f in zip(weights, features, strict=True)) // WHOLE


def _sum(weights: Sequence[int], features: Sequence[int]) -> int:
    """Return the sum of c g, in millionths."""
    return sum_of_products(weights, features) // WHOLE
