"""Runs scim2-tester against a server, and answers every check that did not succeed."""

import json
import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server

asked = json.load(sys.stdin)
http = Client(base_url=asked["url"], headers={"Authorization": f"Bearer {asked['token']}"}, timeout=30)
scim = SyncSCIMClient(http)
results = check_server(scim)
failed = [
    {"title": each.title, "resource": each.resource_type, "reason": each.reason}
    for each in results
    if each.status not in (Status.SUCCESS, Status.SKIPPED)
]
skipped = [
    {"title": each.title, "resource": each.resource_type, "reason": each.reason}
    for each in results
    if each.status == Status.SKIPPED
]
json.dump({"checks": len(results), "failed": failed, "skipped": skipped}, sys.stdout, default=str)
