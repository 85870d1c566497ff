"""The method `code` of Kratos: codes that are sent by email.

Follows `selfservice/strategy/code` of https://github.com/ory/kratos, and its API reference:
https://www.ory.com/docs/kratos/reference/api#tag/frontend/operation/updateLoginFlow
https://www.ory.com/docs/kratos/reference/api#tag/frontend/operation/updateRegistrationFlow
"""

from __future__ import annotations

import re
import secrets
from typing import Any, Dict, NoReturn, Optional

from support.ledger import Ledger
from support.provider import Claims
from support.site import member

from . import messages
from .flows import Flow, SentCode
from .identities import Identity, People, Session

# A mail server that remembers the last code for each address.
Inbox = Dict[str, str]

_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_ATTEMPTS = 5


class CodeSent(Exception):
    """The flow waits for the code that was sent."""


class Wrong(Exception):
    """The submission is refused. The flow has the reasons."""


class SentCodes:
    """Sends codes, and completes the flows that they were sent for."""

    def __init__(self, people: People, ledger: Ledger) -> None:
        self._people = people
        self._ledger = ledger
        self.inbox: Inbox = {}

    def log_in(
        self, flow: Flow, submission: Dict[str, Any], session: Optional[Session]
    ) -> Identity:
        """The user, if the code is right. Raises `CodeSent` and `Wrong`."""
        address = member(submission, "address") or member(submission, "identifier")
        identifier = (address or "").lower()
        if flow.state == "choose_method" or member(submission, "resend") == "code":
            identity = self._identity(flow, identifier, session)
            self.send(flow, identifier, identity)
            raise CodeSent
        if flow.state != "sent_email":
            self._refuse(flow, messages.no_strategy("login"))
        sent = self._check(flow, member(submission, "code"), messages.wrong_login_code())
        assert sent.identity is not None
        return sent.identity

    def register(self, flow: Flow, submission: Dict[str, Any]) -> Claims:
        """The data of the new user, if the code is right. Raises `CodeSent` and `Wrong`."""
        claims = self._claims(flow, submission.get("traits"))
        if flow.state == "choose_method" or member(submission, "resend") == "code":
            self.send(flow, claims.email or "", None)
            raise CodeSent
        if flow.state != "sent_email" or flow.sent is None:
            self._refuse(flow, messages.no_strategy("registration"))
        elif flow.sent.identifier != claims.email:
            self._refuse(flow, messages.traits_mismatch())
        self._check(flow, member(submission, "code"), messages.wrong_registration_code())
        return claims

    def send(self, flow: Flow, identifier: str, identity: Optional[Identity]) -> None:
        """Sends a new code. The one before is no longer valid."""
        code = f"{secrets.randbelow(10**6):06}"
        self.inbox[identifier] = code
        self._ledger.record([code])
        flow.active, flow.state, flow.field_messages = "code", "sent_email", {}
        flow.sent = SentCode(code, identifier, identity)
        is_known = flow.refresh or flow.requested_aal == "aal2"
        flow.messages = [messages.code_sent(flow.kind, is_known)]

    def _identity(self, flow: Flow, identifier: str, session: Optional[Session]) -> Identity:
        if not identifier:
            flow.field_messages = {"identifier": [messages.missing("identifier")]}
            flow.messages = []
            raise Wrong
        identity = self._people.with_email(identifier)
        if identity is None or (session is not None and session.identity is not identity):
            self._refuse(flow, messages.no_code_user())
        return identity

    def _claims(self, flow: Flow, traits: Any) -> Claims:
        email, name = member(traits, "email"), member(traits, "name")
        flow.values = {"email": email, "name": name}
        problems = {}
        if email is None:
            problems["traits.email"] = [messages.missing("email")]
        elif not _ADDRESS.fullmatch(email):
            problems["traits.email"] = [messages.no_email_address()]
        if name is None:
            problems["traits.name"] = [messages.missing("name")]
        flow.field_messages = problems
        if problems:
            flow.messages = []
            raise Wrong
        return Claims("", email, True, name)

    def _check(self, flow: Flow, code: Optional[str], wrong: messages.Message) -> SentCode:
        sent = flow.sent
        assert sent is not None
        if code is None:
            flow.messages, flow.field_messages = [], {"code": [messages.missing("code")]}
            raise Wrong
        sent.attempts += 1
        if sent.attempts > _ATTEMPTS or code != sent.code:
            self._refuse(flow, wrong)
        flow.active, flow.state = "code", "passed_challenge"
        return sent

    def _refuse(self, flow: Flow, message: messages.Message) -> NoReturn:
        flow.messages, flow.field_messages = [message], {}
        raise Wrong
