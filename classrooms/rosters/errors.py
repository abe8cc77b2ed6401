"""Why a list cannot be read."""


class BadRoster(Exception):
    """A list that cannot be read; `code` says why, `detail` is a figure or a name for the sentence."""

    def __init__(self, code: str, detail: int | str = "") -> None:
        super().__init__(code, detail)
        self.code, self.detail = code, detail
