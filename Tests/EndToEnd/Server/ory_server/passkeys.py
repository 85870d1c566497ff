"""The method `passkey` of Kratos.

Follows `selfservice/strategy/passkey` of https://github.com/ory/kratos, and its API reference:
https://www.ory.com/docs/kratos/reference/api#tag/frontend/operation/updateLoginFlow
"""

from __future__ import annotations

import json
import secrets
from typing import Any, Dict, Optional

from support.relying_party import Passkey, RelyingParty
from support.secret_values import json_or_none
from support.site import member

from .flows import Flow
from .identities import Identity


class Passkeys:
    """The passkeys of one server, whose relying party is a domain."""

    def __init__(self, domain: str) -> None:
        self._party: RelyingParty[Identity] = RelyingParty(domain)

    def offer(self, flow: Flow) -> None:
        """Adds the options to a flow."""
        if flow.kind == "login":
            flow.challenge, options = self._party.request()
            flow.passkey_options = json.dumps({"publicKey": options})
            return
        flow.passkey_user = secrets.token_bytes(32)
        flow.challenge, options = self._party.creation(flow.passkey_user, "unused")
        # The app sets the names, from the field of the display name.
        options["user"].update(name="", displayName="")
        flow.passkey_options = json.dumps(
            {
                "credentialOptions": {"publicKey": options},
                "displayNameFieldName": "traits.email",
                "displayNameFieldNames": ["traits.email"],
            }
        )

    def user(self, flow: Flow, submission: Dict[str, Any]) -> Optional[Identity]:
        """The identity of a passkey that has signed the flow's challenge."""
        # Kratos finds the identity by the user handle.
        answer = _answer(submission, "passkey_login")
        identity = self._party.owner(answer, flow.challenge or b"")
        if identity is not None:
            flow.challenge = None
        return identity

    def created(self, flow: Flow, submission: Dict[str, Any]) -> Optional[Passkey]:
        """The new passkey for the flow's challenge."""
        answer = _answer(submission, "passkey_register")
        return self._party.created(answer, flow.challenge or b"", flow.passkey_user)

    def add(self, passkey: Passkey, identity: Identity) -> None:
        """Gives a passkey to its identity."""
        self._party.add(passkey, identity)


def _answer(submission: Dict[str, Any], name: str) -> Any:
    """The answer, or an object without members for another text."""
    answer = json_or_none((member(submission, name) or "").encode())
    return answer if isinstance(answer, dict) else {}
