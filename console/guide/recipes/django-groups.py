from django.contrib.auth.models import Group
from mozilla_django_oidc.auth import OIDCAuthenticationBackend


class Doorwright(OIDCAuthenticationBackend):
    """At each sign-in, the groups of Doorwright decide what a person may do here."""

    def filter_users_by_claims(self, claims):
        # The subject never changes. An email and a login name can.
        return self.UserModel.objects.filter(username=claims["sub"])

    def get_username(self, claims):
        return claims["sub"]

    def create_user(self, claims):
        return self.update_user(super().create_user(claims), claims)

    def update_user(self, user, claims):
        groups = set(claims.get("groups", []))
        user.first_name = claims.get("name", "")
        user.email = claims.get("email", "")
        user.is_staff = not groups.isdisjoint({"admins", "editors"})
        user.is_superuser = "admins" in groups
        user.save()
        # A group of Django has its permissions here, and its members there.
        user.groups.set(Group.objects.filter(name__in=groups))
        return user
