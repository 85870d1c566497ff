"""Checks proofs of possession (DPoP, RFC 9449), section 4.3."""

from __future__ import annotations

import base64
import hashlib
import secrets
from typing import Any, Dict, List, Optional, Set, Tuple
from urllib.parse import urlsplit

from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import ECKey

from .clock import Clock
from .secret_values import json_or_none

_NONCE_SECONDS = 300


class InvalidProof(Exception):
    """The proof is rejected. `code` is the error of RFC 9449, or that of a missing proof."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class ProofVerifier:
    """Checks the proofs that one server receives. No proof is accepted twice."""

    def __init__(self, clock: Clock, demands_nonce: bool = False, window: float = 60) -> None:
        self.demands_nonce = demands_nonce
        self._clock = clock
        self._window = window
        self._used: Set[str] = set()
        self._nonces: Dict[str, float] = {}

    def new_nonce(self) -> str:
        """A nonce that proofs can use from now on, for five minutes."""
        nonce = secrets.token_urlsafe(16)
        self._nonces[nonce] = self._clock.now()
        return nonce

    def forget_nonces(self) -> None:
        """Invalidates all nonces issued so far."""
        self._nonces.clear()

    def thumbprint(
        self, proofs: List[str], method: str, url: str, access_token: Optional[str] = None
    ) -> str:
        """The thumbprint (RFC 7638) of the key of a request's only proof.

        Raises `InvalidProof`.
        """
        if not proofs:
            raise InvalidProof("missing_dpop_proof", "There is no header DPoP.")
        if len(proofs) > 1:
            raise InvalidProof("invalid_dpop_proof", "There is more than one header DPoP.")
        key, claims = _open(proofs[0])
        self._check(claims, method, url)
        expected = None if access_token is None else _hash(access_token)
        if claims.get("ath") != expected:
            raise InvalidProof("invalid_dpop_proof", "ath is not that of the access token.")
        # Before the nonce check: the next proof, with a nonce, must be completely new.
        if claims["jti"] in self._used:
            raise InvalidProof("invalid_dpop_proof", "The proof was used before.")
        self._used.add(claims["jti"])
        if self.demands_nonce and not self._is_valid(claims.get("nonce")):
            raise InvalidProof("use_dpop_nonce", "The proof needs a nonce from this server.")
        return key.thumbprint()

    def _check(self, claims: Dict[str, Any], method: str, url: str) -> None:
        jti, issued = claims.get("jti"), claims.get("iat")
        if not isinstance(jti, str) or not jti:
            raise InvalidProof("invalid_dpop_proof", "jti is missing.")
        if claims.get("htm") != method:
            raise InvalidProof("invalid_dpop_proof", "htm is not the method.")
        if claims.get("htu") != _target(url):
            raise InvalidProof("invalid_dpop_proof", "htu is not the URL without its query.")
        if isinstance(issued, bool) or not isinstance(issued, (int, float)):
            raise InvalidProof("invalid_dpop_proof", "iat is missing.")
        if abs(self._clock.now() - issued) > self._window:
            raise InvalidProof("invalid_dpop_proof", "iat is too far from now.")

    def _is_valid(self, nonce: Any) -> bool:
        given = self._nonces.get(nonce) if isinstance(nonce, str) else None
        return given is not None and self._clock.now() - given <= _NONCE_SECONDS


def _open(proof: str) -> Tuple[ECKey, Dict[str, Any]]:
    """The proof's key and its claims, if the key has signed the claims."""
    try:
        header = jws.extract_compact(proof.encode("ascii")).headers()
        jwk = header.get("jwk")
        if header.get("typ") != "dpop+jwt":
            raise InvalidProof("invalid_dpop_proof", "typ is not dpop+jwt.")
        if not isinstance(jwk, dict) or "d" in jwk or jwk.get("crv") != "P-256":
            raise InvalidProof("invalid_dpop_proof", "jwk is no public key on P-256.")
        key = ECKey.import_key(jwk)
        claims = json_or_none(jws.deserialize_compact(proof, key, ["ES256"]).payload)
    except (JoseError, ValueError, KeyError, TypeError):
        raise InvalidProof("invalid_dpop_proof", "The proof is not signed by its key.") from None
    if not isinstance(claims, dict):
        raise InvalidProof("invalid_dpop_proof", "The proof has no claims.")
    return key, claims


def _target(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme.lower()}://{parts.netloc.lower()}{parts.path}"


def _hash(token: str) -> str:
    digest = hashlib.sha256(token.encode("utf-8")).digest()
    return base64.urlsafe_b64encode(digest).decode("ascii").rstrip("=")
