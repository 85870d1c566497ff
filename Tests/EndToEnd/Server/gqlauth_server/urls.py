"""The path of Strawberry's endpoint."""

from __future__ import annotations

from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from strawberry.django.views import GraphQLView

from .schema import SCHEMA

urlpatterns = [path("graphql", csrf_exempt(GraphQLView.as_view(schema=SCHEMA)))]
