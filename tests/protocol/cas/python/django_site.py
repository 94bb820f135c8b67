"""A site of Django with django-cas-ng and its defaults. It visits itself as a browser does, and answers what the visitor saw, as JSON."""

import json
import sys

import django
from django.conf import settings

asked = json.load(sys.stdin)
settings.configure(
    ALLOWED_HOSTS=["*"],
    AUTHENTICATION_BACKENDS=["django_cas_ng.backends.CASBackend"],
    CAS_SERVER_URL=asked["server"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": asked["database"]}},
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.messages",
        "django.contrib.sessions",
        "django_cas_ng",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    ROOT_URLCONF=__name__,
    SECRET_KEY="only for this test",
    USE_TZ=True,
    **asked.get("settings", {}),
)
django.setup()

import django_cas_ng.views  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.http import JsonResponse  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import path  # noqa: E402

urlpatterns = [
    path("login", django_cas_ng.views.LoginView.as_view(), name="cas_ng_login"),
    path("logout", django_cas_ng.views.LogoutView.as_view(), name="cas_ng_logout"),
    path("who", lambda request: JsonResponse({"user": request.user.get_username()})),
]

call_command("migrate", verbosity=0)
browser = Client(SERVER_NAME="wiki.example")
answers = []
for step in asked["steps"]:
    if "cookie" in asked:
        browser.cookies[settings.SESSION_COOKIE_NAME] = asked["cookie"]
    # The server itself has no cookie of the visitor.
    visitor = Client(SERVER_NAME="wiki.example") if step.get("server") else browser
    call = visitor.post if "form" in step else visitor.get
    answer = call(step["path"], step.get("form") or step.get("query") or {}, secure=True)
    answers.append(
        {
            "status": answer.status_code,
            "location": answer.headers.get("Location"),
            "user": json.loads(browser.get("/who", secure=True).content)["user"],
        }
    )
cookie = browser.cookies.get(settings.SESSION_COOKIE_NAME)
json.dump({"answers": answers, "cookie": cookie and cookie.value}, sys.stdout)
