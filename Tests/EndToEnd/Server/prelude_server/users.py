"""Users, and the reasons to reject some of them."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import Dict, Optional, Tuple

from support.provider import Claims

# An address that belongs to a user who logs in without a provider.
_TAKEN = "taken@example.com"


class EmailInUse(Exception):
    """Another user has the address."""


@dataclass
class User:
    """A user. The address decides the outcome: `blocked…@…` and `suspended…@…` are rejected."""

    email: Optional[str]
    id: str = field(default_factory=lambda: f"usr_{uuid.uuid4().hex}")

    @property
    def refused_with(self) -> Optional[str]:
        """The error of the user's logins, if there is one."""
        name = self.email or ""
        if name.startswith("blocked"):
            return "auth_blocked"
        return "suspended_account" if name.startswith("suspended") else None


class Users:
    """All users, by their accounts at providers."""

    def __init__(self) -> None:
        self._by_account: Dict[Tuple[str, str], User] = {("password", _TAKEN): User(_TAKEN)}

    def find_or_add(self, provider: str, claims: Claims) -> User:
        """The user with the account, created if needed. Raises `EmailInUse`."""
        account = (provider, claims.subject)
        if account in self._by_account:
            return self._by_account[account]
        others = (user.email for user in self._by_account.values() if user.email is not None)
        if claims.email is not None and claims.email.lower() in map(str.lower, others):
            raise EmailInUse
        self._by_account[account] = User(claims.email)
        return self._by_account[account]
