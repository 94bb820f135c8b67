from django.contrib import admin
from django.contrib.auth import logout
from django.core.exceptions import PermissionDenied
from django.shortcuts import redirect
from django.urls import include, path


def sign_in(request):
    """In place of the form for a password."""
    if request.user.is_authenticated:
        # A person of no right group comes here. Their next try is a new sign-in, which may bring new groups.
        logout(request)
        raise PermissionDenied
    return redirect("oidc_authentication_init")


urlpatterns = [
    path("admin/login/", sign_in),
    path("admin/", admin.site.urls),
    path("oidc/", include("mozilla_django_oidc.urls")),
]
