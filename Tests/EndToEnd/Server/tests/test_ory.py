"""Tests of Ory's server: Ory's own client decodes its replies."""

from __future__ import annotations

import harness  # noqa: F401, I001
import unittest
import uuid
from typing import Any, Dict, Optional
from urllib.parse import urlsplit

import ory_kratos_client as ory
from browser import Browser, query_of

from ory_server import return_to as return_to_rules
from ory_server.application import Application

RETURN_TO = "com.example.app://callback"
JSON = {"Accept": "application/json"}


class OryTestCase(harness.InProcessTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.serve()

    def serve(self, **options: Any) -> None:
        self.http = self.client(Application(self.site, None, [RETURN_TO], **options).asgi())

    def create(self, kind: str = "login", **headers: str) -> Dict[str, Any]:
        query = {"return_session_token_exchange_code": "true", "return_to": RETURN_TO}
        response = self.http.get(f"/self-service/{kind}/api", params=query, headers=headers)
        self.assertEqual(response.status_code, 200, response.text)
        return dict(response.json())

    def submit(self, flow: Dict[str, Any], provider: str = "google", **more: Any) -> Any:
        body = {"method": "oidc", "provider": provider, **more}
        return self.http.post(flow["ui"]["action"], json=body, headers=JSON)

    def go_to_provider(self, flow: Dict[str, Any], hint: str, provider: str = "google") -> str:
        """The code in the browser's redirect."""
        response = self.submit(flow, provider, upstream_parameters={"login_hint": hint})
        self.assertEqual(response.status_code, 422, response.text)
        back = Browser(self.http).open(response.json()["redirect_browser_to"])
        self.assertTrue(back.startswith(f"{RETURN_TO}?"), back)
        query = query_of(back)
        self.assertEqual(set(query), {"code"})
        return query["code"]

    def exchange(self, init_code: Optional[str], return_to_code: Optional[str]) -> Any:
        codes = {"init_code": init_code, "return_to_code": return_to_code}
        query = {name: code for name, code in codes.items() if code is not None}
        return self.http.get("/sessions/token-exchange", params=query)

    def sign_in(self, hint: str, kind: str = "login", provider: str = "google") -> Dict[str, Any]:
        flow = self.create(kind)
        code = self.go_to_provider(flow, hint, provider)
        response = self.exchange(flow["session_token_exchange_code"], code)
        self.assertEqual(response.status_code, 200, response.text)
        return dict(response.json())

    def id_token(self, hint: str, nonce: Optional[str] = None, **more: Any) -> str:
        order = {"login_hint": hint, "nonce": nonce, **more}
        return str(self.http.post("/__test__/id-tokens", json=order).json()["id_token"])

    def assert_error(self, response: Any, status: int, id: Optional[str] = None) -> Dict[str, Any]:
        self.assertEqual(response.status_code, status, response.text)
        body = response.json()
        harness.assert_is(self, ory.ErrorGeneric, {"error": body["error"]})
        self.assertEqual(body["error"]["code"], status)
        self.assertEqual(body["error"].get("id"), id)
        self.assertTrue(body["error"]["reason"] and body["error"]["status"])
        return dict(body)

    def assert_failed_flow(self, response: Any, status: int, message: int, model: Any) -> Any:
        self.assertEqual(response.status_code, status, response.text)
        flow = harness.assert_is(self, model, response.json())
        texts = list(flow.ui.messages or [])
        texts += [text for node in flow.ui.nodes for text in node.messages]
        self.assertEqual([(text.id, text.type) for text in texts], [(message, "error")])
        return flow


class FlowTests(OryTestCase):
    def test_flows_have_a_code_and_a_node_for_each_provider(self) -> None:
        for kind, model in (("login", ory.LoginFlow), ("registration", ory.RegistrationFlow)):
            with self.subTest(kind):
                flow = harness.assert_is(self, model, self.create(kind))
                self.assertEqual(flow.type, "api")
                self.assertEqual(flow.state, "choose_method")
                self.assertEqual(flow.return_to, RETURN_TO)
                self.assertIn(f"/self-service/{kind}/api?", flow.request_url)
                self.assertGreater(flow.expires_at, flow.issued_at)
                self.assertEqual(len(flow.session_token_exchange_code), 64)
                self.assertEqual(flow.ui.method, "POST")
                names = [node.attributes.actual_instance.value for node in flow.ui.nodes]
                self.assertEqual(names, ["google", "apple", "github"])
                self.assertEqual({node.group for node in flow.ui.nodes}, {"oidc"})

    def test_flow_has_no_code_unless_requested_in_lower_case(self) -> None:
        for query in ({}, {"return_session_token_exchange_code": "True"}):
            flow = self.http.get("/self-service/login/api", params=query).json()
            self.assertNotIn("session_token_exchange_code", flow)
            harness.assert_is(self, ory.LoginFlow, flow)

    def test_only_allowed_return_urls_are_accepted(self) -> None:
        for url in (
            "com.example.other://callback",
            "https://callback",
            "com.example.app://callback.evil",
            "com.example.app:/callback",
            "https://[",
        ):
            with self.subTest(url):
                response = self.http.get("/self-service/login/api", params={"return_to": url})
                self.assert_error(response, 400, "self_service_flow_return_to_forbidden")
        self.assertTrue(return_to_rules.is_allowed("HTTPS://a/app/b", ["https://a/app"]))
        self.assertFalse(return_to_rules.is_allowed("https://a/other", ["https://a/app"]))
        deeper = {"return_to": f"{RETURN_TO}/deeper?a=1"}
        self.assertEqual(
            self.http.get("/self-service/registration/api", params=deeper).status_code, 200
        )

    def test_user_with_a_session_cannot_create_a_flow(self) -> None:
        token = self.sign_in("ada@example.com")["session_token"]
        for kind in ("login", "registration"):
            headers = {"X-Session-Token": token}
            response = self.http.get(f"/self-service/{kind}/api", headers=headers)
            self.assert_error(response, 400, "session_already_available")
        self.create(**{"X-Session-Token": "ory_st_unknown"})
        order = {"session_token": token, "state": "revoked"}
        self.http.post("/__test__/sessions", json=order)
        self.create(**{"X-Session-Token": token})

    def test_flows_can_be_fetched(self) -> None:
        flow = self.create("registration")
        response = self.http.get("/self-service/registration/flows", params={"id": flow["id"]})
        self.assertEqual(response.json(), flow)
        other_kind = self.http.get("/self-service/login/flows", params={"id": flow["id"]})
        self.assert_error(other_kind, 404)
        self.assert_error(self.http.get("/self-service/login/flows"), 400)

    def test_expired_flow_is_replaced(self) -> None:
        for kind, number in (("login", 4010001), ("registration", 4040001)):
            with self.subTest(kind):
                flow = self.create(kind)
                order = {"id": flow["id"], "expired": True}
                self.assertEqual(self.http.post("/__test__/flows", json=order).status_code, 200)
                response = self.submit(flow)
                body = self.assert_error(response, 410, "self_service_flow_expired")
                expired = harness.assert_is(self, ory.SelfServiceFlowExpiredError, body)
                self.assertGreaterEqual(expired.since, 60e9)
                self.assertNotEqual(expired.use_flow_id, flow["id"])
                query = {"id": expired.use_flow_id}
                other = self.http.get(f"/self-service/{kind}/flows", params=query).json()
                self.assertEqual([text["id"] for text in other["ui"]["messages"]], [number])
                self.assertEqual(other["return_to"], RETURN_TO)
                code = other["session_token_exchange_code"]
                self.assertNotEqual(code, flow["session_token_exchange_code"])
                self.assertEqual(self.submit(other).status_code, 422)

    def test_flows_expire_automatically(self) -> None:
        self.serve(flow_seconds=0)
        self.assert_error(self.submit(self.create()), 410, "self_service_flow_expired")


class SubmissionTests(OryTestCase):
    def test_browser_must_continue(self) -> None:
        for kind in ("login", "registration"):
            with self.subTest(kind):
                response = self.submit(self.create(kind))
                body = self.assert_error(response, 422, "browser_location_change_required")
                # The client's model is wrong: in it, the member `error` contains a member `error`.
                nested = {**body, "error": {"error": body["error"]}}
                harness.assert_is(self, ory.ErrorBrowserLocationChangeRequired, nested)
                self.assertTrue(body["redirect_browser_to"].startswith(harness.ORIGIN))

    def test_unknown_methods_and_providers_are_reported_in_the_flow(self) -> None:
        for kind, model, number in (
            ("login", ory.LoginFlow, 4010002),
            ("registration", ory.RegistrationFlow, 4040002),
        ):
            with self.subTest(kind):
                flow = self.create(kind)
                self.assert_failed_flow(self.submit(flow, "myspace"), 400, 4000001, model)
                without = self.submit(flow, method="password")
                self.assert_failed_flow(without, 400, number, model)
                self.assertEqual(self.submit(flow).status_code, 422)

    def test_requests_of_browsers_are_rejected(self) -> None:
        flow = self.create()
        body = {"method": "oidc", "provider": "google"}
        for name, value in (("Origin", "https://example.com"), ("Cookie", "a=secret-cookie")):
            with self.subTest(name):
                headers = {**JSON, name: value}
                response = self.http.post(flow["ui"]["action"], json=body, headers=headers)
                self.assertIn(name, self.assert_error(response, 400)["error"]["reason"])

    def test_submission_not_accepting_json_is_redirected(self) -> None:
        action = self.create()["ui"]["action"]
        body = {"method": "oidc", "provider": "google"}
        for options in ({"json": body}, {"data": body, "headers": JSON}):
            response = self.http.post(action, **options)  # type: ignore[arg-type]
            self.assertEqual(response.status_code, 303)
            self.assertIn("/__provider__/", response.headers["location"])

    def test_invalid_requests_are_rejected(self) -> None:
        flow = self.create()
        headers = {**JSON, "Content-Type": "application/json"}
        for content in (b"{", b"[]", b'"text"'):
            response = self.http.post(flow["ui"]["action"], content=content, headers=headers)
            self.assert_error(response, 400)
        unknown = self.http.post(f"/self-service/login?flow={uuid.uuid4()}", json={}, headers=JSON)
        self.assert_error(unknown, 404)
        self.assert_error(self.http.post("/self-service/login", json={}, headers=JSON), 400)


class IDTokenTests(OryTestCase):
    def test_new_user_is_registered_in_either_flow(self) -> None:
        for kind in ("login", "registration"):
            with self.subTest(kind):
                hint = f"new-{kind}@example.com"
                flow = self.create(kind)
                response = self.submit(
                    flow, id_token=self.id_token(hint, "n-123456"), id_token_nonce="n-123456"
                )
                self.assertEqual(response.status_code, 200, response.text)
                done = harness.assert_is(self, ory.SuccessfulNativeRegistration, response.json())
                self.assertEqual(done.identity.traits["email"], hint)
                self.assertEqual(done.session.identity.id, done.identity.id)
                (address,) = done.identity.verifiable_addresses
                self.assertEqual((address.value, address.verified), (hint, True))

    def test_known_user_is_logged_in_in_either_flow(self) -> None:
        first = self.sign_in("ada@example.com")
        for kind in ("login", "registration"):
            with self.subTest(kind):
                response = self.submit(
                    self.create(kind), id_token=self.id_token("ada@example.com", None)
                )
                self.assertEqual(response.status_code, 200, response.text)
                done = harness.assert_is(self, ory.SuccessfulNativeLogin, response.json())
                self.assertEqual(done.session.identity.id, first["session"]["identity"]["id"])
                self.assertNotEqual(done.session_token, first["session_token"])
                (method,) = done.session.authentication_methods
                self.assertEqual((method.method, method.provider), ("oidc", "google"))

    def test_invalid_id_tokens_are_reported_in_the_flow(self) -> None:
        flow = self.create()
        good = self.id_token("ada@example.com", "nonce-1")
        head, payload, signature = good.split(".")
        forged = f"{head}.{payload}.{signature[::-1]}"
        for token, nonce in (
            ("no.jwt.atall", None),
            (forged, "nonce-1"),
            (good, "nonce-2"),
            (good, None),
            (self.id_token("ada@example.com", None), "nonce-1"),
            (self.id_token("ada@example.com", "nonce-1", expired=True), "nonce-1"),
        ):
            with self.subTest(nonce=nonce):
                more = {"id_token": token, "id_token_nonce": nonce}
                self.assert_failed_flow(self.submit(flow, **more), 400, 4000001, ory.LoginFlow)
        self.assertEqual(
            self.submit(flow, id_token=good, id_token_nonce="nonce-1").status_code, 200
        )

    def test_user_without_an_address_cannot_be_registered(self) -> None:
        token = self.id_token("noemail@example.com")
        flow = self.assert_failed_flow(
            self.submit(self.create(), id_token=token), 400, 4000002, ory.RegistrationFlow
        )
        self.assertEqual(flow.ui.nodes[-1].attributes.actual_instance.name, "traits.email")

    def test_address_belongs_to_one_identity(self) -> None:
        self.sign_in("ada@example.com", provider="google")
        response = self.submit(self.create(), "github", id_token=self.id_token("Ada@example.com"))
        self.assert_failed_flow(response, 400, 4000007, ory.RegistrationFlow)

    def test_traits_have_the_name_that_the_token_lacks(self) -> None:
        for kind in ("login", "registration"):
            with self.subTest(kind):
                token = self.id_token(f"traits-{kind}@example.com", nameless=True)
                response = self.submit(
                    self.create(kind), id_token=token, traits={"name": "Ada", "email": "other"}
                )
                done = harness.assert_is(self, ory.SuccessfulNativeRegistration, response.json())
                self.assertEqual(done.identity.traits["name"], "Ada")
                self.assertEqual(done.identity.traits["email"], f"traits-{kind}@example.com")

    def test_new_users_may_have_no_session(self) -> None:
        self.serve(session_after_registration=False)
        response = self.submit(self.create("registration"), id_token=self.id_token("a@example.com"))
        done = harness.assert_is(self, ory.SuccessfulNativeRegistration, response.json())
        self.assertEqual((done.session, done.session_token), (None, None))
        self.assertEqual(done.identity.traits["email"], "a@example.com")


class BrowserTests(OryTestCase):
    def test_both_halves_of_the_code_give_a_session(self) -> None:
        for kind in ("login", "registration"):
            with self.subTest(kind):
                granted = self.sign_in(f"{kind}@example.com", kind)
                read = harness.assert_is(self, ory.SuccessfulCodeExchangeResponse, granted)
                self.assertTrue(read.session.active)
                self.assertEqual(read.session.identity.traits["email"], f"{kind}@example.com")

    def test_unverified_address_stays_unverified(self) -> None:
        session = self.sign_in("unverified@example.com")["session"]
        (address,) = session["identity"]["verifiable_addresses"]
        self.assertEqual((address["verified"], address["status"]), (False, "pending"))

    def test_failed_login_returns_a_code_too(self) -> None:
        for kind, model in (("login", ory.LoginFlow), ("registration", ory.RegistrationFlow)):
            with self.subTest(kind):
                flow = self.create(kind)
                code = self.go_to_provider(flow, "denied@example.com")
                response = self.exchange(flow["session_token_exchange_code"], code)
                failed = self.assert_failed_flow(response, 422, 4000001, model)
                self.assertIn("access_denied", failed.ui.messages[0].text)

    def test_user_can_decline_on_the_page(self) -> None:
        flow = self.create()
        url = self.submit(flow).json()["redirect_browser_to"]
        code = query_of(Browser(self.http).open(f"{url}&deny=1"))["code"]
        response = self.exchange(flow["session_token_exchange_code"], code)
        self.assert_failed_flow(response, 422, 4000001, ory.LoginFlow)

    def test_incomplete_registration_is_exchanged_for_its_flow(self) -> None:
        flow = self.create()
        code = self.go_to_provider(flow, "noemail@example.com")
        response = self.exchange(flow["session_token_exchange_code"], code)
        self.assert_failed_flow(response, 422, 4000002, ory.RegistrationFlow)

    def test_halves_of_different_codes_are_not_found(self) -> None:
        one, other = self.create(), self.create()
        code = self.go_to_provider(one, "ada@example.com")
        init_code = one["session_token_exchange_code"]
        self.assert_error(self.exchange(init_code, "unknown"), 404)
        self.assert_error(self.exchange(other["session_token_exchange_code"], code), 404)
        self.assert_error(self.exchange(code, init_code), 404)
        self.assertEqual(self.exchange(init_code, code).status_code, 200)

    def test_both_halves_are_required(self) -> None:
        for codes in ((None, "code"), ("code", None), ("", "code"), ("code", "")):
            self.assert_error(self.exchange(*codes), 400)

    def test_unknown_callback_is_rejected(self) -> None:
        path = "/self-service/methods/oidc/callback/google"
        self.assert_error(self.http.get(path, params={"state": "unknown", "code": "a"}), 400)
        url = self.submit(self.create()).json()["redirect_browser_to"]
        back = self.http.get(url).headers["location"]
        other_provider = back.replace("/google?", "/github?")
        self.assert_error(self.http.get(other_provider), 400)
        # A known user: for a new one, the first login replaces the flow.
        self.sign_in("ada@example.com")
        url = self.submit(self.create()).json()["redirect_browser_to"]
        back = self.http.get(url).headers["location"]
        self.assertEqual(self.http.get(back).status_code, 303)
        self.assert_error(self.http.get(back), 400)

    def test_flow_without_a_code_cannot_be_completed_in_a_browser(self) -> None:
        flow = self.http.get("/self-service/login/api", params={"return_to": RETURN_TO}).json()
        url = self.submit(flow).json()["redirect_browser_to"]
        back = self.http.get(url).headers["location"]
        self.assert_error(self.http.get(back), 400)

    def test_return_url_keeps_its_parameters(self) -> None:
        for url, expected in (
            ("app://callback", "app://callback?code=new"),
            ("app:///", "app:///?code=new"),
            ("app:/callback?a=1&code=old", "app:/callback?a=1&code=new"),
            ("https://example.com/a?b=%20#c", "https://example.com/a?b=+&code=new"),
        ):
            self.assertEqual(return_to_rules.with_code(url, "new"), expected)


class SessionTests(OryTestCase):
    def who_am_i(self, token: Optional[str]) -> Any:
        headers = {} if token is None else {"X-Session-Token": token}
        return self.http.get("/sessions/whoami", headers=headers)

    def log_out(self, body: Any) -> Any:
        return self.http.request("DELETE", "/self-service/logout/api", json=body)

    def test_session_is_returned_for_its_token(self) -> None:
        granted = self.sign_in("ada@example.com")
        response = self.who_am_i(granted["session_token"])
        self.assertEqual(response.status_code, 200)
        session = harness.assert_is(self, ory.Session, response.json())
        self.assertEqual(session.id, granted["session"]["id"])
        self.assertEqual(session.authenticator_assurance_level, "aal1")
        self.assertEqual((session.expires_at - session.issued_at).total_seconds(), 86400)
        self.assertNotIn(granted["session_token"], response.text)

    def test_missing_session_is_an_error(self) -> None:
        for token in (None, "ory_st_unknown"):
            self.assert_error(self.who_am_i(token), 401, "session_inactive")
        for state in ("expired", "revoked"):
            token = self.sign_in("ada@example.com")["session_token"]
            self.set_state(token, state)
            self.assert_error(self.who_am_i(token), 401, "session_inactive")
        self.serve(session_seconds=0)
        token = self.sign_in("ada@example.com")["session_token"]
        self.assert_error(self.who_am_i(token), 401, "session_inactive")

    def test_second_factor_is_required(self) -> None:
        token = self.sign_in("ada@example.com")["session_token"]
        self.set_state(token, "aal2_required")
        body = self.assert_error(self.who_am_i(token), 403, "session_aal2_required")
        self.assertEqual(urlsplit(body["redirect_browser_to"]).query, "aal=aal2")

    def test_session_is_ended(self) -> None:
        token = self.sign_in("ada@example.com")["session_token"]
        for _ in range(2):
            response = self.log_out({"session_token": token})
            self.assertEqual((response.status_code, response.content), (204, b""))
        self.assert_error(self.who_am_i(token), 401, "session_inactive")

    def test_unknown_session_cannot_be_ended(self) -> None:
        self.assert_error(self.log_out({"session_token": "ory_st_unknown"}), 403)
        for body in ({}, [], {"session_token": 1}, {"session_token": ""}):
            self.assert_error(self.log_out(body), 400)

    def test_invalid_orders_are_rejected(self) -> None:
        for path, body in (("flows", {"id": "unknown", "expired": True}), ("sessions", {})):
            self.assert_error(self.http.post(f"/__test__/{path}", json=body), 400)

    def test_ledger_has_every_token_and_code(self) -> None:
        granted = self.sign_in("ada@example.com")
        self.log_out({"session_token": granted["session_token"]})
        written = self.secrets()
        self.assertIn(granted["session_token"], written)
        codes = [secret for secret in written if len(secret) == 64 and secret.isalnum()]
        self.assertEqual(len(codes), 2)

    def set_state(self, token: str, state: str) -> None:
        order = {"session_token": token, "state": state}
        self.assertEqual(self.http.post("/__test__/sessions", json=order).status_code, 200)


if __name__ == "__main__":
    unittest.main()
