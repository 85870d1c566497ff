"""The second factors of identities: codes of authenticator apps (RFC 6238), and recovery codes."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Dict, Optional

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor import InvalidToken
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from . import messages
from .messages import Message

_SECONDS = 30
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def _new_recovery_codes() -> Dict[str, bool]:
    """Codes in Kratos's form, and whether they have been used."""
    return {"".join(secrets.choice(_LETTERS) for _ in range(8)): False for _ in range(12)}


@dataclass
class SecondFactors:
    """What a user has set up in the settings, which this server does not have."""

    totp_key: bytes = field(default_factory=lambda: secrets.token_bytes(20))
    recovery_codes: Dict[str, bool] = field(default_factory=_new_recovery_codes)

    def totp_code(self, now: float) -> str:
        """The code that the user's app shows."""
        return self._totp().generate(now).decode()

    def reason_against_totp(self, code: Optional[str], now: float) -> Optional[Message]:
        """Why a code is refused. Like Kratos, accepts the codes just before and after."""
        for skew in (0, -_SECONDS, _SECONDS):
            try:
                self._totp().verify((code or "").encode(), now + skew)
                return None
            except InvalidToken:
                continue
        return messages.wrong_totp_code()

    def reason_against_recovery_code(self, code: Optional[str]) -> Optional[Message]:
        """Why a recovery code is refused. A valid one is used up."""
        used = self.recovery_codes.get(code or "")
        if used is None:
            return messages.invalid_recovery_code()
        if used:
            return messages.used_recovery_code()
        self.recovery_codes[code or ""] = True
        return None

    def _totp(self) -> TOTP:
        return TOTP(self.totp_key, 6, SHA1(), _SECONDS)
