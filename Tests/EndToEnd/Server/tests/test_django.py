"""Tests of the second OpenID provider."""

from __future__ import annotations

import harness  # noqa: F401, I001
import unittest
from typing import Any, Dict, Optional
from urllib.parse import urlencode

import httpx
from browser import Browser, query_of
from joserfc import jws
from joserfc.jwk import KeySet

from django_server.configuration import APP_CLIENT, REDIRECT_URIS, SHARED_SECRET_CLIENT
from support.secret_values import json_or_none

REDIRECT_URI = REDIRECT_URIS[0]


class DjangoTests(unittest.TestCase):
    server: harness.Process

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = harness.Process("django_server")
        cls.addClassCleanup(cls.server.discard)

    def setUp(self) -> None:
        self.http = httpx.Client(base_url=f"{self.server.origin}/o", timeout=20)
        self.addCleanup(self.http.close)

    def authorize(self, browser: Optional[Browser] = None, **more: Optional[str]) -> Dict[str, str]:
        """The parameters of the browser's redirect."""
        query = {
            "response_type": "code",
            "client_id": APP_CLIENT,
            "redirect_uri": REDIRECT_URI,
            "scope": "openid profile email",
            "state": "state-1",
            "nonce": "nonce-1",
            "code_challenge": harness.CHALLENGE,
            "code_challenge_method": "S256",
            **more,
        }
        present = {name: value for name, value in query.items() if value is not None}
        page = f"{self.server.origin}/o/authorize/?{urlencode(present)}"
        return query_of((browser or Browser()).open(page))

    def token(self, **form: str) -> httpx.Response:
        return self.http.post("/token/", data={"client_id": APP_CLIENT, **form})

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

    def tokens(self, browser: Optional[Browser] = None) -> Dict[str, Any]:
        response = self.exchange(self.authorize(browser)["code"])
        self.assertEqual(response.status_code, 200, response.text)
        return dict(response.json())

    def assert_refused(self, response: httpx.Response, status: int, error: str) -> None:
        self.assertEqual((response.status_code, response.json().get("error")), (status, error))

    def test_metadata_has_the_endpoints_without_revocation(self) -> None:
        found = self.http.get("/.well-known/openid-configuration").json()
        self.assertEqual(found["issuer"], f"{self.server.origin}/o")
        self.assertEqual(found["end_session_endpoint"], f"{self.server.origin}/o/logout/")
        self.assertNotIn("revocation_endpoint", found)

    def test_login_gives_tokens_with_the_users_claims(self) -> None:
        back = self.authorize()
        self.assertEqual(back["state"], "state-1")
        self.assertNotIn("iss", back)
        tokens = self.exchange(back["code"]).json()
        keys = KeySet.import_key_set(self.http.get("/.well-known/jwks.json").json())
        claims = json_or_none(jws.deserialize_compact(tokens["id_token"], keys).payload)
        self.assertEqual(claims["iss"], f"{self.server.origin}/o")
        self.assertEqual((claims["nonce"], claims["name"]), ("nonce-1", "Alice"))
        headers = {"Authorization": f"Bearer {tokens['access_token']}"}
        user = self.http.get("/userinfo/", headers=headers)
        self.assertEqual(user.json()["email"], "alice@example.com")

    def test_invalid_authorization_requests_are_rejected(self) -> None:
        self.assertEqual(self.authorize(scope="admin")["error"], "invalid_scope")
        self.assertEqual(self.authorize(prompt="none")["error"], "login_required")
        self.assertEqual(self.authorize(Browser(user="bob", declines=True))["error"], "access_denied")
        self.assertEqual(self.authorize(code_challenge=None)["error"], "invalid_request")
        for more in ({"client_id": "nobody"}, {"redirect_uri": "com.example.thief:/callback"}):
            with self.assertRaisesRegex(AssertionError, "stays at /o/authorize/"):
                self.authorize(**more)

    def test_errors_follow_rfc_6749(self) -> None:
        code = self.authorize()["code"]
        self.assert_refused(self.exchange(code, code_verifier="x" * 43), 400, "invalid_grant")
        self.assertEqual(self.exchange(code).status_code, 200)
        self.assert_refused(self.exchange(code), 400, "invalid_grant")
        self.assert_refused(self.token(grant_type="nothing"), 400, "unsupported_grant_type")
        self.assert_refused(self.refresh("nothing"), 400, "invalid_grant")
        self.assert_refused(self.exchange(code, client_id="nobody"), 401, "invalid_client")

    def test_refresh_tokens_are_valid_once(self) -> None:
        first = self.tokens()
        second = self.refresh(first["refresh_token"]).json()
        self.assertNotEqual(second["refresh_token"], first["refresh_token"])
        self.assert_refused(self.refresh(first["refresh_token"]), 400, "invalid_grant")
        form = {"client_id": APP_CLIENT, "token": second["refresh_token"]}
        self.assertEqual(self.http.post("/revoke_token/", data=form).status_code, 200)
        self.assert_refused(self.refresh(second["refresh_token"]), 400, "invalid_grant")

    def test_id_tokens_of_a_client_may_be_signed_with_a_secret(self) -> None:
        code = self.authorize(client_id=SHARED_SECRET_CLIENT)["code"]
        tokens = self.exchange(code, client_id=SHARED_SECRET_CLIENT).json()
        token = jws.extract_compact(tokens["id_token"].encode())
        self.assertEqual(token.headers()["alg"], "HS256")

    def test_keys_change_on_request(self) -> None:
        before = self.http.get("/.well-known/jwks.json").json()
        httpx.post(f"{self.server.origin}/__test__/keys").raise_for_status()
        self.assertNotEqual(self.http.get("/.well-known/jwks.json").json(), before)

    def test_id_token_logs_its_users_browser_out_without_confirmation(self) -> None:
        browser = Browser()
        query = {
            "client_id": APP_CLIENT,
            "post_logout_redirect_uri": REDIRECT_URI,
            "id_token_hint": self.tokens(browser)["id_token"],
        }
        self.assertIn("code", self.authorize(browser))
        page = f"{self.server.origin}/o/logout/?{urlencode(query)}"
        self.assertEqual(browser.open(page), REDIRECT_URI)
        self.assertEqual(self.authorize(browser, prompt="none")["error"], "login_required")

    def test_secrets_are_in_the_ledger_and_not_in_the_log(self) -> None:
        tokens = self.tokens()
        ledger = self.server.ledger.read_text().splitlines()
        for name in ("access_token", "refresh_token", "id_token"):
            self.assertIn(tokens[name], ledger)
        log = self.server.log()
        self.assertIn("POST /o/token/ 200", log)
        self.assertEqual([secret for secret in ledger if secret in log], [])


if __name__ == "__main__":
    unittest.main()
