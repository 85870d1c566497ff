"""Verifies signatures (JWS, RFC 7515; JWT, RFC 7519)."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Union

from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import Key, KeySet

from .secret_values import json_or_none


def claims_of(
    token: str, keys: Union[Key, KeySet], algorithms: List[str]
) -> Optional[Dict[str, Any]]:
    """The claims of a JWT signed by one of the keys, or None. The claims are not checked."""
    try:
        claims = json_or_none(jws.deserialize_compact(token, keys, algorithms).payload)
    except (JoseError, ValueError, KeyError, TypeError):
        return None
    return claims if isinstance(claims, dict) else None
