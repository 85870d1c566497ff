"""A request that is rejected with an error."""

from __future__ import annotations

from starlette.responses import Response


class Refused(Exception):
    """Ends the handling of a request with the error's response."""

    def __init__(self, response: Response) -> None:
        super().__init__(response.status_code)
        self.response = response
