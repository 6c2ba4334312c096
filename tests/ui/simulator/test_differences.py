"""What a kept run is told apart by."""

from advisor.scenario import Speculative
from advisor.ui.simulator.differences import _scenario


def test_drafts_are_told_by_how_many_there_are(qapp, seed_scenario):
    drafted = seed_scenario.with_(settings__speculative=Speculative(num_speculative_tokens=3))
    assert _scenario(drafted, seed_scenario) == ["Drafted tokens (MTP) 3"]
    assert _scenario(seed_scenario, drafted) == ["Drafted tokens (MTP) off"]
