"""The fields of the form in which a position is set up, in a language."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from thurntaxis import EDITIONS, MODULES, UNKNOWN
from thurntaxis.boards import COMPLETE
from thurntaxis.holdings import PlayerHolding, TableHolding
from thurntaxis.officials import helping_in
from thurntaxis.options import options_of
from thurntaxis.rules import RuleSet
from thurntaxis_presentation.describe import stack_title
from thurntaxis_presentation.errors import fault_in_words, one_line
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.rulebook_answers import reading_in_words
from thurntaxis_presentation.sentences import capitalized, warnings_in_words
from thurntaxis_presentation.set_up.draft import (
    CLOSED,
    DRAWN,
    STAGES,
    Draft,
    checked,
    field_of,
    first_to_act,
    has_rounds,
    is_round,
    limited,
    mover_of,
    rules_of,
    several_help,
    stage_of,
    used_in,
    usual_reveals,
    value_of,
)

MOST_PIECES = 99
"""The highest number that a field for pieces takes."""

Choice = tuple[Any, str]
"""A value and its words."""

NOTHING: Choice = (None, "–")

_REWARDS = {None: "return", "draw": "return-draw", "house": "return-house"}
"""What the first to act in a round of returning tiles may do next, by the reward, with the words for it."""


@dataclass(frozen=True)
class Field:
    """A field of the form.

    `key` names the part of the draft that it is about, `kind` how it is filled in:

    `text`
    :   a name.

    `cities`, `cards`, `route`
    :   cities, or cards, with the `cards` of each city if they have names of their own. `unknown` cards have words.

    `tiles`
    :   bonus tiles from `stacks`.

    `choice`, `select`, `several`, `copies`
    :   one of the `choices`, or several, or several copies of each.

    `count`, `number`
    :   a number from `low` to `high`; a `number` may be left out.

    At `most` so many entries are taken. `value` is what the field holds if the draft doesn't say so, and `also` the
    values of other fields that a change of this one sets. `how` says how an answer is typed, `hint` what the number is
    good for, and `file` what a file is called that may be chosen instead.
    """

    key: str
    kind: str
    label: str
    choices: Sequence[Choice] | None = None
    cards: Mapping[str, tuple[str, ...]] | None = None
    unknown: Sequence[tuple[str, str]] | None = None
    stacks: Sequence[Mapping[str, Any]] | None = None
    most: int | None = None
    low: int | None = None
    high: int | None = None
    value: Any = None
    hint: str | None = None
    how: str | None = None
    also: Mapping[str, Any] | None = None
    file: str | None = None

    def data(self) -> dict[str, Any]:
        """Return the field for JSON, without what it doesn't have."""
        return {name: value for name, value in vars(self).items() if value is not None}


def form(draft: Draft, lang: Language) -> dict[str, Any]:
    """Return the form for a draft: its fields in sections, and the faults and warnings.

    A section has a `title` and `fields`; a fault or warning the `key` that it is about, and the key of its `field`.
    A field that holds nothing yet gets no warning, except for a `tile` that is missing.
    """
    position, faults = checked(draft)
    try:
        rules: RuleSet | None = rules_of(draft)
    except ValueError:
        rules = None
    sections = [_section(lang.text("rules", "set-up"), rules_fields(draft, lang))]
    if rules is not None:
        fields = Fields(rules, draft, lang)
        sections = [
            *(_section(fields.name(at), fields.player(at)) for at in range(len(draft["players"]))),
            _section(lang.text("table", "set-up"), fields.table()),
            _section(lang.text("turn", "set-up"), _of_one_turn(fields.turn(), draft)),
            *sections,
        ]
    keys = [field["key"] for section in sections for field in section["fields"]]
    warnings = _placed([] if position is None or faults else warnings_in_words(position, lang), keys)
    return {
        "sections": sections,
        "faults": _placed(({"key": field_of(fault), "text": fault_in_words(fault, lang)} for fault in faults), keys),
        "warnings": [one for one in warnings if "tile" in one or one["field"] is None or value_of(draft, one["field"])],
    }


def _placed(remarks: Iterable[Mapping[str, Any]], keys: Sequence[str]) -> list[dict[str, Any]]:
    """Return faults or warnings, each with the field that has what it is about, or else with a part of that."""
    placed: list[dict[str, Any]] = []
    for remark in remarks:
        about = remark["key"]
        fields = [*(key for key in keys if _is_in(about, key)), *(key for key in keys if _is_in(key, about))]
        placed.append({**remark, "field": next(iter(fields), None)})
    return placed


def _is_in(key: str, whole: str) -> bool:
    """Return whether a key of a draft is another one, or that of an entry in it."""
    return key == whole or key.startswith((f"{whole}[", f"{whole}."))


def _of_one_turn(fields: Iterable[Field], draft: Draft) -> list[Field]:
    """Return the fields of a turn; as long as its stage follows from other keys, one that changes sets all of them."""
    of_turn = list(fields)
    if "stage" in draft.get("turn", {}):
        return of_turn
    derived = {one.key: one.value for one in of_turn if one.key.startswith("turn.") and one.value is not None}
    return [replace(one, also=derived) if one.key.startswith("turn.") else one for one in of_turn]


def _section(title: str, fields: Iterable[Field]) -> dict[str, Any]:
    return {"title": title, "fields": [field.data() for field in fields]}


# ---- the rules


def boards(lang: Language) -> list[Choice]:
    """Return the boards that come with the project, with their words."""
    return [(name, lang.label(f"board-{name}", "table")) for name in COMPLETE]


def named(things: Iterable[str], lang: Language) -> list[Choice]:
    """Return editions or modules with their names."""
    return [(thing, lang.form(thing)) for thing in things]


def rules_fields(draft: Draft, lang: Language) -> Iterator[Field]:
    """Yield the fields about the rules of a game."""
    board = draft.get("board", "south")
    known = dict(boards(lang))
    known.setdefault(board, board)
    choices = list(known.items())
    title = lang.label("set-up-board", "table")
    file = lang.label("set-up-board-file", "table")
    yield Field("board", "select", title, choices=choices, how=lang.text("board-how", "set-up"), file=file)
    yield Field("rules.modules", "several", lang.label("modules", "table"), choices=named(MODULES, lang))
    yield Field("rules.edition", "select", lang.label("edition", "table"), choices=named(EDITIONS, lang))
    for option, values in options_of(draft["rules"].get("modules", ())).items():
        readings: list[Choice] = [(None, lang.text("as-edition", "set-up"))]
        readings += [(value, capitalized(reading_in_words(option, value, lang))) for value in values]
        yield Field(f"rules.options.{option}", "select", lang.label(f"option-{option}", "table"), choices=readings)


class Fields:
    """The fields of a draft under some rules.

    They are yielded one by one, so that later ones can depend on what has been filled in by then.
    """

    def __init__(self, rules: RuleSet, draft: Draft, lang: Language) -> None:
        self.rules, self.draft, self.lang = rules, draft, lang
        self.board = rules.board
        self.cards = self.board.cards_of if self.board.cards_are_numbered else None

    def name(self, at: int) -> str:
        """Return what to call a player; those of the same name are numbered."""
        names = [player.get("name") for player in self.draft["players"]]
        name = names[at] or f"player {at + 1}"
        if names[at] and names.count(names[at]) > 1:
            name = f"{name} {at + 1}"
        return one_line(self.lang.player_form(name, "short"))

    def _words(self, name: str) -> str:
        return self.lang.text(name, "set-up")

    # ---- players

    def player(self, at: int) -> Iterator[Field]:
        """Yield the fields of a player."""
        key = f"players[{at}]"
        yield Field(f"{key}.houses", "cities", self._words("houses"))
        yield Field(f"{key}.route", "route", self._words("route"), cards=self.cards, how=self._words("route-how"))
        unknown = [(card, self._unknown(card)) for card in self.rules.parts.unknown_cards]
        how = self._words("hand-how")
        yield Field(f"{key}.hand", "cards", self._words("hand"), cards=self.cards, unknown=unknown, how=how)
        if self.rules.parts.carriages:
            numbers = [NOTHING, *((number, str(number)) for number, _ in self.board.carriages)]
            yield Field(f"{key}.carriage", "choice", self._words("carriage"), choices=numbers)
        yield Field(f"{key}.tiles", "tiles", self._words("tiles"), stacks=list(self._stacks(at)))
        for holding in self.rules.parts.player_holdings:
            yield self._holding(f"{key}.{holding.key}", holding)
        yield Field(f"{key}.name", "text", self._words("name"))

    def _unknown(self, card: str) -> str:
        """Return what to call an unknown card, with the number on its back if that is known."""
        back = card.removeprefix(UNKNOWN).removeprefix("/")
        return self.lang.shown("unknown") + (self.lang.bracketed(back) if back else "")

    def _stacks(self, at: int) -> Iterator[dict[str, Any]]:
        """Yield each stack with its tiles, and who else has them: the name, or nothing."""
        others: dict[str, list[str]] = {}
        for other, player in enumerate(self.draft["players"]):
            for tile in player.get("tiles", ()) if other != at else ():
                others.setdefault(tile, []).append(self.name(other))
        for stack in self.board.stacks:
            tiles = [(f"{stack.name} {value}", value) for value in stack.values]
            yield {
                "label": stack_title(self.board, stack.name, self.lang),
                "tiles": [
                    {"tile": tile, "value": value, "taken": others[tile].pop() if others.get(tile) else None}
                    for tile, value in tiles
                ],
            }

    def _holding(self, key: str, holding: PlayerHolding) -> Field:
        """Return the field for what a module gives to a player."""
        title = self.lang.label(holding.key)
        if holding.kind == "cards":
            return Field(key, "cards", title, cards=self.cards)
        if holding.kind == "officials":
            return Field(key, "copies", title, choices=self._officials())
        return Field(key, "count", title, low=0, high=MOST_PIECES)

    def _officials(self) -> list[Choice]:
        return [(name, self.lang.term(name)) for name in self.rules.officials]

    # ---- the table

    def table(self) -> Iterator[Field]:
        """Yield the fields of what lies on the table; what follows from the rest is not asked."""
        yield Field("display", "cards", self._words("display"), cards=self.cards, most=self.board.display)
        left = max(len(self.board.cards) - sum(1 for _ in self._shown()), 0)
        yield Field("deck", "number", self._words("deck"), low=0, high=left, hint=self._words("deck-how"))
        unknown = [(UNKNOWN, self.lang.shown("unknown"))]
        yield Field("discard", "cards", self._words("discard"), cards=self.cards, unknown=unknown)
        yield from filter(None, map(self._piece, self.rules.parts.table_holdings))

    def _shown(self) -> Iterator[str]:
        """Yield every card that lies neither in the deck nor among the discards."""
        yield from self.draft.get("display", ())
        for player in self.draft["players"]:
            for key in ("route", "horses", "hand"):
                yield from player.get(key, ())

    def _piece(self, holding: TableHolding) -> Field | None:
        """Return the field for what a module puts on the table, unless it follows from the rest."""
        title = self.lang.label(holding.key.replace("_", "-"))
        if holding.kind == "holder":
            return Field(holding.key, "choice", title, choices=[NOTHING, *self._players()])
        if holding.key == "deck_back" and self.board.horseshoes:
            numbers = sorted(set(self.board.horseshoes.values()))
            return Field(holding.key, "choice", title, choices=[NOTHING, *((each, str(each)) for each in numbers)])
        return None

    def _players(self) -> list[Choice]:
        return [(at, self.name(at)) for at in range(len(self.draft["players"]))]

    # ---- the turn

    def turn(self) -> Iterator[Field]:
        """Yield the fields of the turn; what follows from stage and officials is not asked."""
        if stage_of(self.draft) != "final":
            yield Field("turn.player", "choice", self._words("player"), choices=self._players())
        yield self._stage()
        stage = stage_of(self.draft)
        if stage in DRAWN:
            most = None if several_help(self.rules) else 1
            title, used = self._words("official"), used_in(self.draft)
            yield Field("turn.used", "several", title, choices=self._officials(), value=used, most=most)
        if stage in CLOSED and not self.draft["players"][mover_of(self.draft)].get("route"):
            low, high = self.board.shortest_route, len(self.board.cities)
            yield Field("turn.closed", "count", self._words("closed"), low=low, high=high)
        if stage in CLOSED:
            yield from self._usable(mover_of(self.draft))
        if has_rounds(self.rules) and (first_to_act(self.draft) is not None or stage not in ("begin", "keep", "over")):
            yield from self._round()
        free = self.board.display - len(self.draft.get("display", ()))
        if (stage in ("administrator", "drawn") or is_round(self.draft, self.rules)) and free > 0:
            due = self.draft["turn"].get("reveals", usual_reveals(self.draft, self.rules))
            yield Field("turn.reveals", "count", self._words("reveals"), low=0, high=free, value=due)
        yield Field("start", "choice", self._words("start"), choices=self._players())

    def _stage(self) -> Field:
        stages = [
            (stage, capitalized(self._words(f"stage-{stage}")))
            for stage in STAGES
            if (stage != "carriage" or self.rules.parts.carriages)
            and (stage != "administrator" or stage in helping_in("draw"))
            and (stage != "final" or has_rounds(self.rules))
        ]
        return Field("turn.stage", "select", self._words("stage"), choices=stages, value=stage_of(self.draft))

    def _usable(self, at: int) -> Iterator[Field]:
        """Yield the fields for how many pieces a player can use in this turn, where a part of them is new."""
        player = self.draft["players"][at]
        for holding in limited(self.rules):
            key = f"{holding.key}_usable"
            value = player.get(key, player.get(holding.key, 0))
            title = self.lang.label(key.replace("_", "-"))
            yield Field(f"players[{at}].{key}", "count", title, low=0, high=MOST_PIECES, value=value)

    def _round(self) -> Iterator[Field]:
        """Yield the fields of a round of returning tiles."""
        players = [NOTHING, *self._players()]
        first = first_to_act(self.draft)
        yield Field("returning.order[0]", "choice", self._words("round"), choices=players, value=first)
        if first_to_act(self.draft) is not None:
            rewards = [(reward, self._words(name)) for reward, name in _REWARDS.items()]
            yield Field("returning.reward", "choice", self._words("round-next"), choices=rewards)
