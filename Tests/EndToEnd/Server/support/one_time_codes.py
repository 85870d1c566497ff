"""The codes of the users' authenticator app (RFC 6238)."""

from __future__ import annotations

import time

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

# The key in the app.
KEY = "0123456789abcdef"


def code() -> str:
    """The code that the app shows now."""
    totp = TOTP(KEY.encode(), 6, SHA1(), 30)  # noqa: S303
    return totp.generate(time.time()).decode()
