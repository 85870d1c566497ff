"""Proof Key for Code Exchange (RFC 7636), with S256."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets

_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
_VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")


def new_verifier() -> str:
    """A verifier from 32 random bytes."""
    return secrets.token_urlsafe(32)


def challenge_of(verifier: str) -> str:
    """The S256 challenge of a verifier."""
    digest = hashlib.sha256(verifier.encode("ascii")).digest()
    return base64.urlsafe_b64encode(digest).decode("ascii").rstrip("=")


def is_challenge(text: str) -> bool:
    """Whether the text has the form of an S256 challenge."""
    return _CHALLENGE.fullmatch(text) is not None


def fits(verifier: str, challenge: str) -> bool:
    """Whether the verifier is valid and its challenge is this one."""
    if _VERIFIER.fullmatch(verifier) is None:
        return False
    return hmac.compare_digest(challenge_of(verifier), challenge)
