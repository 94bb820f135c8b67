import { createSign, randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import type { Key } from '../../services/saml/idp/keys.ts';
import { acs, entityId } from './world.ts';

const names = 'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';

/** All that a request says. A test changes one part. */
export interface Asked {
  id: string;
  issuer: string;
  destination: string;
  acs: string;
  issueInstant: string;
  version: string;
  /** More attributes, and more XML behind the issuer. */
  attributes: string;
  inside: string;
}

export const asked = (address: string, own: Partial<Asked> = {}): Asked => ({
  id: `_${randomBytes(16).toString('hex')}`,
  issuer: entityId,
  destination: address,
  acs,
  issueInstant: new Date().toISOString(),
  version: '2.0',
  attributes: '',
  inside: '',
  ...own,
});

export const writeRequest = ({ id, issuer, destination, acs, issueInstant, version, attributes, inside }: Asked) =>
  `<samlp:AuthnRequest ${names} ID="${id}" Version="${version}" IssueInstant="${issueInstant}"${destination && ` Destination="${destination}"`}${acs && ` AssertionConsumerServiceURL="${acs}"`}${attributes}><saml:Issuer>${issuer}</saml:Issuer>${inside}</samlp:AuthnRequest>`;

/** The address of the Redirect binding with a request, signed if a key is given. */
export function redirectTo(
  address: string,
  xml: string,
  { key, relayState, algorithm = 'sha256' }: { key?: Key; relayState?: string; algorithm?: 'sha1' | 'sha256' } = {},
): string {
  const parts = [
    ['SAMLRequest', deflateRawSync(xml).toString('base64')],
    ...(relayState === undefined ? [] : [['RelayState', relayState]]),
    ...(key ? [['SigAlg', algorithms[algorithm]]] : []),
  ].map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`);
  const text = parts.join('&');
  if (!key) return `${address}?${text}`;
  const signature = createSign(algorithm).update(text).sign(key.privateKey, 'base64');
  return `${address}?${text}&Signature=${encodeURIComponent(signature)}`;
}

const algorithms = {
  sha1: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  sha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
};
const digests = { sha1: 'http://www.w3.org/2000/09/xmldsig#sha1', sha256: 'http://www.w3.org/2001/04/xmlenc#sha256' };

/** A request with a signature in its XML, for the POST binding. */
export function signed(xml: string, key: Key, algorithm: 'sha1' | 'sha256' = 'sha256'): string {
  const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const signer = new SignedXml({
    privateKey: key.privateKey,
    signatureAlgorithm: algorithms[algorithm],
    canonicalizationAlgorithm: exclusive,
  });
  signer.addReference({
    xpath: '/*',
    digestAlgorithm: digests[algorithm],
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
  });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: "/*/*[local-name(.)='Issuer']", action: 'after' },
  });
  return signer.getSignedXml();
}
