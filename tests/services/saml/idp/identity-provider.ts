import { createVerify } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { type Asked, formOf, page, type Said, type StandIn } from '../../stand-ins/stand-in.ts';
import { type Key, newKey } from './keys.ts';
import { writeMetadata } from './write-metadata.ts';
import { newId, sign, type Told, writeResponse } from './write-response.ts';

/** What an identity provider reads in a request. */
export interface AuthnRequest {
  id: string;
  issuer: string;
  acs: string;
  format: string;
  relayState: string;
}

export interface IdentityProvider extends StandIn {
  answer: (asked: Asked) => Said;
  entityId: string;
  endpoint: string;
  /** Where it publishes its metadata. */
  metadataUrl: string;
  metadata: () => string;
  key: Key;
  /** The entity ids of its registered service providers, each with the address for responses and a certificate. */
  registered: Map<string, { acs: string; certificate: string }>;
  wantsSigned: boolean;
  user: { nameId: string; format: string; attributes: Record<string, string> };
  /** It refuses with this status. */
  denies: string;
  told: (request: AuthnRequest) => Told;
  respond: (request: AuthnRequest) => string;
}

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

/** The signature over the query, as it was sent (SAML Bindings 2.0, 3.4.4.1). */
function isQuerySigned({ search }: URL, certificate: string): boolean {
  const raw = new Map(
    search
      .slice(1)
      .split('&')
      .map((each) => each.split('=', 2) as [string, string]),
  );
  const text = ['SAMLRequest', 'RelayState', 'SigAlg'].map((name) => `${name}=${raw.get(name)}`).join('&');
  if (decodeURIComponent(raw.get('SigAlg') ?? '') !== 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256') return false;
  const signature = Buffer.from(decodeURIComponent(raw.get('Signature') ?? ''), 'base64');
  return createVerify('sha256').update(text).verify(certificate, signature);
}

function isFormSigned(xml: string, certificate: string): boolean {
  const signature = new DOMParser()
    .parseFromString(xml)
    .getElementsByTagNameNS('http://www.w3.org/2000/09/xmldsig#', 'Signature')[0];
  if (!signature) return false;
  const check = new SignedXml({ publicCert: certificate });
  check.loadSignature(signature as never);
  return check.checkSignature(xml);
}

/** The page of an identity provider that posts its response (SAML Bindings 2.0, 3.5.4). */
const answerPage = (acs: string, response: string, relayState: string): Said => ({
  status: 200,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: `<!doctype html><title>idp</title><form method="post" action="${acs}"><input name="SAMLResponse" value="${Buffer.from(response).toString('base64')}"><input name="RelayState" value="${relayState}"></form><script>document.forms[0].submit()</script>`,
});

/**
 * An identity provider with the Web Browser SSO Profile (SAML Profiles 2.0, 4.1), signed by xml-crypto. It checks what Keycloak checks in a
 * request: a registered issuer, its address for responses, the destination, the form of the id, RelayState, and the signature if it wants one.
 */
export async function createIdentityProvider(host = 'idp.example'): Promise<IdentityProvider> {
  const entityId = `https://${host}/realms/acme`;
  const endpoint = `${entityId}/protocol/saml`;

  const idp: IdentityProvider = {
    hosts: [host],
    entityId,
    endpoint,
    metadataUrl: `${endpoint}/descriptor`,
    metadata: () => writeMetadata({ entityId, endpoint, certificates: [idp.key.base64], wantsSigned: idp.wantsSigned }),
    key: await newKey(),
    registered: new Map(),
    wantsSigned: false,
    user: { nameId: 'G-1', format: persistent, attributes: {} },
    denies: '',
    told,
    respond: (request) => sign(writeResponse(told(request)), { key: idp.key }),
    answer({ method, url, body }) {
      const address = `${url.origin}${url.pathname}`;
      if (address === idp.metadataUrl)
        return { status: 200, headers: { 'Content-Type': 'application/samlmetadata+xml' }, body: idp.metadata() };
      if (address !== endpoint) return page(404, 'not found');
      const form = method === 'POST' ? formOf({ body } as never) : url.searchParams;
      const packed = Buffer.from(form.get('SAMLRequest') ?? '', 'base64');
      const xml = (method === 'POST' ? packed : inflateRawSync(packed)).toString();
      const request = readRequest(xml, form.get('RelayState') ?? '');
      const party = idp.registered.get(request.issuer);
      if (party?.acs !== request.acs) return page(400, `Invalid requester ${request.issuer} ${request.acs}`);
      if (!xml.includes(`Destination="${endpoint}"`)) return page(400, 'Invalid destination');
      if (!/^[A-Za-z_][\w.-]*$/.test(request.id)) return page(400, 'Invalid id');
      if (Buffer.byteLength(request.relayState) > 80) return page(400, 'RelayState too long');
      const isSigned = () =>
        method === 'POST' ? isFormSigned(xml, party.certificate) : isQuerySigned(url, party.certificate);
      if (idp.wantsSigned && !isSigned()) return page(400, 'Invalid signature');
      return answerPage(request.acs, idp.respond(request), request.relayState);
    },
  };

  function told({ id, issuer, acs }: AuthnRequest): Told {
    const now = Date.now();
    const soon = new Date(now + 5 * 60_000);
    return {
      ...{ responseId: newId(), assertionId: newId(), issuer: entityId, responseIssuer: entityId },
      ...{ destination: acs, recipient: acs, audience: issuer, request: id, responseRequest: id },
      ...{ nameId: idp.user.nameId, nameIdFormat: idp.user.format, attributes: idp.user.attributes },
      ...{ notBefore: new Date(now), notOnOrAfter: soon, confirmedUntil: soon, conditions: '' },
      status: idp.denies
        ? `urn:oasis:names:tc:SAML:2.0:status:${idp.denies}`
        : 'urn:oasis:names:tc:SAML:2.0:status:Success',
    };
  }
  return idp;
}

export function readRequest(xml: string, relayState: string): AuthnRequest {
  const root = new DOMParser().parseFromString(xml).documentElement;
  const textOf = (name: string) => root.getElementsByTagNameNS('*', name)[0]?.textContent ?? '';
  return {
    id: root.getAttribute('ID') ?? '',
    issuer: textOf('Issuer'),
    acs: root.getAttribute('AssertionConsumerServiceURL') ?? '',
    format: root.getElementsByTagNameNS('*', 'NameIDPolicy')[0]?.getAttribute('Format') ?? '',
    relayState,
  };
}
