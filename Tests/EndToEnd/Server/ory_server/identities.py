"""Identities and their sessions, and their JSON."""

from __future__ import annotations

import secrets
import uuid
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Tuple

from support.clock import timestamp
from support.provider import Claims

from .second_factors import SecondFactors

JSONObject = Dict[str, Any]


@dataclass
class Identity:
    """A user. The accounts at providers are pairs of a provider's name and a subject."""

    traits: JSONObject
    email: str
    email_verified: bool
    created_at: float
    accounts: List[Tuple[str, str]]
    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    address_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    second_factors: Optional[SecondFactors] = None

    def json(self, origin: str) -> JSONObject:
        """The identity without its credentials."""
        created = timestamp(self.created_at)
        times = {"created_at": created, "updated_at": created}
        address: JSONObject = {
            "id": self.address_id,
            "value": self.email,
            "verified": self.email_verified,
            "via": "email",
            "status": "completed" if self.email_verified else "pending",
            **times,
        }
        if self.email_verified:
            address["verified_at"] = created
        return {
            "id": self.id,
            "schema_id": "default",
            "schema_url": f"{origin}/schemas/ZGVmYXVsdA",
            "state": "active",
            "state_changed_at": created,
            "traits": self.traits,
            "verifiable_addresses": [address],
            **times,
        }


@dataclass
class Method:
    """A completed method of a session."""

    name: str
    aal: str
    completed_at: float
    provider: Optional[str] = None

    def json(self) -> JSONObject:
        """The method as Kratos writes it."""
        written: JSONObject = {
            "method": self.name,
            "aal": self.aal,
            "completed_at": timestamp(self.completed_at),
        }
        if self.provider is not None:
            written["provider"] = self.provider
        return written


@dataclass
class Session:
    """A session."""

    identity: Identity
    methods: List[Method]
    issued_at: float
    expires_at: float
    active: bool = True
    # Whether the project requires a second factor of this identity.
    requires_second_factor: bool = False
    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    token: str = field(default_factory=lambda: f"ory_st_{secrets.token_urlsafe(24)}")

    @property
    def aal(self) -> str:
        """The highest level of the methods."""
        return max(method.aal for method in self.methods)

    @property
    def needs_second_factor(self) -> bool:
        """Whether the session lacks a required second factor."""
        return self.requires_second_factor and self.aal < "aal2"

    def is_active(self, now: float) -> bool:
        """Whether the session can be used."""
        return self.active and now < self.expires_at

    def json(self, origin: str, now: float) -> JSONObject:
        """The session, with its identity and without its token."""
        issued = timestamp(self.issued_at)
        written = {
            "id": self.id,
            "active": self.is_active(now),
            "issued_at": issued,
            "expires_at": timestamp(self.expires_at),
            "authenticated_at": issued,
            "authenticator_assurance_level": self.aal,
            "authentication_methods": [method.json() for method in self.methods],
            "devices": [],
        }
        # `PostLoginHook` in selfservice/flow/login/hook.go of Kratos leaves it out.
        if not self.needs_second_factor:
            written["identity"] = self.identity.json(origin)
        return written


class People:
    """All identities and sessions."""

    def __init__(self, session_seconds: float) -> None:
        self._session_seconds = session_seconds
        self._identities: List[Identity] = []
        self._sessions: Dict[str, Session] = {}

    def with_account(self, provider: str, subject: str) -> Optional[Identity]:
        """The identity with this account at a provider."""
        account = (provider, subject)
        return next((one for one in self._identities if account in one.accounts), None)

    def with_email(self, email: str) -> Optional[Identity]:
        """The identity with this address. Case does not matter."""
        lower = email.lower()
        return next((one for one in self._identities if one.email.lower() == lower), None)

    def add(self, provider: Optional[str], claims: Claims, email: str, now: float) -> Identity:
        """Creates an identity, with or without an account at a provider."""
        traits: JSONObject = {"email": email}
        if claims.name is not None:
            traits["name"] = claims.name
        accounts = [] if provider is None else [(provider, claims.subject)]
        identity = Identity(traits, email, claims.email_verified, now, accounts)
        self._identities.append(identity)
        return identity

    def log_in(
        self, identity: Identity, method: Method, session: Optional[Session], now: float
    ) -> Session:
        """The session that a method has confirmed; a new one for another identity.

        Follows `updateLoginFlow` in selfservice/flow/login/handler.go of Kratos, and
        `ActivateSession` in session/manager_http.go.
        """
        if session is None or session.identity is not identity:
            session = Session(identity, [], now, now)
            # A session of the same identity that needs a second factor: the next ones do, too.
            session.requires_second_factor = any(
                other.requires_second_factor and other.identity is identity
                for other in self._sessions.values()
            )
            self._sessions[session.token] = session
        session.methods.append(method)
        session.issued_at, session.expires_at = now, now + self._session_seconds
        return session

    def session(self, token: Optional[str]) -> Optional[Session]:
        """The session with the token, whether or not it is active."""
        return self._sessions.get(token or "")
