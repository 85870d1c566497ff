"""The method `passkey` of Kratos, whose answers py_webauthn verifies.

Follows `selfservice/strategy/passkey` of https://github.com/ory/kratos, and its API reference:
https://www.ory.com/docs/kratos/reference/api#tag/frontend/operation/updateLoginFlow
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from typing import Any, Dict, Optional

import webauthn
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from support.site import member

from .flows import Flow
from .identities import Identity


@dataclass
class Passkey:
    """A passkey of an identity."""

    id: bytes
    public_key: bytes
    user_id: bytes
    count: int


class Passkeys:
    """The passkeys of one server, whose relying party is a domain."""

    def __init__(self, relying_party: str) -> None:
        self._relying_party = relying_party
        self._origin = f"https://{relying_party}"
        self._passkeys: Dict[bytes, Passkey] = {}
        self._owners: Dict[bytes, Identity] = {}

    def offer(self, flow: Flow) -> None:
        """Adds the options to a flow."""
        if flow.kind == "login":
            options = webauthn.generate_authentication_options(
                rp_id=self._relying_party,
                user_verification=UserVerificationRequirement.PREFERRED,
            )
            flow.challenge = options.challenge
            flow.passkey_options = json.dumps({"publicKey": _json(options)})
            return
        flow.passkey_user = secrets.token_bytes(32)
        created = webauthn.generate_registration_options(
            rp_id=self._relying_party,
            rp_name="Shop",
            user_name="unused",
            user_id=flow.passkey_user,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
        )
        flow.challenge = created.challenge
        public_key = _json(created)
        # The app sets the names, from the field of the display name.
        public_key["user"].update(name="", displayName="")
        flow.passkey_options = json.dumps(
            {
                "credentialOptions": {"publicKey": public_key},
                "displayNameFieldName": "traits.email",
                "displayNameFieldNames": ["traits.email"],
            }
        )

    def user(self, flow: Flow, submission: Dict[str, Any]) -> Optional[Identity]:
        """The identity of a passkey that has signed the flow's challenge."""
        try:
            answer = json.loads(member(submission, "passkey_login") or "{}")
            passkey = self._passkeys[webauthn.base64url_to_bytes(answer["rawId"])]
            handle = webauthn.base64url_to_bytes(answer["response"]["userHandle"])
            verified = webauthn.verify_authentication_response(
                credential=answer,
                expected_challenge=flow.challenge or b"",
                expected_rp_id=self._relying_party,
                expected_origin=self._origin,
                credential_public_key=passkey.public_key,
                credential_current_sign_count=passkey.count,
            )
        except (KeyError, TypeError, ValueError, WebAuthnException):
            return None
        # Kratos finds the identity by the user handle.
        if handle != passkey.user_id:
            return None
        passkey.count = verified.new_sign_count
        flow.challenge = None
        return self._owners[passkey.id]

    def created(self, flow: Flow, submission: Dict[str, Any]) -> Optional[Passkey]:
        """The new passkey for the flow's challenge."""
        try:
            verified = webauthn.verify_registration_response(
                credential=json.loads(member(submission, "passkey_register") or "{}"),
                expected_challenge=flow.challenge or b"",
                expected_rp_id=self._relying_party,
                expected_origin=self._origin,
            )
        except (KeyError, TypeError, ValueError, WebAuthnException):
            return None
        return Passkey(
            verified.credential_id,
            verified.credential_public_key,
            flow.passkey_user,
            verified.sign_count,
        )

    def add(self, passkey: Passkey, identity: Identity) -> None:
        """Gives a passkey to its identity."""
        self._passkeys[passkey.id] = passkey
        self._owners[passkey.id] = identity


def _json(options: Any) -> Any:
    return json.loads(webauthn.options_to_json(options))
