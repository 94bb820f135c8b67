import os

import jwt  # PyJWT with the extra "crypto".

issuer = os.environ["OIDC_ISSUER_URL"]
# Keeps the keys, and reads them again when a token names an unknown one.
keys = jwt.PyJWKClient(issuer + "/.well-known/jwks")


def verify(token):
    """The claims of an access token that Doorwright gave to the application of this client id. All others are refused."""
    if jwt.get_unverified_header(token).get("typ") != "at+jwt":
        raise jwt.InvalidTokenError("not an access token")
    return jwt.decode(
        token,
        keys.get_signing_key_from_jwt(token),
        algorithms=["RS256", "ES256"],
        issuer=issuer,
        audience=os.environ["OIDC_CLIENT_ID"],
        options={"require": ["exp", "sub"]},
    )
