"""The one exception for a question that cannot be answered."""


class CannotAnswer(Exception):
    """A question that cannot be answered: `why` says what is wrong, `mend` what to do about it.

    The command line prints it on one line and exits with 2; the window shows it beside the field named by `field`.
    """

    def __init__(self, why: str, mend: str = "", field: str | None = None) -> None:
        super().__init__(f"{why} {mend}".strip())
        self.why = why
        self.mend = mend
        self.field = field
