"""A service provider with pysaml2. It reads one call as JSON, and writes its answer as JSON."""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import xmlsec
from lxml import etree
from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.client import Saml2Client
from saml2.config import SPConfig
from saml2.saml import NameID
from saml2.cryptography.asymmetric import load_pem_private_key
from saml2.sigver import CryptoBackend, RSACrypto


class Libxmlsec(CryptoBackend):
    """pysaml2 runs the program xmlsec1. This calls the library of that program, which the package xmlsec has in its wheel."""

    def validate_signature(self, signedtext, cert_file, cert_type, node_name, node_id):
        text = signedtext if isinstance(signedtext, bytes) else signedtext.encode()
        root = etree.fromstring(text, etree.XMLParser(resolve_entities=False))
        node = next(each for each in root.iter() if each.get("ID") == node_id)
        for each in root.iter():
            if each.get("ID"):
                xmlsec.tree.add_ids(each, ["ID"])
        signature = node.find("{http://www.w3.org/2000/09/xmldsig#}Signature")
        context = xmlsec.SignatureContext()
        context.key = xmlsec.Key.from_file(cert_file, xmlsec.KeyFormat.CERT_PEM)
        try:
            context.verify(signature)
        except xmlsec.Error:
            return False
        return True

    def decrypt(self, enctext, key_file):
        root = etree.fromstring(enctext if isinstance(enctext, bytes) else enctext.encode())
        data = next(root.iter("{http://www.w3.org/2001/04/xmlenc#}EncryptedData"))
        manager = xmlsec.KeysManager()
        manager.add_key(xmlsec.Key.from_file(key_file, xmlsec.KeyFormat.PEM))
        xmlsec.EncryptionContext(manager).decrypt(data)
        return etree.tostring(root).decode()


def client_of(call, folder):
    def written(name, text):
        path = Path(folder) / name
        path.write_text(text)
        return str(path)

    key = call.get("key")
    files = key and {
        "key_file": written("key.pem", key["privateKey"]),
        "cert_file": written("cert.pem", key["certificate"]),
    }
    config = {
        "entityid": call["entityId"],
        "metadata": {"inline": [call["metadata"]]},
        "allow_unknown_attributes": call.get("allowUnknown", False),
        # The other choice runs the program xmlsec1. The crypto of this one is replaced below.
        "crypto_backend": "XMLSecurity",
        "service": {
            "sp": {
                "endpoints": {
                    "assertion_consumer_service": [(call["acs"], BINDING_HTTP_POST)],
                    "single_logout_service": [("https://sp.example/slo", BINDING_HTTP_REDIRECT)],
                },
                **call.get("service", {}),
            }
        },
        **(files and {**files, "encryption_keypairs": [files]} or {}),
    }
    client = Saml2Client(SPConfig().load(config))
    client.sec.crypto = Libxmlsec()
    if key:
        client.sec.sec_backend = RSACrypto(load_pem_private_key(key["privateKey"].encode()))
    return client


def begin(client, call):
    request, info = client.prepare_for_authenticate(relay_state="deep", **call.get("options", {}))
    return {"id": request, "address": dict(info["headers"])["Location"]}


def finish(client, call):
    response = client.parse_authn_request_response(
        call["response"], BINDING_HTTP_POST, outstanding={call["id"]: "deep"}
    )
    return {
        "name": response.name_id.text,
        "attributes": response.ava,
        "session": response.session_info()["session_index"],
        "contexts": [context for context, _, _ in response.authn_info()],
    }


def leave(client, call):
    to = client.metadata.single_logout_service(client.metadata.identity_providers()[0], BINDING_HTTP_REDIRECT, "idpsso")
    name = NameID(text=call["name"], format=call["format"])
    ident, request = client.create_logout_request(
        to[0]["location"], name_id=name, session_indexes=[call["session"]], issuer_entity_id=None
    )
    info = client.apply_binding(BINDING_HTTP_REDIRECT, str(request), to[0]["location"], sign=True, sigalg=call["algorithm"])
    return {"id": ident, "address": dict(info["headers"])["Location"]}


def main():
    call = json.load(sys.stdin)
    with TemporaryDirectory() as folder:
        client = client_of(call, folder)
        try:
            answer = {"begin": begin, "finish": finish, "leave": leave}[call["do"]](client, call)
        except Exception as error:
            answer = {"error": type(error).__name__}
    json.dump(answer, sys.stdout)


main()
