"""Every control moves every figure."""

from advisor.ui.calculator.view import CalculatorView

__all__ = ["CalculatorView"]
