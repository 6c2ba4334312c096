"""A case as the step model sees it, and the typical figures that come of it: what speed fills and speed_why explains."""

from __future__ import annotations

from typing import NamedTuple

from advisor.calibration import Setup
from advisor.formula import speculative
from advisor.formula.step_time import HostPart, Rates, StepModel, Work


class Load(NamedTuple):
    """The workload as computed: people on one replica, how many of them run at once, lengths, chunk, cached prefix.

    `replicas` are those that somebody asks; `stages` devices hold the layers in a row; `lanes` batches are under way in them at once
    (1 where the engine sends one).
    """

    people: float
    running: float
    prompt: float
    output: float
    chunk: float
    cached: float
    replicas: int
    stages: float
    pipeline: float
    lanes: float


class Figures(NamedTuple):
    """Typical values: seconds of a prompt alone, tokens per second alone, seconds per token, to the first one, and all together."""

    prompt_s: float
    alone: float
    pace: float
    first: float
    together: float


class Prepared(NamedTuple):
    """A case ready for the step model, with what it was made from."""

    step: StepModel
    setup: Setup
    work: Work
    rates: Rates
    host: HostPart
    load: Load


class Round(NamedTuple):
    """A round in seconds beside a step without drafts: `tokens` proposals of `draft_s` each, the step that checks them, and what they
    cost besides."""

    tokens: float
    plain_s: float
    draft_s: float
    check_s: float
    beside_s: float

    @property
    def whole_s(self) -> float:
        return self.tokens * self.draft_s + self.check_s + self.beside_s

    def gain(self, rate: float) -> float:
        """How many times faster where a token is taken with that chance."""
        return float(speculative.tokens_per_round(rate, self.tokens)) * self.plain_s / self.whole_s
