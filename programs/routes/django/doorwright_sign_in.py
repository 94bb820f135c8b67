# `path("", include("doorwright_sign_in"))` in urls.py adds /login and /callback: pip install Authlib requests
from os import environ as env

from authlib.integrations.django_client import OAuth
from django.shortcuts import redirect
from django.urls import path

client = OAuth().register("doorwright", client_id=env["OIDC_CLIENT_ID"], client_secret=env["OIDC_CLIENT_SECRET"],
    server_metadata_url=env["OIDC_ISSUER_URL"] + "/.well-known/openid-configuration",
    client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"})


def callback(request):
    request.session["person"] = client.userinfo(token=client.authorize_access_token(request))
    return redirect("/")


urlpatterns = [path("login", lambda request: client.authorize_redirect(request, env["OIDC_REDIRECT_URI"])),
    path("callback", callback)]
