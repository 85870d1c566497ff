"""The schema: the library's queries and mutations, and notes that need a login."""

# Strawberry evaluates the annotations, so they are not postponed.

import inspect
from typing import List, Optional

import strawberry
from gqlauth.core.middlewares import JwtSchema
from gqlauth.core.utils import get_user
from gqlauth.user import arg_mutations
from gqlauth.user.queries import UserQueries
from graphql import parse, print_ast
from strawberry.printer import print_schema
from strawberry.types import Info
from strawberry_django.permissions import IsAuthenticated

from support.django_accounts import Notes

_NOTES = Notes()
# By default, a field that can be null or a list is then null or empty, without an error.
_LOGIN_REQUIRED = IsAuthenticated(fail_silently=False)


@strawberry.type
class Note:
    id: strawberry.ID
    text: str


@strawberry.type
class Query(UserQueries):
    @strawberry.field(description="Needs no login.")
    def server(self) -> str:
        return "gqlauth_server"

    @strawberry.field(extensions=[_LOGIN_REQUIRED])
    def notes(self, info: Info) -> List[Note]:
        return [_note(*one) for one in enumerate(_NOTES.of(get_user(info)), 1)]


@strawberry.type
class Mutation:
    token_auth = arg_mutations.ObtainJSONWebToken.field
    verify_token = arg_mutations.VerifyToken.field
    refresh_token = arg_mutations.RefreshToken.field
    revoke_token = arg_mutations.RevokeToken.field
    register = arg_mutations.Register.field
    password_change = arg_mutations.PasswordChange.field
    delete_account = arg_mutations.DeleteAccount.field

    # Without the one field there is no data, and an error makes the other one null.
    @strawberry.mutation(extensions=[_LOGIN_REQUIRED])
    def add_note(self, info: Info, text: str) -> Note:
        return _added(info, text)

    @strawberry.mutation(extensions=[_LOGIN_REQUIRED])
    def add_notes(self, info: Info, texts: List[str]) -> Optional[List[Note]]:
        return [_added(info, text) for text in texts]


def _added(info: Info, text: str) -> Note:
    return _note(_NOTES.add(get_user(info), text), text)


def _note(number: int, text: str) -> Note:
    return Note(id=strawberry.ID(str(number)), text=text)


SCHEMA = JwtSchema(query=Query, mutation=Mutation)


def printed() -> str:
    """The schema with its fields and arguments in order: the library has them in sets."""
    document = parse(print_schema(SCHEMA))
    pending = list(document.definitions)
    while pending:
        node = pending.pop()
        if node.description is not None:
            # Python 3.13 removes the indentation of docstrings itself.
            node.description.value = inspect.cleandoc(node.description.value)
            node.description.block = True
        for name in ("fields", "arguments"):
            if getattr(node, name, None):
                children = sorted(getattr(node, name), key=lambda child: child.name.value)
                setattr(node, name, tuple(children))
                pending += children
    return "\n".join(line.rstrip() for line in print_ast(document).splitlines())
