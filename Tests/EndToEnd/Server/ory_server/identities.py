"""Identities and their sessions, and their JSON."""

from __future__ import annotations

import secrets
import uuid
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Tuple

from support.clock import timestamp
from support.provider import Claims

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
class Session:
    """A session."""

    identity: Identity
    provider: str
    issued_at: float
    expires_at: float
    active: bool = True
    # Whether the identity has a second factor that this session lacks.
    needs_second_factor: bool = False
    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    token: str = field(default_factory=lambda: f"ory_st_{secrets.token_urlsafe(24)}")

    def is_active(self, now: float) -> bool:
        """Whether the session can be used."""
        return self.active and now < self.expires_at

    def json(self, origin: str, now: float) -> JSONObject:
        """The session, with its identity and without its token."""
        issued = timestamp(self.issued_at)
        method = {
            "method": "oidc",
            "aal": "aal1",
            "completed_at": issued,
            "provider": self.provider,
        }
        return {
            "id": self.id,
            "active": self.is_active(now),
            "issued_at": issued,
            "expires_at": timestamp(self.expires_at),
            "authenticated_at": issued,
            "authenticator_assurance_level": "aal1",
            "authentication_methods": [method],
            "devices": [],
            "identity": self.identity.json(origin),
        }


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

    def add(self, provider: str, claims: Claims, email: str, now: float) -> Identity:
        """Creates an identity."""
        traits: JSONObject = {"email": email}
        if claims.name is not None:
            traits["name"] = claims.name
        identity = Identity(traits, email, claims.email_verified, now, [(provider, claims.subject)])
        self._identities.append(identity)
        return identity

    def open_session(self, identity: Identity, provider: str, now: float) -> Session:
        """Logs an identity in."""
        session = Session(identity, provider, now, now + self._session_seconds)
        self._sessions[session.token] = session
        return session

    def session(self, token: Optional[str]) -> Optional[Session]:
        """The session with the token, whether or not it is active."""
        return self._sessions.get(token or "")
