import os
from pathlib import Path
from urllib.parse import urlsplit

SITE = urlsplit(os.environ.get("SITE_URL", "https://editorial.example.com"))

SECRET_KEY = os.environ["DJANGO_SECRET_KEY"]
ALLOWED_HOSTS = [SITE.hostname]
CSRF_TRUSTED_ORIGINS = [f"{SITE.scheme}://{SITE.netloc}"]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SITE.scheme == "https"
# A proxy before Django ends TLS, and says so in this header. It must remove the header from requests of browsers.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "mozilla_django_oidc",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    # Serves the style sheets that collectstatic gathers, on your own machine and in production.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
ROOT_URLCONF = "urls"
STATIC_URL = "static/"
STATIC_ROOT = Path(__file__).parent / "static"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": Path(__file__).parent / "db.sqlite3"}}

# Doorwright. The three values are those of the connection Secret.
ISSUER = os.environ["OIDC_ISSUER_URL"]
OIDC_RP_CLIENT_ID = os.environ["OIDC_CLIENT_ID"]
OIDC_RP_CLIENT_SECRET = os.environ["OIDC_CLIENT_SECRET"]
OIDC_RP_SCOPES = "openid profile email groups"
OIDC_RP_SIGN_ALGO = "RS256"
OIDC_USE_PKCE = True
OIDC_OP_AUTHORIZATION_ENDPOINT = f"{ISSUER}/login/oauth/authorize"
OIDC_OP_TOKEN_ENDPOINT = f"{ISSUER}/api/login/oauth/access_token"
OIDC_OP_USER_ENDPOINT = f"{ISSUER}/api/userinfo"
OIDC_OP_JWKS_ENDPOINT = f"{ISSUER}/.well-known/jwks"
AUTHENTICATION_BACKENDS = ["groups.Doorwright"]
LOGIN_REDIRECT_URL = "/admin/"
