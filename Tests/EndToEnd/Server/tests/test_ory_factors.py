"""Tests of Ory's server: codes and second factors. Ory's own client decodes its replies."""

from __future__ import annotations

import harness  # noqa: F401, I001
import json
import sys
import unittest
from typing import Any, Dict, List, Optional

import device
import ory_kratos_client as ory
from browser import Browser, query_of
from test_ory import JSON, OryTestCase

NUMBERS = "0123456789"


class FactorTestCase(OryTestCase):
    def post(self, flow: Dict[str, Any], body: Dict[str, Any], token: Optional[str] = None) -> Any:
        headers = JSON if token is None else {**JSON, "X-Session-Token": token}
        return self.http.post(flow["ui"]["action"], json=body, headers=headers)

    def begin(self, token: str, **query: str) -> Any:
        return self.http.get(
            "/self-service/login/api", params=query, headers={"X-Session-Token": token}
        )

    def sent_code(self, address: str) -> str:
        return str(self.http.post("/__test__/codes", json={"address": address}).json()["code"])

    def factors(self, token: str) -> Dict[str, Any]:
        order = {"session_token": token}
        return dict(self.http.post("/__test__/second-factors", json=order).json())

    def numbers(self, flow: Any) -> List[int]:
        texts = list(flow.ui.messages or [])
        texts += [text for node in flow.ui.nodes for text in node.messages]
        return [text.id for text in texts]

    def names(self, flow: Any) -> List[str]:
        return [node.attributes.actual_instance.name for node in flow.ui.nodes]

    def other(self, code: str) -> str:
        return code[:-1] + NUMBERS[(NUMBERS.index(code[-1]) + 1) % 10]

    def assert_sent(self, response: Any, model: Any, number: int) -> Any:
        self.assertEqual(response.status_code, 400, response.text)
        flow = harness.assert_is(self, model, response.json())
        self.assertEqual((flow.state, flow.active), ("sent_email", "code"))
        self.assertEqual(self.numbers(flow), [number])
        self.assertEqual(self.names(flow)[-4:], ["method", "code", "method", "resend"])
        return flow


class CodeTests(FactorTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.serve(code="passwordless")

    def test_registration_and_login_by_code(self) -> None:
        flow = self.create("registration")
        read = harness.assert_is(self, ory.RegistrationFlow, flow)
        self.assertEqual(self.names(read)[3:], ["traits.email", "traits.name", "method"])
        traits = {"email": "ada@example.com", "name": "Ada"}
        response = self.post(flow, {"method": "code", "traits": traits})
        self.assert_sent(response, ory.RegistrationFlow, 1040005)
        code = self.sent_code("ada@example.com")
        self.assertRegex(code, "^[0-9]{6}$")
        body = {"method": "code", "traits": traits, "code": code}
        response = self.post(flow, body)
        done = harness.assert_is(self, ory.SuccessfulNativeRegistration, response.json())
        self.assertEqual(done.session.identity.traits, traits)
        (method,) = done.session.authentication_methods
        self.assertEqual((method.method, method.aal), ("code", "aal1"))

        flow = self.create()
        self.assertIn("identifier", self.names(harness.assert_is(self, ory.LoginFlow, flow)))
        body = {"method": "code", "identifier": "Ada@example.com"}
        self.assert_sent(self.post(flow, body), ory.LoginFlow, 1010014)
        response = self.post(flow, {**body, "code": self.sent_code("ada@example.com")})
        self.assertEqual(response.status_code, 200, response.text)
        session = harness.assert_is(self, ory.SuccessfulNativeLogin, response.json()).session
        self.assertEqual(session.identity.id, done.identity.id)
        # The flow is over.
        self.assert_failed_flow(self.post(flow, body), 400, 4010002, ory.LoginFlow)

    def test_problems_are_at_their_fields(self) -> None:
        flow = self.create("registration")
        for traits, expected in (
            ({}, [("traits.email", 4000002), ("traits.name", 4000002)]),
            ({"email": "ada"}, [("traits.email", 4000040), ("traits.name", 4000002)]),
            ({"email": "ada@example.com"}, [("traits.name", 4000002)]),
        ):
            response = self.post(flow, {"method": "code", "traits": traits})
            self.assertEqual(response.status_code, 400)
            read = harness.assert_is(self, ory.RegistrationFlow, response.json())
            self.assertEqual(read.state, "choose_method")
            found = [
                (node.attributes.actual_instance.name, text.id)
                for node in read.ui.nodes
                for text in node.messages
            ]
            self.assertEqual(found, expected)
            values = {
                node.attributes.actual_instance.name: node.attributes.actual_instance.value
                for node in read.ui.nodes
            }
            self.assertEqual(values["traits.email"], traits.get("email"))

    def test_traits_and_code_must_match(self) -> None:
        flow = self.create("registration")
        traits = {"email": "ada@example.com", "name": "Ada"}
        self.post(flow, {"method": "code", "traits": traits})
        code = self.sent_code("ada@example.com")
        other = {**traits, "email": "eve@example.com"}
        for body, number in (
            ({"traits": other, "code": code}, 4000036),
            ({"traits": traits, "code": self.other(code)}, 4040003),
            ({"traits": traits}, 4000002),
        ):
            response = self.post(flow, {"method": "code", **body})
            self.assert_failed_flow(response, 400, number, ory.RegistrationFlow)
        done = self.post(flow, {"method": "code", "traits": traits, "code": code})
        self.assertEqual(done.status_code, 200, done.text)

    def test_user_without_an_account_gets_no_code(self) -> None:
        flow = self.create()
        for body, number in (({"identifier": "eve@example.com"}, 4000035), ({}, 4000002)):
            response = self.post(flow, {"method": "code", **body})
            self.assert_failed_flow(response, 400, number, ory.LoginFlow)
        order = {"address": "eve@example.com"}
        self.assert_error(self.http.post("/__test__/codes", json=order), 400)

    def test_resent_code_replaces_the_first_one(self) -> None:
        self.sign_in("ada@example.com")
        flow, body = self.create(), {"method": "code", "identifier": "ada@example.com"}
        self.post(flow, body)
        first = self.sent_code("ada@example.com")
        self.assert_sent(self.post(flow, {**body, "resend": "code"}), ory.LoginFlow, 1010014)
        second = self.sent_code("ada@example.com")
        if first != second:
            response = self.post(flow, {**body, "code": first})
            self.assert_failed_flow(response, 400, 4010008, ory.LoginFlow)
        self.assertEqual(self.post(flow, {**body, "code": second}).status_code, 200)

    def test_sixth_attempt_is_too_late(self) -> None:
        self.sign_in("ada@example.com")
        flow, body = self.create(), {"method": "code", "identifier": "ada@example.com"}
        self.post(flow, body)
        code = self.sent_code("ada@example.com")
        for attempt in [self.other(code)] * 5 + [code]:
            response = self.post(flow, {**body, "code": attempt})
            self.assert_failed_flow(response, 400, 4010008, ory.LoginFlow)

    def test_method_is_unknown_unless_enabled(self) -> None:
        self.serve()
        response = self.post(self.create(), {"method": "code", "identifier": "ada@example.com"})
        self.assert_failed_flow(response, 400, 4010002, ory.LoginFlow)

    def test_codes_are_in_the_ledger(self) -> None:
        self.sign_in("ada@example.com")
        self.post(self.create(), {"method": "code", "identifier": "ada@example.com"})
        self.assertIn(self.sent_code("ada@example.com"), self.secrets())


class SecondFactorTests(FactorTestCase):
    def test_totp_raises_the_level_of_the_same_session(self) -> None:
        granted = self.sign_in("ada@example.com")
        token = granted["session_token"]
        code = self.factors(token)["totp_code"]
        flow = self.begin(token, aal="aal2").json()
        read = harness.assert_is(self, ory.LoginFlow, flow)
        self.assertEqual((read.requested_aal, read.refresh), ("aal2", False))
        self.assertEqual(self.numbers(read), [1010004])
        self.assertEqual(self.names(read), ["totp_code", "method", "lookup_secret", "method"])
        self.assertIsNone(read.session_token_exchange_code)
        wrong = self.post(flow, {"method": "totp", "totp_code": self.other(code)}, token)
        self.assert_failed_flow(wrong, 400, 4000008, ory.LoginFlow)
        done = self.post(flow, {"method": "totp", "totp_code": code}, token)
        read = harness.assert_is(self, ory.SuccessfulNativeLogin, done.json())
        self.assertEqual((read.session_token, read.session.id), (token, granted["session"]["id"]))
        self.assertEqual(read.session.authenticator_assurance_level, "aal2")
        methods = [method.method for method in read.session.authentication_methods]
        self.assertEqual(methods, ["oidc", "totp"])

    def test_recovery_code_is_used_once(self) -> None:
        token = self.sign_in("ada@example.com")["session_token"]
        code = self.factors(token)["lookup_secrets"][0]
        for refresh, number in (("false", None), ("true", 4000012)):
            flow = self.begin(token, aal="aal2", refresh=refresh).json()
            body = {"method": "lookup_secret", "lookup_secret": code}
            response = self.post(flow, body, token)
            if number is None:
                self.assertEqual(response.status_code, 200, response.text)
            else:
                self.assert_failed_flow(response, 400, number, ory.LoginFlow)
        body = {"method": "lookup_secret", "lookup_secret": "unknown1"}
        self.assert_failed_flow(self.post(flow, body, token), 400, 4000016, ory.LoginFlow)

    def test_identity_is_withheld_until_the_second_factor(self) -> None:
        token = self.sign_in("ada@example.com")["session_token"]
        code = self.factors(token)["totp_code"]
        self.http.post(
            "/__test__/sessions", json={"session_token": token, "state": "aal2_required"}
        )
        granted = self.sign_in("ada@example.com")
        self.assertNotIn("identity", granted["session"])
        token = granted["session_token"]
        headers = {"X-Session-Token": token}
        who = self.http.get("/sessions/whoami", headers=headers)
        self.assert_error(who, 403, "session_aal2_required")
        flow = self.begin(token, aal="aal2").json()
        done = self.post(flow, {"method": "totp", "totp_code": code}, token).json()
        self.assertEqual(done["session"]["identity"]["traits"]["email"], "ada@example.com")
        self.assertEqual(self.http.get("/sessions/whoami", headers=headers).status_code, 200)

    def test_flows_require_the_right_session(self) -> None:
        response = self.http.get("/self-service/login/api", params={"aal": "aal2"})
        self.assert_error(response, 401, "session_aal1_required")
        token = self.sign_in("ada@example.com")["session_token"]
        self.assert_error(self.begin(token, aal="aal3"), 400)
        self.assert_error(self.begin(token, aal="aal1"), 400, "session_already_available")
        code = self.factors(token)["totp_code"]
        flow = self.begin(token, aal="aal2").json()
        body = {"method": "totp", "totp_code": code}
        self.assert_error(self.post(flow, body), 401, "session_aal1_required")
        self.assertEqual(self.post(flow, body, token).status_code, 200)
        self.assert_error(self.post(flow, body, token), 400, "session_already_available")
        self.assert_error(self.begin(token, aal="aal2"), 400, "session_already_available")
        registration = self.http.get(
            "/self-service/registration/api", headers={"X-Session-Token": token}
        )
        self.assert_error(registration, 400, "session_already_available")

    def test_user_without_factors_is_told_so(self) -> None:
        token = self.sign_in("ada@example.com")["session_token"]
        flow = self.begin(token, aal="aal2").json()
        self.assertEqual(flow["ui"]["nodes"], [])
        for method, number in (("totp", 4000011), ("lookup_secret", 4000014)):
            response = self.post(flow, {"method": method}, token)
            self.assert_failed_flow(response, 400, number, ory.LoginFlow)
        # Neither is a first factor.
        response = self.post(self.create(), {"method": "totp", "totp_code": "123456"})
        self.assert_failed_flow(response, 400, 4010002, ory.LoginFlow)

    def test_refresh_by_another_user_makes_a_new_session(self) -> None:
        granted = self.sign_in("ada@example.com")
        token = granted["session_token"]
        for hint, is_same in (("ada@example.com", True), ("eve@example.com", False)):
            flow = self.begin(token, refresh="true").json()
            self.assertEqual([text["id"] for text in flow["ui"]["messages"]], [1010003])
            body = {"method": "oidc", "provider": "google", "id_token": self.id_token(hint)}
            done = self.post(flow, body, token).json()
            self.assertEqual(done["session_token"] == token, is_same)

    def test_code_is_sent_at_once_if_it_is_the_only_factor(self) -> None:
        self.serve(code="mfa")
        token = self.sign_in("ada@example.com")["session_token"]
        response = self.begin(token, aal="aal2")
        self.assertEqual(response.status_code, 200)
        flow = harness.assert_is(self, ory.LoginFlow, response.json())
        self.assertEqual((flow.state, self.numbers(flow)), ("sent_email", [1010025]))
        body = {"method": "code", "identifier": "ada@example.com"}
        code = self.sent_code("ada@example.com")
        done = self.post(response.json(), {**body, "code": code}, token).json()
        self.assertEqual(done["session"]["authenticator_assurance_level"], "aal2")
        # With another factor, there is a choice.
        self.factors(token)
        flow = self.begin(token, aal="aal2", refresh="true").json()
        names = [node["attributes"]["name"] for node in flow["ui"]["nodes"]]
        self.assertEqual(names[0], "address")
        body = {"method": "code", "address": "ada@example.com"}
        self.assert_sent(self.post(flow, body, token), ory.LoginFlow, 1010025)
        other = {"method": "code", "address": "eve@example.com", "resend": "code"}
        response = self.post(flow, other, token)
        self.assert_failed_flow(response, 400, 4000035, ory.LoginFlow)


class MissingTraitTests(FactorTestCase):
    def test_registration_continues_with_the_missing_trait(self) -> None:
        token = self.id_token("noemail@example.com")
        flow = self.create("registration")
        response = self.submit(flow, id_token=token)
        read = self.assert_failed_flow(response, 400, 4000002, ory.RegistrationFlow)
        self.assertEqual(self.names(read)[-1], "traits.email")
        response = self.submit(
            self.create("registration"), id_token=token, traits={"email": "own@example.com"}
        )
        done = harness.assert_is(self, ory.SuccessfulNativeRegistration, response.json())
        (address,) = done.identity.verifiable_addresses
        self.assertEqual((address.value, address.verified), ("own@example.com", False))

    def test_so_does_one_in_the_browser(self) -> None:
        flow = self.create("registration")
        response = self.submit(
            flow,
            traits={"email": "own@example.com"},
            upstream_parameters={"login_hint": "noemail@example.com"},
        )
        back = self.go(response.json()["redirect_browser_to"])
        granted = self.exchange(flow["session_token_exchange_code"], back).json()
        traits = {"email": "own@example.com", "name": "noemail"}
        self.assertEqual(granted["session"]["identity"]["traits"], traits)

    def go(self, url: str) -> str:
        return str(query_of(Browser(self.http).open(url))["code"])


class PasskeyTests(FactorTestCase):
    def setUp(self) -> None:
        super().setUp()
        if sys.version_info < (3, 10):
            self.skipTest("webauthn requires Python 3.10.")
        self.serve(passkeys="shop.example")

    def options(self, flow: Dict[str, Any], name: str) -> Any:
        for node in flow["ui"]["nodes"]:
            if node["attributes"]["name"] == name:
                return json.loads(node["attributes"]["value"])
        return None

    def creation(self, flow: Dict[str, Any]) -> Any:
        return self.options(flow, "passkey_create_data")["credentialOptions"]["publicKey"]

    def request(self, flow: Dict[str, Any]) -> Any:
        return self.options(flow, "passkey_challenge")["publicKey"]

    def complete(self, flow: Dict[str, Any], answer: Any, address: str) -> Any:
        text = json.dumps(answer)
        body = {"method": "passkey", "passkey_register": text, "traits": {"email": address}}
        return self.post(flow, body)

    def log_in(self, flow: Dict[str, Any], answer: Any) -> Any:
        return self.post(flow, {"method": "passkey", "passkey_login": json.dumps(answer)})

    def test_passkey_registers_and_logs_in(self) -> None:
        flow = self.create("registration")
        harness.assert_is(self, ory.RegistrationFlow, flow)
        new = device.create(self.http, self.creation(flow))
        response = self.complete(flow, new, "ada@example.com")
        done = harness.assert_is(self, ory.SuccessfulNativeRegistration, response.json())
        flow = self.create()
        harness.assert_is(self, ory.LoginFlow, flow)
        response = self.log_in(flow, device.sign(self.http, self.request(flow), new["id"]))
        read = harness.assert_is(self, ory.SuccessfulNativeLogin, response.json())
        self.assertEqual(read.session.identity.id, done.identity.id)
        self.assertEqual(read.session.authentication_methods[0].method, "passkey")

    def test_answer_to_another_challenge_is_refused(self) -> None:
        flow = self.create("registration")
        new = device.create(self.http, self.creation(flow))
        self.complete(flow, new, "ada@example.com")
        other = device.sign(self.http, self.request(self.create()), new["id"])
        response = self.log_in(self.create(), other)
        self.assert_failed_flow(response, 400, 4000015, ory.LoginFlow)
        for body in ({"passkey_login": "{}"}, {"passkey_login": "text"}, {}):
            response = self.post(self.create(), {"method": "passkey", **body})
            self.assert_failed_flow(response, 400, 4000015, ory.LoginFlow)
        response = self.post(self.create("registration"), {"method": "passkey"})
        self.assert_failed_flow(response, 400, 4000001, ory.RegistrationFlow)

    def test_registration_in_two_steps_asks_for_the_traits_first(self) -> None:
        self.serve(passkeys="shop.example", two_steps=True)
        flow = self.create("registration")
        first = harness.assert_is(self, ory.RegistrationFlow, flow)
        self.assertEqual(self.names(first)[-3:], ["traits.email", "traits.name", "method"])
        response = self.post(flow, {"method": "profile", "traits": {"name": "Ada"}})
        self.assertEqual(response.status_code, 400)
        wrong = harness.assert_is(self, ory.RegistrationFlow, response.json())
        self.assertEqual(self.numbers(wrong), [4000002])
        traits = {"email": "ada@example.com"}
        response = self.post(flow, {"method": "profile", "traits": traits})
        self.assertEqual(response.status_code, 400)
        second = harness.assert_is(self, ory.RegistrationFlow, response.json())
        self.assertEqual(self.numbers(second), [1040009])
        new = device.create(self.http, self.creation(response.json()))
        done = self.complete(flow, new, "ada@example.com")
        harness.assert_is(self, ory.SuccessfulNativeRegistration, done.json())


if __name__ == "__main__":
    unittest.main()
