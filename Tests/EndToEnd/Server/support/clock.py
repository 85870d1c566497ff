"""The time of a server."""

from __future__ import annotations

import time
from datetime import datetime, timezone
from email.utils import formatdate


class Clock:
    """The machine's clock, with an offset in seconds."""

    def __init__(self, seconds_ahead: float = 0) -> None:
        self._seconds_ahead = seconds_ahead

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time() + self._seconds_ahead

    def advance(self, seconds: float) -> None:
        """Moves the clock forward."""
        self._seconds_ahead += seconds

    def http_date(self) -> str:
        """The current time in the form of the header `Date`."""
        return formatdate(self.now(), usegmt=True)


def timestamp(seconds: float) -> str:
    """A point in time in JSON's form, such as `2026-01-31T12:00:00Z`."""
    moment = datetime.fromtimestamp(seconds, timezone.utc)
    return moment.isoformat().replace("+00:00", "Z")
