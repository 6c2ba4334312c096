"""Task -> machine -> recommendation, with the live result always in view."""

from advisor.ui.wizard.view import WizardView

__all__ = ["WizardView"]
