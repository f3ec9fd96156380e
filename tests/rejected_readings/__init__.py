"""The other reading of each dispute that no option decides: a small variation of the rules, so that it can be played.

`READINGS` has them by the name of the dispute: each turns a position into the same table under the other reading. What
it is in words stands in the record of the dispute (`other`). Most swap one condition, effect or award of the rule set
for another; what they leave alone is that of the rules.
"""

from rejected_readings import drawing, ending, letters, north, offices, placing, playing, taking
from rejected_readings.varying import READINGS, tried

__all__ = ["READINGS", "drawing", "ending", "letters", "north", "offices", "placing", "playing", "taking", "tried"]
