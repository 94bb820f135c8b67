"""A service provider with python3-saml. It reads one call as JSON, and writes its answer as JSON."""

import json
import sys

from onelogin.saml2.auth import OneLogin_Saml2_Auth
from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser


def main():
    call = json.load(sys.stdin)
    settings = OneLogin_Saml2_IdPMetadataParser.merge_settings(
        call["settings"], OneLogin_Saml2_IdPMetadataParser.parse(call["metadata"])
    )
    request = {
        "https": "on",
        "http_host": "sp.example",
        "script_name": call.get("path", "/acs"),
        "get_data": call.get("get", {}),
        "post_data": call.get("post", {}),
        "query_string": call.get("query", ""),
        "validate_signature_from_qs": True,
    }
    auth = OneLogin_Saml2_Auth(request, old_settings=settings)
    answer = {}
    if call["do"] == "begin":
        address = auth.login(return_to="https://sp.example/deep", **call.get("options", {}))
        answer = {"address": address, "id": auth.get_last_request_id()}
    elif call["do"] == "finish":
        auth.process_response(request_id=call["id"])
        answer = {
            "errors": auth.get_errors(),
            "reason": auth.get_last_error_reason(),
            "name": auth.get_nameid(),
            "format": auth.get_nameid_format(),
            "session": auth.get_session_index(),
            "attributes": auth.get_attributes(),
            "contexts": auth.get_last_authn_contexts(),
        }
    elif call["do"] == "leave":
        address = auth.logout(
            return_to="https://sp.example/left",
            name_id=call["name"],
            name_id_format=call["format"],
            session_index=call["session"],
        )
        answer = {"address": address, "id": auth.get_last_request_id()}
    elif call["do"] == "left":
        address = auth.process_slo(request_id=call.get("id"), keep_local_session=True)
        answer = {"errors": auth.get_errors(), "reason": auth.get_last_error_reason(), "address": address}
    json.dump(answer, sys.stdout)


main()
