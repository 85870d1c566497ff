"""Turns a provider's data about a user into an identity and a session.

As in Kratos, the login of an unknown user becomes a registration, and the registration of a known
one becomes a login.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from support.provider import Claims

from . import messages
from .flows import Flow, Flows
from .identities import Identity, People, Session


@dataclass(frozen=True)
class SignIn:
    """The outcome. Without an identity, the flow has the reasons."""

    flow: Flow
    identity: Optional[Identity] = None
    session: Optional[Session] = None
    is_new: bool = False


class SigningIn:
    """Completes flows. If `session_after_registration` is off, new users must log in."""

    def __init__(self, flows: Flows, people: People, session_after_registration: bool) -> None:
        self._flows = flows
        self._people = people
        self._session_after_registration = session_after_registration

    def complete(self, flow: Flow, provider: str, claims: Claims, now: float) -> SignIn:
        """Logs the user in, or creates an identity for a new user."""
        identity = self._people.with_account(provider, claims.subject)
        kind = "registration" if identity is None else "login"
        if flow.kind != kind:
            flow = self._flows.continue_as(flow, kind, now)
        flow.active = "oidc"
        if identity is None:
            return self._register(flow, provider, claims, now)
        flow.session = self._people.open_session(identity, provider, now)
        return SignIn(flow, identity, flow.session)

    def _register(self, flow: Flow, provider: str, claims: Claims, now: float) -> SignIn:
        if claims.email is None:
            flow.missing_trait = "email"
            return SignIn(flow)
        if self._people.with_email(claims.email) is not None:
            flow.messages = [messages.exists_already()]
            return SignIn(flow)
        identity = self._people.add(provider, claims, claims.email, now)
        if self._session_after_registration:
            flow.session = self._people.open_session(identity, provider, now)
        return SignIn(flow, identity, flow.session, is_new=True)
