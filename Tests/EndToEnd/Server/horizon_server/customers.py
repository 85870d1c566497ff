"""Customers, their links to social login providers, and the initial data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional


@dataclass
class Customer:
    """A person with an account."""

    id: str
    email: str
    full_name: Optional[str]
    password: Optional[str] = None
    phone_number: Optional[str] = None
    locked: bool = False
    takes_part_in_loyalty: bool = False
    marketing: Dict[str, bool] = field(default_factory=dict)


@dataclass
class SocialLink:
    """A link between a customer and one account at a provider."""

    social_link_id: str
    provider_code: str
    account: str
    username: str
    status: str
    customer: Customer


def initial_customers() -> List[Customer]:
    """The initial customers of every world."""
    return [
        Customer("1001", "ada@example.com", "Ada Lovelace", "correct horse", "+441234567890"),
        Customer("1002", "existing@example.com", "Existing Customer", "battery staple"),
        Customer("1003", "bare@example.com", "Bare Customer", "battery staple"),
        Customer("1004", "locked@example.com", "Locked Customer", "battery staple", locked=True),
    ]


def initial_links(customers: List[Customer]) -> List[SocialLink]:
    """The initial links of every world: Ada's, to the three default providers."""
    ada = customers[0]
    return [
        SocialLink(
            f"link-{provider['code']}-ada", provider["code"], "ada", ada.email, "LINKED", ada
        )
        for provider in default_providers()
    ]


def default_providers() -> List[Dict[str, Any]]:
    """The providers of a world, unless a script changes them."""
    return [
        _provider("google", "Google", "#4285F4", "123456789.apps.googleusercontent.com"),
        _provider("facebook", "Facebook", "#1877F2", "987654321"),
        _provider("apple", "Apple", "#000000", "com.example.shop"),
    ]


def _provider(code: str, name: str, colour: str, client_id: str) -> Dict[str, Any]:
    return {
        "code": code,
        "name": f"Continue with {name}",
        "colour": colour,
        "iconUrl": f"https://example.com/{code}-icon.svg",
        "loginUrl": f"/socialLogin/{code}",
        "clientId": client_id,
    }
