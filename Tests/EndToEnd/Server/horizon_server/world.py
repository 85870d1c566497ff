"""The state of one site: its customers, sessions, pending logins and the test's script."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Set

from support.ledger import Ledger

from .customers import Customer, SocialLink, default_providers, initial_customers, initial_links
from .forms import FormField
from .one_time_tokens import OneTimeTokens
from .script import InvalidScript, Script, changed


@dataclass
class SocialAttempt:
    """A social login that has started and is not complete."""

    provider_code: str
    account: str
    email: Optional[str]
    full_name: Optional[str]
    fields: List[FormField]
    answers: Dict[str, Any] = field(default_factory=dict)
    link: Optional[SocialLink] = None


class World:
    """One `{site}/{subsite}`. Worlds share only the ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self.script = Script(providers=default_providers())
        self.customers = initial_customers()
        self.links = initial_links(self.customers)
        self.sessions: Dict[str, Customer] = {}
        self.attempts: Dict[str, SocialAttempt] = {}
        self.used_provider_tokens: Set[str] = set()
        self.one_time_tokens = OneTimeTokens()
        self.account_linking_tokens: Set[str] = set()
        self.persisted_queries: Dict[str, str] = {}
        self.requests: List[Dict[str, Any]] = []
        self.emails: List[Dict[str, str]] = []
        # What waits for the approval of a link.
        self.watchers: List[asyncio.Queue[SocialLink]] = []
        self._ledger = ledger
        self._next_id = 2001

    def follow(self, orders: Any) -> None:
        """Applies a test's script. Raises `InvalidScript`, and then changes nothing."""
        if not isinstance(orders, dict):
            raise InvalidScript("A script is a JSON object.")
        changes = dict(orders)
        end_sessions = changes.pop("endSessions", False)
        self.script = changed(self.script, changes)
        if end_sessions is True:
            self.sessions.clear()

    def mint(self, kind: str) -> str:
        """A new secret, with a prefix that names its kind, for debugging."""
        value = f"{kind}-{secrets.token_hex(16)}"
        self._ledger.record([value])
        return value

    def customer_with_email(self, email: str) -> Optional[Customer]:
        """The customer with the email address. Case does not matter."""
        same = (one for one in self.customers if one.email.lower() == email.strip().lower())
        return next(same, None)

    def add_customer(self, email: str, full_name: Optional[str], **details: Any) -> Customer:
        """Creates an account."""
        customer = Customer(self._new_id(), email.strip(), full_name, **details)
        self.customers.append(customer)
        return customer

    def approved_link(self, provider_code: str, account: str) -> Optional[SocialLink]:
        """The link through which an account at a provider logs in."""
        links = self._links_of(provider_code, account)
        return next((link for link in links if link.status == "LINKED"), None)

    def link_with_id(self, social_link_id: str, customer: Customer) -> Optional[SocialLink]:
        """The customer's link with the identifier. Other customers' links are not found."""
        own = (link for link in self.links if link.customer is customer)
        return next((link for link in own if link.social_link_id == social_link_id), None)

    def add_link(self, attempt: SocialAttempt, customer: Customer) -> SocialLink:
        """The pending link between a provider's account and a customer, created if needed."""
        for link in self._links_of(attempt.provider_code, attempt.account):
            if link.customer is customer:
                return link
        link = SocialLink(
            f"link-{self._new_id()}",
            attempt.provider_code,
            attempt.account,
            attempt.email or attempt.account,
            "PENDING",
            customer,
        )
        self.links.append(link)
        return link

    def approve(self, link: SocialLink) -> None:
        """Lets an account log in through a link, and ends its other links."""
        for other in self._links_of(link.provider_code, link.account):
            if other is not link:
                self.links.remove(other)
        link.status = "LINKED"
        for watcher in self.watchers:
            watcher.put_nowait(link)

    def open_session(self, customer: Customer) -> str:
        """Logs a customer in and returns the session's token."""
        token = self.mint("session")
        self.sessions[token] = customer
        return token

    def send_email(self, customer: Customer, purpose: str, subject: Any) -> None:
        """Adds an email with a new one-time token to the outbox."""
        value = self.mint("verification" if purpose == "SOCIAL_LINK" else "reset")
        self.one_time_tokens.add(value, purpose, subject)
        self.emails.append({"to": customer.email, "verificationToken": value, "purpose": purpose})

    def _links_of(self, provider_code: str, account: str) -> List[SocialLink]:
        key = (provider_code, account)
        return [link for link in self.links if (link.provider_code, link.account) == key]

    def _new_id(self) -> str:
        self._next_id += 1
        return str(self._next_id - 1)
