"""The passkeys of a user's device, in the JSON of Web Authentication."""

from __future__ import annotations

from typing import Any, Dict

# From base64 to base64url, and back.
_URL = str.maketrans("+/", "-_")
_STANDARD = str.maketrans("-_", "+/")


def create(http: Any, options: Any) -> Dict[str, Any]:
    """The answer of a new passkey, which the server under test keeps for its device."""
    parts = _device(
        http,
        relying_party=options["rp"]["id"],
        challenge=_padded(options["challenge"]),
        user_id=_padded(options["user"]["id"]),
    )
    return _answer(parts, clientDataJSON="client_data", attestationObject="attestation")


def sign(http: Any, options: Any, id: str) -> Dict[str, Any]:
    """The answer of a known passkey."""
    parts = _device(
        http,
        relying_party=options["rpId"],
        challenge=_padded(options["challenge"]),
        allowed=[_padded(id)],
    )
    return _answer(
        parts,
        clientDataJSON="client_data",
        authenticatorData="authenticator_data",
        signature="signature",
        userHandle="user_id",
    )


def _device(http: Any, **order: Any) -> Dict[str, str]:
    response = http.post("/__test__/passkeys", json=order)
    assert response.status_code == 200, response.text
    parts = response.json().items()
    return {name: part.translate(_URL).rstrip("=") for name, part in parts}


def _answer(parts: Dict[str, str], **members: str) -> Dict[str, Any]:
    response = {name: parts[part] for name, part in members.items()}
    id = parts["credential_id"]
    return {"id": id, "rawId": id, "type": "public-key", "response": response}


def _padded(text: str) -> str:
    """base64 of base64url without padding."""
    return text.translate(_STANDARD) + "=" * (-len(text) % 4)
