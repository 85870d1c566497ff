"""Turns data about a user, of a provider or of a registration by code, into an identity and a session.

As in Kratos, the login of an unknown user becomes a registration, and the registration of a known
one becomes a login.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from support.provider import Claims

from . import messages
from .flows import Flow, Flows
from .identities import Identity, Method, People, Session


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

    def complete(
        self,
        flow: Flow,
        provider: str,
        claims: Claims,
        now: float,
        session: Optional[Session] = None,
    ) -> SignIn:
        """Logs the user in, or creates an identity for a new user. A session is the one to confirm."""
        identity = self._people.with_account(provider, claims.subject)
        kind = "registration" if identity is None else "login"
        if flow.kind != kind:
            flow = self._flows.continue_as(flow, kind, now)
        flow.active = "oidc"
        method = Method("oidc", "aal1", now, provider)
        if identity is None:
            return self.register(flow, method, claims, now)
        flow.session = self._people.log_in(identity, method, session, now)
        return SignIn(flow, identity, flow.session)

    def register(self, flow: Flow, method: Method, claims: Claims, now: float) -> SignIn:
        """Creates an identity for a new user."""
        if claims.email is None:
            flow.missing_trait = "email"
            return SignIn(flow)
        if self._people.with_email(claims.email) is not None:
            flow.messages = [messages.exists_already()]
            return SignIn(flow)
        identity = self._people.add(method.provider, claims, claims.email, now)
        if self._session_after_registration:
            flow.session = self._people.log_in(identity, method, None, now)
        return SignIn(flow, identity, flow.session, is_new=True)
