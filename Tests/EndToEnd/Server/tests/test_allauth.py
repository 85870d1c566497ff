"""Tests of the third OpenID provider."""

from __future__ import annotations

import harness  # noqa: F401, I001
import time
import unittest
from typing import Any, Dict, Optional, Tuple
from urllib.parse import urlencode

import httpx
from browser import Browser, query_of
from joserfc import jws
from joserfc.jwk import KeySet

from allauth_server.clients import (
    APP_CLIENT,
    DESKTOP_CLIENT,
    DESKTOP_SECRET,
    DEVICE_GRANT,
    DEVICE_INTERVAL,
    PASSWORD,
    REDIRECT_URIS,
)
from support.secret_values import json_or_none

REDIRECT_URI = REDIRECT_URIS[0]
SCOPE = "openid profile email offline_access"


@harness.needs_packages("allauth")
class AllauthTests(unittest.TestCase):
    server: harness.Process

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = harness.Process("allauth_server")
        cls.addClassCleanup(cls.server.discard)

    def setUp(self) -> None:
        self.http = httpx.Client(base_url=f"{self.server.origin}/identity/o", timeout=20)
        self.addCleanup(self.http.close)

    def authorize(self, browser: Optional[Browser] = None, **more: Optional[str]) -> Dict[str, str]:
        """The parameters of the browser's redirect."""
        query = {
            "response_type": "code",
            "client_id": APP_CLIENT,
            "redirect_uri": REDIRECT_URI,
            "scope": SCOPE,
            "state": "state-1",
            "nonce": "nonce-1",
            "code_challenge": harness.CHALLENGE,
            "code_challenge_method": "S256",
            **more,
        }
        present = {name: value for name, value in query.items() if value is not None}
        page = f"{self.server.origin}/identity/o/authorize?{urlencode(present)}"
        return query_of((browser or Browser()).open(page))

    def token(self, **form: str) -> httpx.Response:
        return self.http.post("/api/token", data={"client_id": APP_CLIENT, **form})

    def exchange(self, code: str, **more: str) -> httpx.Response:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "code_verifier": harness.VERIFIER,
            "redirect_uri": REDIRECT_URI,
            **more,
        }
        return self.token(**form)

    def refresh(self, token: str) -> httpx.Response:
        return self.token(grant_type="refresh_token", refresh_token=token)

    def revoke(self, token: str, **more: str) -> httpx.Response:
        form = {"client_id": APP_CLIENT, "token": token, **more}
        return self.http.post("/api/revoke", data=form)

    def tokens(self, browser: Optional[Browser] = None) -> Dict[str, Any]:
        response = self.exchange(self.authorize(browser)["code"])
        self.assertEqual(response.status_code, 200, response.text)
        return dict(response.json())

    def claims(self, tokens: Dict[str, Any]) -> Dict[str, Any]:
        document = httpx.get(f"{self.server.origin}/.well-known/jwks.json").json()
        keys = KeySet.import_key_set(document)
        claims = json_or_none(jws.deserialize_compact(tokens["id_token"], keys).payload)
        return dict(claims)

    def user_info(self, tokens: Dict[str, Any]) -> httpx.Response:
        headers = {"Authorization": f"Bearer {tokens['access_token']}"}
        return self.http.get("/api/userinfo", headers=headers)

    def log_out(self, browser: Browser, id_token: str) -> str:
        query = {
            "client_id": APP_CLIENT,
            "post_logout_redirect_uri": REDIRECT_URI,
            "id_token_hint": id_token,
            "state": "bye",
        }
        return browser.open(f"{self.server.origin}/identity/o/logout?{urlencode(query)}")

    def assert_refused(self, response: httpx.Response, status: int, error: str) -> None:
        self.assertEqual((response.status_code, response.json().get("error")), (status, error))

    def test_metadata_has_revocation_logout_and_the_device_flow(self) -> None:
        origin = self.server.origin
        found = httpx.get(f"{origin}/.well-known/openid-configuration").json()
        self.assertEqual(found["issuer"], origin)
        self.assertEqual(found["token_endpoint"], f"{origin}/identity/o/api/token")
        self.assertEqual(found["revocation_endpoint"], f"{origin}/identity/o/api/revoke")
        self.assertEqual(found["end_session_endpoint"], f"{origin}/identity/o/logout")
        device = found["device_authorization_endpoint"]
        self.assertEqual(device, f"{origin}/identity/o/api/device/code")
        self.assertIn(DEVICE_GRANT, found["grant_types_supported"])
        self.assertNotIn("authorization_response_iss_parameter_supported", found)

    def test_login_gives_tokens_with_the_users_claims(self) -> None:
        for user, is_verified in (("alice", True), ("bob", False)):
            with self.subTest(user):
                back = self.authorize(Browser(user=user))
                self.assertEqual(back["state"], "state-1")
                self.assertNotIn("iss", back)
                tokens = self.exchange(back["code"]).json()
                claims = self.claims(tokens)
                self.assertEqual(claims["iss"], self.server.origin)
                self.assertEqual((claims["aud"], claims["nonce"]), (APP_CLIENT, "nonce-1"))
                self.assertNotIn("auth_time", claims)
                self.assertEqual(claims["email_verified"], is_verified)
                self.assertEqual(self.user_info(tokens).json()["email"], f"{user}@example.com")

    def test_loopback_redirect_may_have_any_port(self) -> None:
        redirect_uri = "http://127.0.0.1:9/callback"
        # Nothing listens on that port.
        with self.assertRaises(httpx.ConnectError) as caught:
            self.authorize(client_id=DESKTOP_CLIENT, redirect_uri=redirect_uri)
        back = str(caught.exception.request.url)
        self.assertTrue(back.startswith(f"{redirect_uri}?code="), back)

    def test_invalid_authorization_requests_are_rejected(self) -> None:
        self.assertEqual(self.authorize(scope="admin")["error"], "invalid_scope")
        self.assertEqual(self.authorize(prompt="none")["error"], "login_required")
        self.assertEqual(self.authorize(Browser(declines=True))["error"], "access_denied")
        self.assertEqual(self.authorize(code_challenge=None)["error"], "invalid_request")
        self.assertEqual(self.authorize(code_challenge_method="plain")["error"], "invalid_request")
        self.assertEqual(self.authorize(response_type="token")["error"], "unauthorized_client")
        for name, value in (
            ("client_id", "nobody"),
            ("redirect_uri", "com.example.thief:/callback"),
            ("redirect_uri", "http://localhost/callback"),
        ):
            query: Dict[str, Any] = {name: value}
            with self.assertRaisesRegex(AssertionError, "stays at /identity/o/authorize"):
                self.authorize(**query)

    def test_consent_is_remembered_as_long_as_there_are_tokens(self) -> None:
        browser = Browser(user="carol")
        self.authorize(browser)
        self.assertEqual(self.authorize(browser, prompt="none")["error"], "consent_required")
        self.tokens(browser)
        self.assertIn("code", self.authorize(browser, prompt="none"))

    def test_errors_follow_rfc_6749(self) -> None:
        code = self.authorize()["code"]
        self.assert_refused(self.exchange(code, code_verifier="x" * 43), 400, "invalid_grant")
        other = "http://127.0.0.1/callback"
        self.assert_refused(self.exchange(code, redirect_uri=other), 400, "invalid_request")
        self.assert_refused(self.exchange(code, client_id="nobody"), 401, "invalid_client")
        self.assert_refused(self.token(grant_type="nothing"), 400, "unsupported_grant_type")
        self.assert_refused(self.refresh("nothing"), 400, "invalid_grant")
        self.assertEqual(self.exchange(code).status_code, 200)

    def test_second_use_of_a_code_revokes_its_tokens(self) -> None:
        code = self.authorize()["code"]
        tokens = self.exchange(code).json()
        self.assert_refused(self.exchange(code), 400, "invalid_grant")
        self.assertEqual(self.user_info(tokens).status_code, 401)
        self.assert_refused(self.refresh(tokens["refresh_token"]), 400, "invalid_grant")

    def test_refresh_tokens_are_valid_once_and_their_reuse_ends_nothing(self) -> None:
        first = self.tokens()
        second = self.refresh(first["refresh_token"]).json()
        self.assertNotEqual(second["refresh_token"], first["refresh_token"])
        self.assertNotIn("nonce", self.claims(second))
        self.assert_refused(self.refresh(first["refresh_token"]), 400, "invalid_grant")
        self.assertEqual(self.user_info(first).status_code, 200)
        self.assertEqual(self.refresh(second["refresh_token"]).status_code, 200)

    def test_revocation_of_a_refresh_token_ends_its_access_tokens(self) -> None:
        first = self.tokens()
        tokens = self.refresh(first["refresh_token"]).json()
        self.assertEqual(self.revoke("nothing").status_code, 200)
        self.assert_refused(self.revoke("nothing", client_id="nobody"), 401, "invalid_client")
        self.assertEqual(self.revoke(tokens["refresh_token"]).status_code, 200)
        self.assert_refused(self.refresh(tokens["refresh_token"]), 400, "invalid_grant")
        for one in (first, tokens):
            self.assertEqual(self.user_info(one).status_code, 401)

    def test_revocation_with_the_wrong_hint_does_nothing(self) -> None:
        token = self.tokens()["refresh_token"]
        response = self.revoke(token, token_type_hint="access_token")
        self.assertEqual(response.status_code, 200)
        self.assertEqual(self.refresh(token).status_code, 200)

    def test_revocation_of_an_access_token_leaves_the_refresh_token(self) -> None:
        tokens = self.tokens()
        self.assertEqual(self.revoke(tokens["access_token"]).status_code, 200)
        self.assertEqual(self.user_info(tokens).status_code, 401)
        self.assertEqual(self.refresh(tokens["refresh_token"]).status_code, 200)

    def test_confidential_client_has_a_secret_and_no_consent(self) -> None:
        # Declining does nothing without a page that asks.
        code = self.authorize(Browser(declines=True), client_id=DESKTOP_CLIENT)["code"]
        self.assert_refused(self.exchange(code, client_id=DESKTOP_CLIENT), 401, "invalid_client")
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "code_verifier": harness.VERIFIER,
            "redirect_uri": REDIRECT_URI,
        }
        for secret, status in (("wrong", 401), (DESKTOP_SECRET, 200)):
            response = self.http.post("/api/token", data=form, auth=(DESKTOP_CLIENT, secret))
            self.assertEqual(response.status_code, status, response.text)
        token = response.json()["refresh_token"]
        response = self.revoke(token, client_id=DESKTOP_CLIENT)
        self.assert_refused(response, 401, "invalid_client")
        response = self.revoke(token, client_id=DESKTOP_CLIENT, client_secret=DESKTOP_SECRET)
        self.assertEqual(response.status_code, 200)

    def test_logout_asks_and_revokes_the_clients_tokens(self) -> None:
        browser = Browser()
        tokens = self.tokens(browser)
        self.assertEqual(self.log_out(browser, tokens["id_token"]), f"{REDIRECT_URI}?state=bye")
        self.assertEqual(self.authorize(browser, prompt="none")["error"], "login_required")
        self.assert_refused(self.refresh(tokens["refresh_token"]), 400, "invalid_grant")

    def test_user_who_stays_loses_the_tokens_too(self) -> None:
        browser = Browser(user="carol")
        tokens = self.tokens(browser)
        page = self.log_out(browser.declining(), tokens["id_token"])
        self.assertEqual(page, f"{REDIRECT_URI}?state=bye")
        self.assertEqual(self.authorize(browser, prompt="none")["error"], "consent_required")
        self.assert_refused(self.refresh(tokens["refresh_token"]), 400, "invalid_grant")

    def test_keys_change_on_request(self) -> None:
        keys = f"{self.server.origin}/.well-known/jwks.json"
        before = httpx.get(keys).json()
        httpx.post(f"{self.server.origin}/__test__/keys").raise_for_status()
        self.assertNotEqual(httpx.get(keys).json(), before)
        self.claims(self.tokens())

    def begin_device(self, **more: str) -> Dict[str, Any]:
        form = {"client_id": APP_CLIENT, "scope": SCOPE, **more}
        response = self.http.post("/api/device/code", data=form)
        self.assertEqual(response.status_code, 200, response.text)
        return dict(response.json())

    def poll(self, device: Dict[str, Any]) -> httpx.Response:
        return self.token(grant_type=DEVICE_GRANT, device_code=device["device_code"])

    def test_device_gets_tokens_once_the_user_has_confirmed(self) -> None:
        device = self.begin_device()
        self.assertEqual((device["interval"], device["expires_in"]), (DEVICE_INTERVAL, 300))
        self.assertRegex(device["user_code"], r"^[A-Z]{4}-[A-Z]{4}$")
        page = f"{self.server.origin}/identity/o/device"
        self.assertEqual(device["verification_uri"], page)
        complete = f"{page}?code={device['user_code']}"
        self.assertEqual(device["verification_uri_complete"], complete)
        self.assert_refused(self.poll(device), 400, "authorization_pending")
        self.assert_refused(self.poll(device), 400, "slow_down")
        self.assertIn("You successfully authorized", Browser().finish(complete))
        time.sleep(DEVICE_INTERVAL)
        tokens = self.poll(device).json()
        # There is no ID token, until a refresh.
        self.assertEqual((tokens["scope"], tokens.get("id_token")), (SCOPE, None))
        self.assertEqual(self.user_info(tokens).json()["name"], "Alice")
        self.assertEqual(self.claims(self.refresh(tokens["refresh_token"]).json())["sub"], "1")
        self.assert_refused(self.poll(device), 400, "invalid_grant")

    def test_user_declines_a_device(self) -> None:
        device = self.begin_device()
        page = Browser(declines=True).finish(device["verification_uri_complete"])
        self.assertIn("has been denied", page)
        self.assert_refused(self.poll(device), 400, "access_denied")

    def test_expired_device_code_is_invalid(self) -> None:
        device = self.begin_device()
        httpx.post(f"{self.server.origin}/__test__/device-codes").raise_for_status()
        self.assert_refused(self.poll(device), 400, "invalid_grant")
        page = Browser().finish(device["verification_uri_complete"])
        self.assertIn("Incorrect code", page)

    def test_device_flow_is_for_public_clients(self) -> None:
        for form, status, error in (
            ({"client_id": "nobody"}, 400, "invalid_request"),
            ({"client_id": DESKTOP_CLIENT}, 401, "invalid_client"),
            ({"client_id": APP_CLIENT, "scope": "admin"}, 400, "invalid_scope"),
        ):
            self.assert_refused(self.http.post("/api/device/code", data=form), status, error)

    def test_secrets_are_in_the_ledger_and_not_in_the_log(self) -> None:
        tokens = self.tokens()
        device = self.begin_device()
        Browser().finish(device["verification_uri_complete"])
        ledger = self.server.ledger.read_text().splitlines()
        for name in ("access_token", "refresh_token", "id_token"):
            self.assertIn(tokens[name], ledger)
        self.assertIn(device["device_code"], ledger)
        # A device shows it.
        self.assertNotIn(device["user_code"], ledger)
        log = self.server.log()
        self.assertIn("POST /identity/o/api/token 200", log)
        self.assertEqual([secret for secret in ledger if secret in log], [])

    # MARK: Second factors

    def headless(self, path: str, token: str = "", **body: str) -> httpx.Response:
        headers = {"X-Session-Token": token} if token else {}
        url = f"{self.server.origin}/_allauth/app/v1/auth/{path}"
        return httpx.post(url, json=body, headers=headers, timeout=20)

    def pending_login(self) -> Tuple[Dict[str, Any], str]:
        """A new user with second factors, and the token of a login with the password."""
        user = httpx.post(f"{self.server.origin}/__test__/second-factors", timeout=20).json()
        response = self.headless("login", username=user["username"], password=PASSWORD)
        self.assertEqual(response.status_code, 401)
        flow = response.json()["data"]["flows"][-1]
        types = ["recovery_codes", "totp"]
        self.assertEqual(flow, {"id": "mfa_authenticate", "is_pending": True, "types": types})
        return user, response.json()["meta"]["session_token"]

    def test_each_second_factor_completes_a_login(self) -> None:
        for name in ("code", "recoveryCode"):
            user, token = self.pending_login()
            wrong = self.headless("2fa/authenticate", token, code="wrong")
            self.assertEqual(wrong.status_code, 400)
            self.assertEqual(wrong.json()["errors"][0]["code"], "incorrect_code")
            complete = self.headless("2fa/authenticate", token, code=user[name])
            self.assertEqual(complete.json()["data"]["user"]["username"], user["username"])
            self.assertNotEqual(complete.json()["meta"]["session_token"], token)
            again = self.headless("2fa/authenticate", token, code=user[name])
            self.assertEqual(again.status_code, 410)

    def test_tests_can_end_a_pending_login(self) -> None:
        user, token = self.pending_login()
        ended = httpx.post(f"{self.server.origin}/__test__/logins", json={"token": token})
        self.assertEqual(ended.status_code, 200)
        response = self.headless("2fa/authenticate", token, code=user["code"])
        self.assertEqual(response.status_code, 410)


if __name__ == "__main__":
    unittest.main()
