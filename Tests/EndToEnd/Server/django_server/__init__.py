"""An OpenID provider that is another than Glewlwyd: Django with django-oauth-toolkit."""
