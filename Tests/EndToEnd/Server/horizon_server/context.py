"""The resolvers' view of a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional

from graphql import GraphQLError

from .customers import Customer
from .world import World

# The prefix of a valid captcha response.
_SOLVED = "captcha-solved"

_SITE_KEYS = {"V2_VISIBLE": "site-key-visible", "V2_INVISIBLE": "site-key-invisible"}


@dataclass(frozen=True)
class Context:
    """One request to a world. Its headers have lower-case names."""

    world: World
    headers: Mapping[str, str]

    @property
    def session(self) -> Optional[str]:
        """The token of the request, whether or not its session is active."""
        scheme, _, token = self.headers.get("authorization", "").partition(" ")
        return token if scheme == "Opaque" else None

    @property
    def customer(self) -> Optional[Customer]:
        """The customer of the request's session."""
        return self.world.sessions.get(self.session or "")

    def secrets(self) -> List[str]:
        """The secrets in the headers."""
        authorization = self.headers.get("authorization", "")
        captcha = self.headers.get("x-captcha-response", "")
        return [authorization, authorization.partition(" ")[2], captcha]

    def count_call(self, bucket: str) -> None:
        """Counts a call. Raises `GraphQLError` if none is left, except with a captcha."""
        limits = self.world.script.rate_limit
        if bucket not in limits or self._solved_captcha():
            return
        if limits[bucket] == 0:
            raise GraphQLError(
                "Too many calls.", extensions={"rateLimited": True, **_firing(bucket)}
            )
        limits[bucket] -= 1

    def firing_limiters(self) -> List[Dict[str, Any]]:
        """The exhausted buckets, with the captchas that lift their limits."""
        limits = self.world.script.rate_limit
        return [_firing(bucket) for bucket in sorted(limits) if limits[bucket] == 0]

    def _solved_captcha(self) -> bool:
        response = self.headers.get("x-captcha-response", "")
        return self.headers.get("x-captcha-type") in _SITE_KEYS and response.startswith(_SOLVED)


def captchas() -> List[Dict[str, str]]:
    """The captchas that lift a rate limit."""
    return [{"type": kind, "siteKey": key} for kind, key in _SITE_KEYS.items()]


def _firing(bucket: str) -> Dict[str, Any]:
    return {"rateLimitingBucket": bucket, "captchaBypassAvailable": captchas()}
