"""One-time codes that are sent by email."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Dict, List, Optional

from support.ledger import Ledger

from .challenges import Challenge
from .errors import refusal

_MOST_CHECKS = 5
_MOST_EMAILS = 4
_SECONDS_TO_WAIT = 30


@dataclass
class Verification:
    """A sent code, with the numbers of attempts and emails."""

    challenge: Challenge
    code: str = ""
    checks: int = 0
    emails: int = 0


class OneTimeCodes:
    """The verifications of one server, by token, and the emails."""

    def __init__(self, ledger: Ledger) -> None:
        self.emails: List[Dict[str, Optional[str]]] = []
        self._ledger = ledger
        self._verifications: Dict[str, Verification] = {}

    def start(self, challenge: Challenge) -> str:
        """Sends a code and returns the verification's token, which replaces an earlier one."""
        for token, other in list(self._verifications.items()):
            if other.challenge is challenge:
                del self._verifications[token]
        verification = Verification(challenge)
        token = f"vt_{secrets.token_urlsafe(24)}"
        self._verifications[token] = verification
        self._send(verification)
        return token

    def send_again(self, token: Optional[str]) -> None:
        """Sends another code, which replaces the previous one. Raises `Refused`."""
        verification = self._find(token)
        if verification.emails >= _MOST_EMAILS:
            raise _rate_limited("Too many codes were sent.")
        self._send(verification)

    def check(self, token: Optional[str], code: Optional[str]) -> Challenge:
        """The challenge of the code, which is then used up. Raises `Refused`."""
        verification = self._find(token)
        if code is None:
            raise refusal("bad_request", "There is no code.")
        if verification.checks >= _MOST_CHECKS:
            raise _rate_limited("Too many codes were tried.")
        verification.checks += 1
        if not secrets.compare_digest(code.encode(), verification.code.encode()):
            raise refusal("bad_check_code", "The code is wrong.")
        self._verifications = {
            name: one for name, one in self._verifications.items() if one is not verification
        }
        return verification.challenge

    def _find(self, token: Optional[str]) -> Verification:
        verification = self._verifications.get(token or "")
        if verification is None or verification.challenge.expired:
            raise refusal("invalid_verification_token", "The verification token is not valid.")
        return verification

    def _send(self, verification: Verification) -> None:
        # Eight digits: tests search their output for the code, and six digits can occur by chance.
        verification.code = f"{secrets.randbelow(10**8):08}"
        verification.emails += 1
        self._ledger.record([verification.code])
        self.emails.append({"to": verification.challenge.user.email, "code": verification.code})


def _rate_limited(message: str) -> Exception:
    return refusal("rate_limited", message, {"Retry-After": str(_SECONDS_TO_WAIT)})
