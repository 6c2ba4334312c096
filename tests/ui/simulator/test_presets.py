"""The loads to begin with."""

from dataclasses import replace

import pytest

from advisor.scenario import Hardware, Scenario, Settings, Workload
from advisor.ui.simulator import presets
from advisor.whatif.traffic import Traffic


@pytest.mark.parametrize("preset", presets.PRESETS, ids=lambda p: p.key)
def test_a_taken_preset_is_recognised(qapp, preset):
    busy_team = Scenario(model="qwen2.5-14b-instruct", quantization="awq", engine="vllm", hardware=Hardware(device="RTX 4090"),
                         settings=Settings(context=4096), workload=Workload(concurrency=8, prompt_tokens=1024, output_tokens=128))
    scenario = busy_team.with_(**preset.changes(slots=False))
    assert presets.current(scenario, replace(Traffic(), **preset.traffic)) == preset.key
    assert presets.current(scenario.with_(workload__concurrency=9), replace(Traffic(), **preset.traffic)) == ""
