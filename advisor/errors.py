"""The one exception for a question that cannot be answered."""

from advisor.words import say


class CannotAnswer(Exception):
    """A question that cannot be answered: `why` says what is wrong, `mend` what to do about it.

    The command line prints it on one line and exits with 2; the window shows it beside the field named by `field`.
    """

    def __init__(self, why: str, mend: str = "", field: str | None = None) -> None:
        super().__init__(f"{why} {mend}".strip())
        self.why = why
        self.mend = mend
        self.field = field

    @property
    def sentence(self) -> str:
        """Both in one, which the window can say in its own language (`str()` of the error is English for good)."""
        return say("{reason} {mend}", reason=self.why, mend=self.mend) if self.mend else self.why
