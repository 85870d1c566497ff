"""A user's device with passkeys: what the systems' APIs return to an app (Web Authentication, level 3)."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass
from typing import Any, Dict, List, Optional

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from .refused import Refused
from .site import Endpoint, read_json

# The flags of authenticator data: the user is present and verified, and there is a new key.
_PRESENT_AND_VERIFIED, _NEW_KEY = 0x05, 0x40


@dataclass
class _Passkey:
    relying_party: str
    user_id: bytes
    key: ec.EllipticCurvePrivateKey
    id: bytes
    count: int = 0


class Authenticator:
    """Passkeys with keys on P-256. All bytes come and go in base64."""

    def __init__(self) -> None:
        self._passkeys: List[_Passkey] = []

    @property
    def controls(self) -> List[Endpoint]:
        return [("POST", "/passkeys", self._use)]

    async def _use(self, request: Request) -> Response:
        """What the system's sheet would return."""
        order = await read_json(request)
        answer = self.answer(order) if order is not None else None
        if answer is None:
            raise Refused(JSONResponse({"error": "The device has no such passkey."}, 400))
        return JSONResponse(answer)

    def answer(self, order: Any) -> Optional[Dict[str, str]]:
        """Creates a passkey if the order has a `user_id`, and signs with one otherwise.

        The order also has `challenge`, `relying_party` and `allowed`, the identifiers of passkeys.
        """
        party = order["relying_party"]
        if "user_id" in order:
            return self._create(party, base64.b64decode(order["user_id"]), order["challenge"])
        allowed = [base64.b64decode(id) for id in order.get("allowed", [])]
        for passkey in self._passkeys:
            if passkey.relying_party == party and (not allowed or passkey.id in allowed):
                return self._sign(passkey, order["challenge"])
        return None

    def _create(self, party: str, user_id: bytes, challenge: str) -> Dict[str, str]:
        key = ec.generate_private_key(ec.SECP256R1())
        passkey = _Passkey(party, user_id, key, secrets.token_bytes(20))
        self._passkeys.append(passkey)
        numbers = key.public_key().public_numbers()
        # A COSE key (RFC 9053): EC2, ES256, P-256.
        public = {1: 2, 3: -7, -1: 1}
        public[-2], public[-3] = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        new = bytes(16) + len(passkey.id).to_bytes(2, "big") + passkey.id + cbor2.dumps(public)
        data = _data(passkey, _PRESENT_AND_VERIFIED | _NEW_KEY) + new
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return _in_base64(
            credential_id=passkey.id,
            client_data=_client_data("webauthn.create", party, challenge),
            attestation=attestation,
        )

    def _sign(self, passkey: _Passkey, challenge: str) -> Dict[str, str]:
        passkey.count += 1
        client_data = _client_data("webauthn.get", passkey.relying_party, challenge)
        data = _data(passkey, _PRESENT_AND_VERIFIED)
        signed = data + hashlib.sha256(client_data).digest()
        return _in_base64(
            credential_id=passkey.id,
            client_data=client_data,
            authenticator_data=data,
            signature=passkey.key.sign(signed, ec.ECDSA(SHA256())),
            user_id=passkey.user_id,
        )


def _data(passkey: _Passkey, flags: int) -> bytes:
    party = hashlib.sha256(passkey.relying_party.encode()).digest()
    return party + bytes([flags]) + passkey.count.to_bytes(4, "big")


def _client_data(kind: str, party: str, challenge: str) -> bytes:
    text = base64.urlsafe_b64encode(base64.b64decode(challenge)).decode().rstrip("=")
    return json.dumps({"type": kind, "challenge": text, "origin": f"https://{party}"}).encode()


def _in_base64(**parts: bytes) -> Dict[str, str]:
    return {name: base64.b64encode(part).decode() for name, part in parts.items()}
