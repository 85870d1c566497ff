"""Tests of the fourth OpenID provider."""

from __future__ import annotations

import harness  # noqa: F401, I001
import time
import unittest
from typing import Any, Dict, List, Optional, Tuple
from urllib.parse import urlencode

import httpx
from browser import Browser, query_of
from joserfc import jws
from joserfc.jwk import KeySet

from canaille_server.clients import APP_CLIENT, DESKTOP_CLIENT, DESKTOP_SECRET, REDIRECT_URIS
from support.secret_values import json_or_none

REDIRECT_URI = REDIRECT_URIS[0]
# Of the server's argument. Nothing listens on that port.
LOOPBACK_URI = "http://127.0.0.1:9/callback"
SCOPE = "openid profile email offline_access"


@harness.needs_packages("canaille")
class CanailleTests(unittest.TestCase):
    server: harness.Process

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = harness.Process("canaille_server", "--redirect-uri", LOOPBACK_URI)
        cls.addClassCleanup(cls.server.discard)

    def setUp(self) -> None:
        self.http = httpx.Client(base_url=f"{self.server.origin}/oauth", timeout=20)
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
        page = f"{self.server.origin}/oauth/authorize?{urlencode(present)}"
        return query_of((browser or Browser()).open(page))

    def token(self, auth: Optional[Tuple[str, str]] = None, **form: str) -> httpx.Response:
        client = {} if auth else {"client_id": APP_CLIENT}
        return httpx.post(f"{self.http.base_url}token", data={**client, **form}, auth=auth)

    def exchange(
        self, code: str, auth: Optional[Tuple[str, str]] = None, **more: str
    ) -> httpx.Response:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "code_verifier": harness.VERIFIER,
            "redirect_uri": REDIRECT_URI,
            **more,
        }
        return self.token(auth, **form)

    def refresh(self, token: str, auth: Optional[Tuple[str, str]] = None) -> httpx.Response:
        return self.token(auth, grant_type="refresh_token", refresh_token=token)

    def tokens(self, browser: Optional[Browser] = None) -> Dict[str, Any]:
        response = self.exchange(self.authorize(browser)["code"])
        self.assertEqual(response.status_code, 200, response.text)
        return dict(response.json())

    def verified(self, id_token: str) -> Tuple[str, Dict[str, Any]]:
        """The algorithm and the claims of an ID token."""
        keys = KeySet.import_key_set(self.http.get("/jwks.json").json())
        token = jws.deserialize_compact(id_token, keys, algorithms=["RS256", "RS512"])
        return token.headers()["alg"], dict(json_or_none(token.payload))

    def user_info(self, tokens: Dict[str, Any]) -> httpx.Response:
        headers = {"Authorization": f"Bearer {tokens['access_token']}"}
        return self.http.get("/userinfo", headers=headers)

    def assert_refused(self, response: httpx.Response, status: int, error: str) -> None:
        self.assertEqual((response.status_code, response.json().get("error")), (status, error))

    def test_metadata_has_revocation_for_confidential_clients_and_logout(self) -> None:
        origin = self.server.origin
        found = httpx.get(f"{origin}/.well-known/openid-configuration").json()
        self.assertEqual(found["issuer"], origin)
        self.assertEqual(found["revocation_endpoint"], f"{origin}/oauth/revoke")
        methods = found["revocation_endpoint_auth_methods_supported"]
        self.assertEqual(methods, ["client_secret_basic"])
        self.assertEqual(found["end_session_endpoint"], f"{origin}/oauth/end_session")
        self.assertIs(found["authorization_response_iss_parameter_supported"], True)
        self.assertNotIn("device_authorization_endpoint", found)
        other = httpx.get(f"{origin}/.well-known/oauth-authorization-server").json()
        self.assertEqual(other["token_endpoint"], found["token_endpoint"])

    def test_login_gives_tokens_with_the_users_claims(self) -> None:
        back = self.authorize()
        self.assertEqual((back["state"], back["iss"]), ("state-1", self.server.origin))
        tokens = self.exchange(back["code"]).json()
        algorithm, claims = self.verified(tokens["id_token"])
        self.assertEqual((algorithm, claims["iss"]), ("RS512", self.server.origin))
        self.assertEqual((claims["aud"], claims["nonce"]), ([APP_CLIENT], "nonce-1"))
        # It has fractions of a second.
        self.assertIsInstance(claims["auth_time"], float)
        user = self.user_info(tokens).json()
        self.assertEqual((user["sub"], user["email"]), ("alice", "alice@example.com"))
        self.assertNotIn("email_verified", user)

    def test_loopback_redirect_must_be_registered_with_its_port(self) -> None:
        with self.assertRaises(httpx.ConnectError) as caught:
            self.authorize(redirect_uri=LOOPBACK_URI)
        back = str(caught.exception.request.url)
        self.assertTrue(back.startswith(f"{LOOPBACK_URI}?code="), back)
        with self.assertRaisesRegex(AssertionError, "stays at /oauth/authorize"):
            self.authorize(redirect_uri="http://127.0.0.1:10/callback")

    def test_invalid_authorization_requests_are_rejected(self) -> None:
        cases: List[Tuple[Dict[str, Any], str]] = [
            ({"prompt": "none"}, "login_required"),
            ({"code_challenge": None}, "invalid_request"),
            ({"nonce": None}, "invalid_request"),
            ({"response_type": "nothing"}, "unsupported_response_type"),
        ]
        for more, error in cases:
            back = self.authorize(**more)
            self.assertEqual((back["error"], back.get("iss")), (error, None))
        for name, value in (
            ("client_id", "nobody"),
            ("redirect_uri", "com.example.thief:/callback"),
        ):
            query: Dict[str, Any] = {name: value}
            with self.assertRaisesRegex(AssertionError, "stays at /oauth/authorize"):
                self.authorize(**query)

    def test_unknown_scopes_are_left_out(self) -> None:
        code = self.authorize(scope="openid admin")["code"]
        self.assertEqual(self.exchange(code).json()["scope"], "openid")

    def test_consent_is_asked_once(self) -> None:
        browser = Browser(user="carol", declines=True)
        back = self.authorize(browser)
        self.assertEqual((back["error"], back["iss"]), ("access_denied", self.server.origin))
        self.assertEqual(self.authorize(browser, prompt="none")["error"], "consent_required")
        consenting = Browser(user="carol")
        self.authorize(consenting)
        self.assertIn("code", self.authorize(consenting, prompt="none"))
        self.assertIn("code", self.authorize(browser))

    def test_errors_follow_rfc_6749(self) -> None:
        code = self.authorize()["code"]
        self.assert_refused(self.exchange(code, code_verifier="x" * 43), 400, "invalid_grant")
        other = "http://127.0.0.1/callback"
        self.assert_refused(self.exchange(code, redirect_uri=other), 400, "invalid_grant")
        self.assert_refused(self.exchange(code, client_id="nobody"), 400, "invalid_client")
        self.assert_refused(self.token(grant_type="nothing"), 400, "unsupported_grant_type")
        self.assert_refused(self.refresh("nothing"), 400, "invalid_grant")
        tokens = self.exchange(code).json()
        self.assert_refused(self.exchange(code), 400, "invalid_grant")
        self.assertEqual(self.user_info(tokens).status_code, 200)

    def test_refresh_tokens_are_valid_once_and_their_reuse_ends_nothing(self) -> None:
        first = self.tokens()
        second = self.refresh(first["refresh_token"]).json()
        self.assertNotEqual(second["refresh_token"], first["refresh_token"])
        self.assertNotIn("id_token", second)
        self.assertLess(second["expires_in"], first["expires_in"])
        self.assert_refused(self.refresh(first["refresh_token"]), 400, "invalid_grant")
        # The refresh has revoked the access token too.
        self.assertEqual(self.user_info(first).status_code, 401)
        self.assertEqual(self.user_info(second).status_code, 200)
        self.assertEqual(self.refresh(second["refresh_token"]).status_code, 200)

    def test_public_client_cannot_revoke(self) -> None:
        tokens = self.tokens()
        form = {"client_id": APP_CLIENT, "token": tokens["refresh_token"]}
        self.assert_refused(self.http.post("/revoke", data=form), 401, "invalid_client")
        self.assertEqual(self.refresh(tokens["refresh_token"]).status_code, 200)

    def test_confidential_client_revokes_all_tokens_of_a_login(self) -> None:
        secret = (DESKTOP_CLIENT, DESKTOP_SECRET)
        # Declining does nothing without a page that asks.
        code = self.authorize(Browser(declines=True), client_id=DESKTOP_CLIENT)["code"]
        self.assert_refused(self.exchange(code, client_id=DESKTOP_CLIENT), 401, "invalid_client")
        self.assert_refused(self.exchange(code, (DESKTOP_CLIENT, "wrong")), 401, "invalid_client")
        tokens = self.exchange(code, secret).json()
        self.assertEqual(self.verified(tokens["id_token"])[0], "RS256")
        form = {"token": tokens["refresh_token"]}
        self.assertEqual(self.http.post("/revoke", data=form, auth=secret).json(), {})
        unknown = self.http.post("/revoke", data={"token": "nothing"}, auth=secret)
        self.assertEqual(unknown.status_code, 200)
        self.assert_refused(self.refresh(tokens["refresh_token"], secret), 400, "invalid_grant")
        self.assertEqual(self.user_info(tokens).status_code, 401)

    def log_out(self, browser: Browser, redirect_uri: str, id_token: Optional[str]) -> str:
        query = {
            "client_id": APP_CLIENT,
            "post_logout_redirect_uri": redirect_uri,
            "state": "bye",
            **({} if id_token is None else {"id_token_hint": id_token}),
        }
        return browser.open(f"{self.server.origin}/oauth/end_session?{urlencode(query)}")

    def test_logout_with_an_id_token_asks_nothing_and_revokes_nothing(self) -> None:
        browser = Browser()
        tokens = self.tokens(browser)
        page = self.log_out(browser.declining(), REDIRECT_URI, tokens["id_token"])
        self.assertEqual(page, f"{REDIRECT_URI}?state=bye")
        self.assertEqual(self.authorize(browser, prompt="none")["error"], "login_required")
        self.assertEqual(self.refresh(tokens["refresh_token"]).status_code, 200)

    def test_logout_without_an_id_token_asks(self) -> None:
        browser = Browser()
        self.authorize(browser)
        with self.assertRaises(httpx.ConnectError) as caught:
            self.log_out(browser, LOOPBACK_URI, None)
        self.assertEqual(str(caught.exception.request.url), f"{LOOPBACK_URI}?state=bye")

    def test_max_age_requires_a_new_login(self) -> None:
        browser = Browser()
        _, before = self.verified(self.tokens(browser)["id_token"])
        time.sleep(1.1)
        code = self.authorize(browser, max_age="1")["code"]
        _, after = self.verified(self.exchange(code).json()["id_token"])
        self.assertGreater(after["auth_time"], before["auth_time"])

    def test_keys_change_on_request(self) -> None:
        before = self.http.get("/jwks.json").json()
        httpx.post(f"{self.server.origin}/__test__/keys").raise_for_status()
        self.assertNotEqual(self.http.get("/jwks.json").json(), before)
        self.verified(self.tokens()["id_token"])

    def test_secrets_are_in_the_ledger_and_not_in_the_log(self) -> None:
        tokens = self.tokens()
        ledger = self.server.ledger.read_text().splitlines()
        for name in ("access_token", "refresh_token", "id_token"):
            self.assertIn(tokens[name], ledger)
        log = self.server.log()
        self.assertIn("POST /oauth/token 200", log)
        self.assertEqual([secret for secret in ledger if secret in log], [])


if __name__ == "__main__":
    unittest.main()
