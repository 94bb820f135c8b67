import json
import os
from urllib.parse import urlencode

from authlib.integrations.base_client import OAuthError
from authlib.integrations.django_client import OAuth
from django.conf import settings
from django.http import HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_POST
from joserfc.errors import JoseError

doorwright = OAuth().register(
    "doorwright",
    client_id=os.environ["OIDC_CLIENT_ID"],
    client_secret=os.environ["OIDC_CLIENT_SECRET"],
    server_metadata_url=os.environ["OIDC_ISSUER_URL"] + "/.well-known/openid-configuration",
    client_kwargs={
        "scope": "openid profile email",
        "code_challenge_method": "S256",
        # Authlib sends a secret with special characters correctly in the body only.
        "token_endpoint_auth_method": "client_secret_post",
    },
)


def home(request):
    person = request.session.get("person")
    claims = json.dumps(person, indent=2, ensure_ascii=False)
    return render(request, "home.html", {"person": person, "claims": claims})


def sign_in(request):
    # Authlib keeps state, nonce and verifier in the session of the visitor.
    return doorwright.authorize_redirect(request, os.environ["OIDC_REDIRECT_URI"])


def callback(request):
    try:
        # Authlib itself compares the token with the issuer in the discovery document alone.
        issuer = {"iss": {"values": [os.environ["OIDC_ISSUER_URL"]]}}
        token = doorwright.authorize_access_token(request, claims_options=issuer)
    except (OAuthError, JoseError) as error:
        return HttpResponseBadRequest(error.description or error.error, content_type="text/plain")
    person = {**token["userinfo"], **doorwright.userinfo(token=token)}
    request.session.cycle_key()  # A new session id, so that nobody knows it from before.
    request.session.update({"person": person, "id_token": token["id_token"]})
    return redirect("/")


@require_POST
def sign_out(request):
    query = urlencode({"id_token_hint": request.session.get("id_token", "")})
    request.session.flush()
    return redirect(f"{doorwright.load_server_metadata()['end_session_endpoint']}?{query}")


urlpatterns = [
    path("", home),
    path("sign-in", sign_in),
    path(settings.CALLBACK.path.removeprefix("/"), callback),
    path("sign-out", sign_out),
]
