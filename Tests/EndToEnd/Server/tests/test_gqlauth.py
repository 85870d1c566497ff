"""Tests of the server with strawberry-django-auth."""

from __future__ import annotations

import harness  # noqa: F401, I001
import token_server
import unittest
from typing import Any, Dict

import httpx

from support.django_accounts import PASSWORD

FORBIDDEN = "User is not authenticated."
GRANTED = """
    success errors token { token payload { username exp origIat } } refreshToken { token }
    user { username }"""


@token_server.needs_python(3, 10)
class GqlauthTests(token_server.TokenServerTests, unittest.TestCase):
    module = "gqlauth_server"
    login = f"""
        mutation($username: String!, $password: String!) {{
          tokenAuth(username: $username, password: $password) {{ {GRANTED} }}
        }}"""
    REFRESH = f"""
        mutation($token: String!, $revoke: Boolean!) {{
          refreshToken(refreshToken: $token, revokeRefreshToken: $revoke) {{ {GRANTED} }}
        }}"""
    REVOKE = """
        mutation($token: String!) {
          revokeToken(refreshToken: $token) { success errors refreshToken { token isExpired } }
        }"""
    CHANGE = f"""
        mutation($oldPassword: String!, $newPassword1: String!, $newPassword2: String!) {{
          passwordChange(
            oldPassword: $oldPassword, newPassword1: $newPassword1, newPassword2: $newPassword2
          ) {{ {GRANTED} }}
        }}"""

    def access_token(self, granted: Dict[str, Any]) -> str:
        return str(granted["token"]["token"])

    def refresh_token(self, granted: Dict[str, Any]) -> str:
        return str(granted["refreshToken"]["token"])

    def refresh(self, token: str, revoke: bool = False) -> Dict[str, Any]:
        return self.data(self.REFRESH, token=token, revoke=revoke)["refreshToken"]

    def change(self, token: str, old: str, new: str, again: str) -> Dict[str, Any]:
        texts = {"oldPassword": old, "newPassword1": new, "newPassword2": again}
        return self.data(self.CHANGE, token, **texts)["passwordChange"]

    def assert_refused(self, result: Any, code: str, field: str = "nonFieldErrors") -> None:
        self.assertEqual((result["success"], result["refreshToken"]), (False, None))
        self.assertEqual([error["code"] for error in result["errors"][field]], [code])

    def test_login_gives_tokens_and_the_user(self) -> None:
        granted = self.log_in()
        self.assertEqual((granted["success"], granted["errors"]), (True, None))
        self.assertEqual(granted["user"], {"username": "alice"})
        self.assertEqual(granted["token"]["payload"]["username"], "alice")
        token = self.access_token(granted)
        for field in ("me", "publicUser"):
            found = self.data(f"{{ {field} {{ username }} }}", token)[field]
            self.assertEqual(found, {"username": "alice"})

    def test_failed_login_is_in_the_result(self) -> None:
        self.assert_refused(self.log_in("alice", "wrong"), "invalid_credentials")
        self.assert_refused(self.log_in("bob"), "not_verified")

    def test_expired_token_is_like_none(self) -> None:
        expired = self.access_token(self.log_in())
        self.let_expire()
        for token in (None, expired):
            self.assert_error(self.send("{ me { id } server }", token), None, "Unauthenticated.")
            self.assert_error(self.send("{ notes { id } }", token), None, FORBIDDEN)
            self.assert_error(self.send(token_server.ADD, token), None, FORBIDDEN)
            body = self.send(token_server.ADD_SEVERAL, token)
            self.assert_error(body, {"addNotes": None}, FORBIDDEN)
            body = self.send(self.CHANGE, token, oldPassword="", newPassword1="", newPassword2="")
            self.assert_error(body, None, "Unauthenticated.")
            self.assertEqual(self.data("{ server }", token), {"server": "gqlauth_server"})
            # Without an error.
            self.assertIsNone(self.data("{ publicUser { id } }", token)["publicUser"])
        query = "mutation($token: String!) { verifyToken(token: $token) { success errors } }"
        verified = self.data(query, token=expired)["verifyToken"]
        self.assertEqual(verified["errors"]["nonFieldErrors"][0]["code"], "expired_token")

    def test_notes_are_the_users_own(self) -> None:
        alice = self.access_token(self.log_in("alice"))
        carol = self.access_token(self.log_in("carol"))
        note = self.data('mutation { addNote(text: "x") { text } }', alice)
        self.assertEqual(note, {"addNote": {"text": "x"}})
        self.data('mutation { addNotes(texts: ["y", "z"]) { id } }', carol)
        notes = self.data("{ notes { id text } }", carol)["notes"]
        self.assertEqual(notes, [{"id": "1", "text": "y"}, {"id": "2", "text": "z"}])

    def test_refresh_may_revoke_the_refresh_token(self) -> None:
        first = self.log_in()
        self.let_expire()
        second = self.refresh(self.refresh_token(first))
        self.assertEqual(self.refresh_token(second), self.refresh_token(first))
        self.assertIsNone(second["user"])
        self.data("{ me { id } }", self.access_token(second))
        third = self.refresh(self.refresh_token(second), revoke=True)
        self.assertNotEqual(self.refresh_token(third), self.refresh_token(first))
        self.assert_refused(self.refresh(self.refresh_token(first)), "expired_token")
        self.assert_refused(self.refresh("nothing"), "invalid_token")

    def test_refresh_and_revocation_need_no_valid_access_token(self) -> None:
        granted = self.log_in()
        expired, token = self.access_token(granted), self.refresh_token(granted)
        self.let_expire()
        renewed = self.data(self.REFRESH, expired, token=token, revoke=False)["refreshToken"]
        self.assertTrue(renewed["success"])
        revoked = self.data(self.REVOKE, expired, token=token)["revokeToken"]
        self.assertEqual(revoked["refreshToken"], {"token": token, "isExpired": True})
        self.assert_refused(self.refresh(token), "expired_token")
        again = self.data(self.REVOKE, token=token)["revokeToken"]
        self.assert_refused(again, "invalid_token")
        # The access token is valid as long as it lasts.
        self.data("{ me { id } }", self.access_token(renewed))

    def test_refresh_token_expires(self) -> None:
        granted = self.log_in()
        self.control("advance", seconds=3602)
        self.assert_refused(self.refresh(self.refresh_token(granted)), "expired_token")

    def test_password_change_gives_new_tokens(self) -> None:
        before = self.log_in("carol")
        token = self.access_token(before)
        wrong = self.change(token, "wrong", "new words", "new words")
        self.assert_refused(wrong, "invalid_password", "oldPassword")
        other = self.change(token, PASSWORD, "new words", "other words")
        self.assert_refused(other, "password_mismatch", "newPassword2")
        after = self.change(token, PASSWORD, "new words", "new words")
        self.assertEqual(after["user"], {"username": "carol"})
        self.assert_refused(self.refresh(self.refresh_token(before)), "expired_token")
        self.assertTrue(self.refresh(self.refresh_token(after))["success"])
        self.assert_refused(self.log_in("carol"), "invalid_credentials")
        self.assertIn("new words", self.server.ledger.read_text().splitlines())
        back = self.change(self.access_token(after), "new words", PASSWORD, PASSWORD)
        self.assertTrue(back["success"])

    def test_registered_user_is_not_verified(self) -> None:
        query = """
            mutation($name: String!, $email: String!, $password: String!) {
              register(username: $name, email: $email, password1: $password, password2: $password) {
                success errors
              }
            }"""
        user = {"name": "dora", "email": "dora@example.com", "password": "new words"}
        self.assertTrue(self.data(query, **user)["register"]["success"])
        self.assert_refused(self.log_in("dora", "new words"), "not_verified")
        errors = self.data(query, **user)["register"]["errors"]
        self.assertEqual(errors["username"][0]["code"], "unique")

    def test_tests_can_revoke_one_kind(self) -> None:
        granted = self.log_in()
        self.assertEqual(self.control("revoke", kind="access"), 200)
        body = self.send("{ me { id } }", self.access_token(granted))
        self.assert_error(body, None, "Unauthenticated.")
        renewed = self.refresh(self.refresh_token(granted))
        self.data("{ me { id } }", self.access_token(renewed))
        self.assertEqual(self.control("revoke", kind="refresh"), 200)
        self.assert_refused(self.refresh(self.refresh_token(renewed)), "expired_token")

    def test_password_confirms_the_deletion_of_the_account(self) -> None:
        delete = "mutation($password: String!) { deleteAccount(password: $password) { success errors } }"
        token = self.access_token(self.log_in("dave"))
        wrong = self.data(delete, token, password="wrong")["deleteAccount"]
        self.assertEqual((wrong["success"], list(wrong["errors"])), (False, ["password"]))
        self.data("{ me { id } }", token)
        self.assertTrue(self.data(delete, token, password=PASSWORD)["deleteAccount"]["success"])
        # The library fails for a token of a user who is gone.
        with self.assertRaisesRegex(httpx.HTTPStatusError, "500 Internal Server Error"):
            self.send(delete, token, password=PASSWORD)
        self.assert_refused(self.log_in("dave"), "invalid_credentials")


if __name__ == "__main__":
    unittest.main()
