"""A service with python-cas, which django-cas-ng uses. It answers what it was told, as JSON."""

import json
import sys

import cas

asked = json.load(sys.stdin)
client = cas.CASClient(**asked["settings"])
told = {"login": client.get_login_url(), "logout": client.get_logout_url(asked["settings"]["service_url"])}
if "ticket" in asked:
    user, attributes, pgtiou = client.verify_ticket(asked["ticket"])
    told |= {"user": user, "attributes": attributes or {}, "pgtiou": pgtiou}
json.dump(told, sys.stdout)
