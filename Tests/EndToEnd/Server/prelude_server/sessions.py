"""Sessions. Their refresh tokens are bound to a key and change with each use."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any, Dict, Optional

from starlette.responses import JSONResponse, Response

from support.clock import Clock, timestamp

from .errors import refusal
from .tokens import Signer
from .users import User


@dataclass
class Session:
    """A session. Without a key, it is unbound."""

    user: User
    key: Optional[str]
    refresh_token: str = ""
    expires_at: float = 0
    ended: bool = False


class Sessions:
    """The sessions of one server, by all refresh tokens they ever had."""

    def __init__(
        self, signer: Signer, clock: Clock, access_seconds: float, refresh_seconds: float
    ) -> None:
        self._signer = signer
        self._clock = clock
        self._access_seconds = access_seconds
        self._refresh_seconds = refresh_seconds
        self._sessions: Dict[str, Session] = {}

    def start(self, user: User, key: Optional[str]) -> Response:
        """The tokens of a new session."""
        return self._tokens(Session(user, key))

    def refresh(self, token: Optional[str], key: Optional[str]) -> Response:
        """New tokens for the current refresh token. Raises `Refused`."""
        return self._tokens(self._find(token, key))

    def end(self, token: Optional[str], key: Optional[str]) -> None:
        """Ends the session. Raises `Refused`."""
        self._find(token, key).ended = True

    def end_all_of(self, email: str) -> None:
        """Ends the sessions of the user with the address, as an administrator can."""
        for session in self._sessions.values():
            session.ended = session.ended or session.user.email == email

    def _find(self, token: Optional[str], key: Optional[str]) -> Session:
        session = self._sessions.get(token or "")
        if session is None or session.ended or session.expires_at <= self._clock.now():
            raise refusal("unauthorized", "The refresh token is not valid.")
        if session.key != key:
            raise refusal("dpop_key_mismatch", "The proof is not by the key of the session.")
        if session.refresh_token != token:
            raise refusal("token_reused", "The refresh token was used before.")
        return session

    def _tokens(self, session: Session) -> Response:
        now = int(self._clock.now())
        session.refresh_token = f"rt_{secrets.token_urlsafe(32)}"
        session.expires_at = now + self._refresh_seconds
        self._sessions[session.refresh_token] = session
        binding: Dict[str, Any] = {} if session.key is None else {"cnf": {"jkt": session.key}}
        body = {
            "access_token": self._signer.sign(
                self._access_seconds, sub=session.user.id, email=session.user.email, **binding
            ),
            "expires_at": timestamp(now + int(self._access_seconds)),
        }
        headers = {
            "X-Refresh-Token": session.refresh_token,
            "X-Refresh-Token-Expires-At": timestamp(session.expires_at),
        }
        return JSONResponse(body, headers=headers)
