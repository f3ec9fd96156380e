"""The example of training learns."""

import pytest
import train_reinforce

pytestmark = pytest.mark.slow


@pytest.mark.nightly
def test_it_learns_to_beat_the_uniform_player(capsys: pytest.CaptureFixture[str]) -> None:
    """The same games are played wherever it runs, but for rounding in matrix products."""
    weights = train_reinforce.train(batches=30)
    assert capsys.readouterr().out.count("\n") == 30
    assert train_reinforce.share_won(weights * 0) < 0.6
    assert train_reinforce.share_won(weights) > 0.9
