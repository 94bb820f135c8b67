from os import environ as env
from authlib.integrations.django_client import OAuth
from django.shortcuts import redirect
from django.urls import path
kwargs = {"scope": "openid profile email", "code_challenge_method": "S256", "token_endpoint_auth_method": "client_secret_post"}
client = OAuth().register("doorwright", client_id=env["OIDC_CLIENT_ID"], client_secret=env["OIDC_CLIENT_SECRET"],
    server_metadata_url=env["OIDC_ISSUER_URL"] + "/.well-known/openid-configuration", client_kwargs=kwargs)
def callback(request):
    request.session.cycle_key()
    request.session["person"] = client.userinfo(token=client.authorize_access_token(request))
    return redirect("/")
urlpatterns = [path("login", lambda it: client.authorize_redirect(it, env["OIDC_REDIRECT_URI"])), path("callback", callback)]
