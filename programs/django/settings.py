import os
from urllib.parse import urlsplit

from django.core.management.utils import get_random_secret_key

CALLBACK = urlsplit(os.environ["OIDC_REDIRECT_URI"])

# The random key lasts until the next start.
SECRET_KEY = os.environ.get("DJANGO_SECRET_KEY") or get_random_secret_key()
DEBUG = CALLBACK.scheme == "http"
ALLOWED_HOSTS = [CALLBACK.hostname]
CSRF_TRUSTED_ORIGINS = [f"{CALLBACK.scheme}://{CALLBACK.netloc}"]
ROOT_URLCONF = "urls"
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": ["."]}]

# Sessions are in the memory of this process. A program with a database uses the backend "db".
SESSION_ENGINE = "django.contrib.sessions.backends.cache"
SESSION_COOKIE_NAME = "django_sid"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = CALLBACK.scheme == "https"
