"""Challenge tokens: the remaining steps of a login."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple

from support.clock import Clock

from .errors import refusal
from .tokens import InvalidToken, Signer
from .users import User

SESSION_START = "session-start"
EMAIL_LINK = "oauth-email-link"


@dataclass
class Challenge:
    """A challenge. Its token tells a client only how to continue."""

    user: User
    code_challenge: str
    grant_mode: str
    used: bool = False
    expired: bool = False


class Challenges:
    """The challenges of one server, by the `jti` of their tokens."""

    def __init__(self, signer: Signer, clock: Clock, seconds: float) -> None:
        self._signer = signer
        self._clock = clock
        self._seconds = seconds
        self._challenges: Dict[str, Challenge] = {}

    def issue(self, challenge: Challenge) -> str:
        """A token for a new challenge."""
        metadata = {"oauth_email": challenge.user.email}
        token = self._signer.sign(self._seconds, grant_mode=challenge.grant_mode, metadata=metadata)
        self._challenges[self._signer.claims_of(token)["jti"]] = challenge
        return token

    def open(self, token: Optional[str], grant_mode: str) -> Challenge:
        """The challenge of a token that is valid for the grant mode. Raises `Refused`."""
        if token is None:
            raise refusal("missing_challenge_token", "There is no challenge_token.")
        claims, challenge = self._find(token)
        if challenge.expired or claims["exp"] <= self._clock.now():
            raise refusal("expired_challenge_token", "The login took too long.")
        if challenge.used:
            raise refusal("token_reused", "The challenge token was redeemed before.")
        if challenge.grant_mode != grant_mode:
            raise refusal("step_not_completed", "It is another step's turn.")
        return challenge

    def expire(self, token: str) -> None:
        """Makes a challenge expire. Raises `Refused` if there is none."""
        self._find(token)[1].expired = True

    def _find(self, token: str) -> Tuple[Dict[str, Any], Challenge]:
        try:
            claims = self._signer.claims_of(token)
        except InvalidToken:
            claims = {}
        challenge = self._challenges.get(claims.get("jti", ""))
        if challenge is None:
            raise refusal("invalid_challenge_token", "The challenge token is not one of ours.")
        return claims, challenge
