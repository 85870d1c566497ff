"""Login and registration flows of native apps."""

from __future__ import annotations

import secrets
import string
import uuid
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Sequence, Tuple

from support.clock import timestamp

from . import messages
from .identities import Identity, Session
from .messages import Message

_LETTERS = string.ascii_letters + string.digits


def _new_code() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(64))


@dataclass
class ExchangeCode:
    """The two halves of a session token exchange code."""

    init_code: str = field(default_factory=_new_code)
    return_to_code: str = field(default_factory=_new_code)


@dataclass
class SentCode:
    """A code that was sent; to a new user, if there is no identity."""

    code: str
    identifier: str
    identity: Optional[Identity]
    attempts: int = 0


@dataclass
class Flow:
    """A pending `login` or `registration`."""

    kind: str
    origin: str
    providers: Sequence[str]
    request_url: str
    return_to: Optional[str]
    issued_at: float
    expires_at: float
    code: Optional[ExchangeCode] = None
    active: Optional[str] = None
    messages: List[Message] = field(default_factory=list)
    # The reasons why a registration is incomplete, each with its trait.
    missing_trait: Optional[str] = None
    session: Optional[Session] = None
    requested_aal: str = "aal1"
    refresh: bool = False
    state: str = "choose_method"
    # The step of a registration in two steps: `profile` or `credentials`.
    step: Optional[str] = None
    # Whether the form offers a code.
    offers_code: bool = False
    # The second factors of the session's user, as groups of nodes.
    second_factors: List[str] = field(default_factory=list)
    # The address to which a code can be sent as a second factor.
    address: Optional[str] = None
    sent: Optional[SentCode] = None
    # What the user has entered, by trait.
    values: Dict[str, Optional[str]] = field(default_factory=dict)
    # For a passkey: the options as text, their challenge, and the handle of a new user.
    passkey_options: Optional[str] = None
    challenge: Optional[bytes] = None
    passkey_user: bytes = b""
    # The problems, by field.
    field_messages: Dict[str, List[Message]] = field(default_factory=dict)
    id: str = field(default_factory=lambda: str(uuid.uuid4()))

    def json(self) -> Dict[str, Any]:
        """The flow as Kratos writes it. Unset members are left out."""
        written: Dict[str, Any] = {
            "id": self.id,
            "type": "api",
            "issued_at": timestamp(self.issued_at),
            "expires_at": timestamp(self.expires_at),
            "request_url": self.request_url,
            "return_to": self.return_to,
            "active": self.active,
            "session_token_exchange_code": self.code.init_code if self.code else None,
            "state": self.state,
            "ui": self._ui(),
        }
        if self.kind == "login":
            written["requested_aal"] = self.requested_aal
            written["refresh"] = self.refresh
        return {name: value for name, value in written.items() if value is not None}

    def _ui(self) -> Dict[str, Any]:
        ui: Dict[str, Any] = {
            "action": f"{self.origin}/self-service/{self.kind}?flow={self.id}",
            "method": "POST",
            "nodes": self._nodes(),
        }
        if self.messages:
            ui["messages"] = self.messages
        return ui

    def _nodes(self) -> List[Dict[str, Any]]:
        if self.state == "sent_email":
            return [*self._kept_nodes(), *self._code_nodes()]
        if self.requested_aal == "aal2":
            return self._second_factor_nodes()
        nodes = [self._provider_node(provider) for provider in self.providers]
        if self.missing_trait is not None:
            nodes.append(_trait_node(self.missing_trait))
        if self.step is not None:
            nodes += self._kept_nodes()
        if self.step == "profile":
            nodes.append(_submit_node("profile", "method", "profile", messages.sign_up()))
        elif self.offers_code:
            nodes += self._kept_nodes() if self.step is None else []
            label = messages.send_code(self.kind)
            nodes.append(_submit_node("code", "method", "code", label))
        if self.passkey_options is not None:
            nodes += self._passkey_nodes(self.passkey_options)
        return nodes

    def _passkey_nodes(self, options: str) -> List[Dict[str, Any]]:
        login = self.kind == "login"
        given = "passkey_challenge" if login else "passkey_create_data"
        action = "login" if login else "register"
        trigger = "oryPasskeyLogin" if login else "oryPasskeyRegistration"
        button = {"type": "button", "value": "", "onclickTrigger": trigger}
        label = {"label": messages.passkey(self.kind)}
        return [
            _node("passkey", {"name": given, "type": "hidden", "value": options}, [], {}),
            _node("passkey", {"name": f"passkey_{action}", "type": "hidden"}, [], {}),
            _node("passkey", {"name": f"passkey_{action}_trigger", **button}, [], label),
        ]

    def _kept_nodes(self) -> List[Dict[str, Any]]:
        """The nodes with the identifier or the traits, which are hidden in later steps."""
        is_sent = self.state == "sent_email" or self.step == "credentials"
        if self.kind == "login":
            value = self.sent.identifier if self.sent else ""
            kind = "hidden" if is_sent else "text"
            return [self._field_node("identifier", kind, messages.identifier_label(), value)]
        fields = (("email", "email", "E-Mail"), ("name", "text", "Name"))
        return [
            self._field_node(
                f"traits.{trait}",
                "hidden" if is_sent else kind,
                messages.trait_label(label),
                self.values.get(trait),
            )
            for trait, kind, label in fields
        ]

    def _field_node(
        self, name: str, kind: str, label: Message, value: Optional[str]
    ) -> Dict[str, Any]:
        attributes = {"name": name, "type": kind, "required": True}
        if value is not None:
            attributes["value"] = value
        return _node("default", attributes, self.field_messages.get(name, []), {"label": label})

    def _code_nodes(self) -> List[Dict[str, Any]]:
        code = {"name": "code", "type": "text", "required": True, "autocomplete": "one-time-code"}
        label = {"label": messages.code_label(self.kind)}
        return [
            _node("code", {"name": "method", "type": "hidden", "value": "code"}, [], {}),
            _node("code", code, self.field_messages.get("code", []), label),
            _submit_node("code", "method", "code", messages.continue_label()),
            _submit_node("code", "resend", "code", messages.resend_label()),
        ]

    def _second_factor_nodes(self) -> List[Dict[str, Any]]:
        nodes = []
        if self.address is not None:
            label = messages.send_code_to(self.address)
            nodes.append(_submit_node("code", "address", self.address, label))
        for group, name, texts in (
            ("totp", "totp_code", messages.totp_labels()),
            ("lookup_secret", "lookup_secret", messages.recovery_code_labels()),
        ):
            if group in self.second_factors:
                attributes = {"name": name, "type": "text", "value": "", "required": True}
                nodes.append(_node(group, attributes, [], {"label": texts[0]}))
                nodes.append(_submit_node(group, "method", group, texts[1]))
        return nodes

    def _provider_node(self, provider: str) -> Dict[str, Any]:
        label = messages.sign_in_with if self.kind == "login" else messages.sign_up_with
        attributes = {"name": "provider", "type": "submit", "value": provider}
        return _node("oidc", attributes, [], {"label": label(provider)})


def _trait_node(trait: str) -> Dict[str, Any]:
    attributes = {"name": f"traits.{trait}", "type": "email", "required": True}
    return _node("oidc", attributes, [messages.missing(trait)], {})


def _submit_node(group: str, name: str, value: str, label: Message) -> Dict[str, Any]:
    attributes = {"name": name, "type": "submit", "value": value}
    return _node(group, attributes, [], {"label": label})


def _node(
    group: str, attributes: Dict[str, Any], texts: List[Message], meta: Dict[str, Any]
) -> Dict[str, Any]:
    return {
        "type": "input",
        "group": group,
        "attributes": {**attributes, "disabled": False, "node_type": "input"},
        "messages": texts,
        "meta": meta,
    }


class Flows:
    """The flows of one server."""

    def __init__(
        self, origin: str, providers: Sequence[str], seconds: float, offers_code: bool = False
    ) -> None:
        self._origin = origin
        self._providers = providers
        self._seconds = seconds
        self._offers_code = offers_code
        self._flows: Dict[str, Flow] = {}
        # The flow and the provider's name, by the state of the provider's redirect.
        self._at_provider: Dict[str, Tuple[Flow, str]] = {}

    def add(
        self, kind: str, request_url: str, return_to: Optional[str], coded: bool, now: float
    ) -> Flow:
        """Creates a flow, with or without a session token exchange code."""
        flow = Flow(
            kind,
            self._origin,
            self._providers,
            request_url,
            return_to,
            issued_at=now,
            expires_at=now + self._seconds,
            code=ExchangeCode() if coded else None,
            offers_code=self._offers_code,
        )
        self._flows[flow.id] = flow
        return flow

    def continue_as(self, flow: Flow, kind: str, now: float) -> Flow:
        """A flow of the other kind that continues this one. It has the same code."""
        other = self.add(kind, flow.request_url, flow.return_to, coded=False, now=now)
        other.code, other.active = flow.code, flow.active
        flow.code = None
        return other

    def find(self, id: Optional[str]) -> Optional[Flow]:
        """The flow with the identifier, whether or not it has expired."""
        return self._flows.get(id or "")

    def find_by_codes(self, init_code: str, return_to_code: str) -> Optional[Flow]:
        """The flow that both halves of a code belong to."""
        code = ExchangeCode(init_code, return_to_code)
        return next((flow for flow in self._flows.values() if flow.code == code), None)

    def send_to_provider(self, flow: Flow, provider: str, state: str) -> None:
        """Records the flow and the provider for a state."""
        self._at_provider[state] = (flow, provider)

    def back_from_provider(self, state: Optional[str]) -> Optional[Tuple[Flow, str]]:
        """The flow and the provider's name. They are returned once."""
        return self._at_provider.pop(state or "", None)
