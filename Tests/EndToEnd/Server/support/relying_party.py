"""A relying party of Web Authentication, whose passkeys py_webauthn verifies."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict, Generic, Optional, Tuple, TypeVar

import webauthn
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

_REFUSED = (KeyError, TypeError, ValueError, WebAuthnException)
Owner = TypeVar("Owner")


@dataclass
class Passkey:
    """A user's passkey. The user ID is the handle that the server chose for the user."""

    id: bytes
    public_key: bytes
    user_id: bytes
    count: int


class RelyingParty(Generic[Owner]):
    """The passkeys of a domain, and who owns them."""

    def __init__(self, domain: str) -> None:
        self._domain = domain
        self._origin = f"https://{domain}"
        self._passkeys: Dict[bytes, Passkey] = {}
        self._owners: Dict[bytes, Owner] = {}

    def request(self) -> Tuple[bytes, Dict[str, Any]]:
        """A challenge for any passkey, and its options."""
        options = webauthn.generate_authentication_options(
            rp_id=self._domain, user_verification=UserVerificationRequirement.PREFERRED
        )
        return options.challenge, _json(options)

    def creation(self, user_id: bytes, name: str) -> Tuple[bytes, Dict[str, Any]]:
        """A challenge for a new passkey, and its options."""
        options = webauthn.generate_registration_options(
            rp_id=self._domain,
            rp_name=self._domain,
            user_name=name,
            user_id=user_id,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
        )
        return options.challenge, _json(options)

    def created(self, answer: Any, challenge: bytes, user_id: bytes) -> Optional[Passkey]:
        """The new passkey, if the answer is one to the challenge."""
        try:
            verified = webauthn.verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=self._domain,
                expected_origin=self._origin,
            )
        except _REFUSED:
            return None
        key = verified.credential_public_key
        return Passkey(verified.credential_id, key, user_id, verified.sign_count)

    def add(self, passkey: Passkey, owner: Owner) -> None:
        """Gives a passkey to its owner."""
        self._passkeys[passkey.id] = passkey
        self._owners[passkey.id] = owner

    def owner(self, answer: Any, challenge: bytes) -> Optional[Owner]:
        """The owner of the passkey that has signed the challenge."""
        try:
            passkey = self._passkeys[webauthn.base64url_to_bytes(answer["rawId"])]
            handle = webauthn.base64url_to_bytes(answer["response"]["userHandle"])
            verified = webauthn.verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=self._domain,
                expected_origin=self._origin,
                credential_public_key=passkey.public_key,
                credential_current_sign_count=passkey.count,
            )
        except _REFUSED:
            return None
        if handle != passkey.user_id:
            return None
        passkey.count = verified.new_sign_count
        return self._owners[passkey.id]


def _json(options: Any) -> Dict[str, Any]:
    return dict(json.loads(webauthn.options_to_json(options)))
