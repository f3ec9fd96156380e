"""Kinds of input that are no position or game, each with what it is."""

import json

from support.paths import EXAMPLES

LINE = "TT1 - - 1d 1 BaBuKeLiLoUl - - - / UlKe / 4"
MIDGAME = (EXAMPLES / "midgame.toml").read_text(encoding="utf-8")
RECORD = json.loads((EXAMPLES / "game-tie.json").read_text(encoding="utf-8"))

BAD_INPUTS = {
    "nothing": "",
    "prose": "Anna has five cards, and Ben is on turn.",
    "another version of the line": LINE.replace("TT1", "TT2"),
    "a line without players": "TT1 - - 1d 1",
    "an unknown code": LINE.replace("UlKe", "UlXx"),
    "an unknown board in a line": LINE.replace("TT1 -", "TT1 mars", 1),
    "a phase that there is not": LINE.replace("1d", "1z"),
    "too many copies of a card": LINE.replace("UlKe", "UlUlUlUl"),
    "an event that is not legal": f"{LINE} moves e",
    "an event that is none": f"{LINE} moves jump",
    "JSON that ends too early": '{"thurntaxis": 1, "players": [{}, {}',
    "JSON that is a list": "[1, 2, 3]",
    "TOML with a fault": "players = [1, 2",
    "an unknown key": '{"players": [{}, {}], "colour": "red"}',
    "a key of the wrong kind": '{"players": 3}',
    "one player": '{"players": [{}]}',
    "a city that there is not": MIDGAME.replace('"Ulm", "Augsburg", "Ingolstadt"', '"Ulmen", "Augsburg", "Ingolstadt"'),
    "a route without a road": MIDGAME.replace('"Ulm", "Augsburg", "Ingolstadt"', '"Lodz", "Augsburg", "Ingolstadt"'),
    "an unknown edition": MIDGAME.replace("en-yucata", "xx-nobody"),
    "a tile that is held twice": MIDGAME.replace('"route-5 1"', '"route-5 2"'),
    "a record with an illegal event": json.dumps({**RECORD, "events": ["end", *RECORD["events"]]}),
    "values of the wrong kind": '{"players": [{"hand": true}, {"name": 3}], "start": "x"}',
    "an option that is none": '{"players": [{}, {}], "rules": {"options": {"carrier-restart": "x"}}}',
    "a position without players": '{"thurntaxis": 1}',
    "a card that there is not": '{"players": [{}, {}], "display": ["Ulmen"]}',
    "an unknown module": '{"players": [{}, {}], "rules": {"modules": ["xx"]}}',
    "a page of the web": "<!doctype html><html><body>Hello</body></html>",
    "signs of another file": "\x00\x01\x02PK\x03\x04",
}
"""Texts by what is wrong with them."""
