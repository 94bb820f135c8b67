from os import environ as env
from authlib.integrations.django_client import OAuth, OAuthError
from django import http, urls
kwargs = {"scope": "openid profile email", "code_challenge_method": "S256", "token_endpoint_auth_method": "client_secret_post"}
doorwright = OAuth().register("doorwright", client_id=env["OIDC_CLIENT_ID"], client_secret=env["OIDC_CLIENT_SECRET"], client_kwargs=kwargs, server_metadata_url=env["OIDC_ISSUER_URL"] + "/.well-known/openid-configuration")
def callback(request):
    try: token = doorwright.authorize_access_token(request)
    except OAuthError as error: return http.HttpResponseBadRequest(error.description or error.error, content_type="text/plain")
    request.session.cycle_key()
    request.session.update({"person": doorwright.userinfo(token=token), "id_token": token["id_token"]})
    return http.HttpResponseRedirect("/")
urlpatterns = [urls.path("sign-in", lambda it: doorwright.authorize_redirect(it, env["OIDC_REDIRECT_URI"])), urls.path("callback", callback)]
