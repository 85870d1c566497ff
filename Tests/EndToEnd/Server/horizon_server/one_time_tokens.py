"""Tokens that are sent by email and can be used once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Optional


@dataclass
class OneTimeToken:
    """A token, its purpose (`SOCIAL_LINK` or `PASSWORD_RESET`), and its subject.

    The state is a `PasswordResetTokenState`.
    """

    value: str
    purpose: str
    subject: Any
    state: str = "VALID"


class OneTimeTokens:
    """The tokens of one world. A new token makes the earlier ones for the same subject expire."""

    def __init__(self) -> None:
        self._tokens: Dict[str, OneTimeToken] = {}

    def add(self, value: str, purpose: str, subject: Any) -> None:
        """Adds a valid token, which replaces earlier ones for the same purpose and subject."""
        for token in self._tokens.values():
            same = token.purpose == purpose and token.subject is subject
            if same and token.state == "VALID":
                token.state = "EXPIRED"
        self._tokens[value] = OneTimeToken(value, purpose, subject)

    def find(self, value: str, purpose: str) -> Optional[OneTimeToken]:
        """The token with this value and purpose, in any state."""
        token = self._tokens.get(value)
        return token if token is not None and token.purpose == purpose else None


def authentication_error(token: Optional[OneTimeToken]) -> Optional[str]:
    """The `AuthenticationError` of an invalid token, or None for a valid one."""
    if token is None:
        return "INVALID_TOKEN"
    return {"VALID": None, "EXPIRED": "EXPIRED_TOKEN"}.get(token.state, "ALREADY_USED_TOKEN")
