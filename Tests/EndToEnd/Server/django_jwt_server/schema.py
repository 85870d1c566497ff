"""The schema: the library's mutations, and notes that need a login."""

from __future__ import annotations

from typing import Any, List

import graphene
import graphql_jwt
from django.contrib.auth import get_user_model
from graphene_django import DjangoObjectType
from graphql_jwt.decorators import login_required

from support.django_accounts import Notes

_NOTES = Notes()


class User(DjangoObjectType):
    class Meta:
        model = get_user_model()
        fields = ("id", "username", "email", "first_name")


class Note(graphene.ObjectType):
    id = graphene.ID(required=True)
    text = graphene.String(required=True)


class Query(graphene.ObjectType):
    server = graphene.String(required=True, description="Needs no login.")
    me = graphene.Field(User)
    notes = graphene.List(graphene.NonNull(Note), required=True)

    def resolve_server(self, _: Any) -> str:
        return "django_jwt_server"

    @login_required
    def resolve_me(self, info: Any) -> Any:
        return info.context.user

    @login_required
    def resolve_notes(self, info: Any) -> List[Note]:
        texts = _NOTES.of(info.context.user)
        return [Note(id=number, text=text) for number, text in enumerate(texts, 1)]


class TokenAuth(graphql_jwt.JSONWebTokenMutation):
    user = graphene.Field(User)

    @classmethod
    def resolve(cls, _: Any, info: Any, **__: Any) -> TokenAuth:
        return cls(user=info.context.user)


class AddNote(graphene.Mutation):
    class Arguments:
        text = graphene.String(required=True)

    note = graphene.Field(Note, required=True)

    @classmethod
    @login_required
    def mutate(cls, _: Any, info: Any, text: str) -> AddNote:
        return cls(note=_added(info, text))


class AddNotes(graphene.Mutation):
    class Arguments:
        texts = graphene.List(graphene.NonNull(graphene.String), required=True)

    notes = graphene.List(graphene.NonNull(Note), required=True)

    @classmethod
    @login_required
    def mutate(cls, _: Any, info: Any, texts: List[str]) -> AddNotes:
        return cls(notes=[_added(info, text) for text in texts])


class Mutation(graphene.ObjectType):
    token_auth = TokenAuth.Field()
    verify_token = graphql_jwt.Verify.Field()
    refresh_token = graphql_jwt.Refresh.Field()
    revoke_token = graphql_jwt.Revoke.Field()
    # An error makes the one field null, and without the other one there is no data.
    add_note = AddNote.Field()
    add_notes = AddNotes.Field(required=True)


def _added(info: Any, text: str) -> Note:
    return Note(id=_NOTES.add(info.context.user, text), text=text)


SCHEMA = graphene.Schema(query=Query, mutation=Mutation)
