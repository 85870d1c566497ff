"""What the five systems have in common."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Optional, Sequence

from ariadne import SchemaBindable

from .account import Tokens


@dataclass
class Call:
    """One request, for its resolvers."""

    token: Optional[str]
    # The header fields to add to the response.
    headers: Dict[str, str] = field(default_factory=dict)


@dataclass
class Backend:
    """One system. Subclasses have its resolvers."""

    tokens: Tokens
    access_seconds: float
    refresh_seconds: float

    # The name of the schema's file.
    name = ""

    def bindables(self) -> Sequence[SchemaBindable]:
        """The resolvers."""
        raise NotImplementedError

    def refuse(self, call: Call) -> Optional[Any]:
        """The status and body of a response to a request with a token that is checked first."""
        return None
