"""Tests of the server with django-graphql-jwt."""

from __future__ import annotations

import harness
import token_server
import unittest
from typing import Any, Dict, Optional

EXPIRED = "Signature has expired"
FORBIDDEN = "You do not have permission to perform this action"


class DjangoJWTTests(token_server.TokenServerTests, unittest.TestCase):
    module = "django_jwt_server"
    login = """
        mutation($username: String!, $password: String!) {
          tokenAuth(username: $username, password: $password) {
            token refreshToken payload refreshExpiresIn user { username }
          }
        }"""
    REFRESH = """
        mutation($token: String) { refreshToken(refreshToken: $token) { token refreshToken } }"""
    REVOKE = "mutation($token: String) { revokeToken(refreshToken: $token) { revoked } }"
    VERIFY = "mutation($token: String) { verifyToken(token: $token) { payload } }"

    def access_token(self, granted: Dict[str, Any]) -> str:
        return str(granted["token"])

    def refresh_token(self, granted: Dict[str, Any]) -> str:
        return str(granted["refreshToken"])

    def refresh(self, token: str) -> Dict[str, Any]:
        return self.data(self.REFRESH, token=token)["refreshToken"]

    def assert_refused(self, token: Optional[str], message: str = "Invalid refresh token") -> None:
        body = self.send(self.REFRESH, token=token)
        self.assert_error(body, {"refreshToken": None}, message)

    def test_login_gives_tokens_and_the_user(self) -> None:
        granted = self.log_in()
        self.assertEqual(granted["user"], {"username": "alice"})
        self.assertEqual(granted["payload"]["username"], "alice")
        # It is a point in time, unlike its name.
        self.assertGreater(granted["refreshExpiresIn"], granted["payload"]["exp"])
        token = granted["token"]
        self.assertEqual(self.data("{ me { username } }", token)["me"], {"username": "alice"})
        verified = self.data(self.VERIFY, token=token)["verifyToken"]
        self.assertEqual(verified["payload"], granted["payload"])

    def test_wrong_password_is_an_error(self) -> None:
        body = self.send(self.login, username="alice", password="wrong")
        self.assert_error(body, {"tokenAuth": None}, "Please enter valid credentials")

    def test_call_without_a_token_is_an_error_of_its_field(self) -> None:
        body = self.send("{ me { id } server }")
        self.assert_error(body, {"me": None, "server": "django_jwt_server"}, FORBIDDEN)
        self.assert_error(self.send("{ notes { id } }"), None, FORBIDDEN)
        self.assert_error(self.send(token_server.ADD), {"addNote": None}, FORBIDDEN)
        self.assert_error(self.send(token_server.ADD_SEVERAL), None, FORBIDDEN)

    def test_expired_token_is_an_error_of_every_field(self) -> None:
        token = self.log_in()["token"]
        self.let_expire()
        self.assert_error(self.send("{ me { id } }", token), {"me": None}, EXPIRED)
        self.assert_error(self.send("{ notes { id } }", token), None, EXPIRED)
        self.assert_error(self.send("{ server }", token), None, EXPIRED)
        self.assert_error(self.send(token_server.ADD, token), {"addNote": None}, EXPIRED)
        self.assert_error(self.send(token_server.ADD_SEVERAL, token), None, EXPIRED)
        self.assert_error(self.send(self.VERIFY, token=token), {"verifyToken": None}, EXPIRED)

    def test_notes_are_the_users_own(self) -> None:
        alice, bob = self.log_in("alice"), self.log_in("bob")
        note = self.data('mutation { addNote(text: "x") { note { text } } }', alice["token"])
        self.assertEqual(note, {"addNote": {"note": {"text": "x"}}})
        several = 'mutation { addNotes(texts: ["y", "z"]) { notes { id text } } }'
        self.data(several, bob["token"])
        notes = self.data("{ notes { id text } }", bob["token"])["notes"]
        self.assertEqual(notes, [{"id": "1", "text": "y"}, {"id": "2", "text": "z"}])

    def test_refresh_tokens_stay_valid(self) -> None:
        first = self.log_in()
        self.let_expire()
        second = self.refresh(first["refreshToken"])
        self.assertNotEqual(second["refreshToken"], first["refreshToken"])
        self.assertNotEqual(second["token"], first["token"])
        self.data("{ me { id } }", second["token"])
        self.refresh(first["refreshToken"])
        self.refresh(second["refreshToken"])

    def test_refresh_tokens_may_be_valid_once(self) -> None:
        server = harness.Process("django_jwt_server", "--one-time")
        self.addCleanup(server.discard)
        self.http.base_url = server.origin
        first = self.log_in()
        second = self.refresh(first["refreshToken"])
        self.assert_refused(first["refreshToken"])
        self.refresh(second["refreshToken"])

    def test_revoked_refresh_token_is_refused(self) -> None:
        granted = self.log_in()
        revoked = self.data(self.REVOKE, token=granted["refreshToken"])["revokeToken"]
        self.assertIsInstance(revoked["revoked"], int)
        self.assert_refused(granted["refreshToken"])
        again = self.send(self.REVOKE, token=granted["refreshToken"])
        self.assert_error(again, {"revokeToken": None}, "Invalid refresh token")
        # The access token is valid as long as it lasts.
        self.data("{ me { id } }", granted["token"])

    def test_expired_header_fails_what_is_done(self) -> None:
        granted = self.log_in()
        self.let_expire()
        # The library checks the header at the field in the result, after the mutation.
        body = self.send(self.REFRESH, granted["token"], token=granted["refreshToken"])
        self.assert_error(body, {"refreshToken": None}, EXPIRED)
        self.assertEqual(body["errors"][0]["path"], ["refreshToken", "token"])
        body = self.send(self.REVOKE, granted["token"], token=granted["refreshToken"])
        self.assert_error(body, {"revokeToken": None}, EXPIRED)
        self.assert_refused(granted["refreshToken"])

    def test_refresh_token_is_required_and_expires(self) -> None:
        self.assert_refused(None, "Refresh token is required")
        granted = self.log_in()
        self.control("advance", seconds=3602)
        self.assert_refused(granted["refreshToken"], "Refresh token is expired")

    def test_tests_can_revoke_one_kind(self) -> None:
        granted = self.log_in()
        self.assertEqual(self.control("revoke", kind="access"), 200)
        body = self.send("{ me { id } }", granted["token"])
        self.assert_error(body, {"me": None}, "Error decoding signature")
        renewed = self.refresh(granted["refreshToken"])
        self.data("{ me { id } }", renewed["token"])
        self.assertEqual(self.control("revoke", kind="refresh"), 200)
        self.assert_refused(granted["refreshToken"])
        self.assert_refused(renewed["refreshToken"])


if __name__ == "__main__":
    unittest.main()
