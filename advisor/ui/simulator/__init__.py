"""The simulator."""

from advisor.ui.simulator.view import SimulatorView

__all__ = ["SimulatorView"]
