import { randomUUID } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import type { Key } from './keys.ts';

const names = `xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"`;
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** Everything that a response says. A test changes one part. */
export interface Told {
  responseId: string;
  assertionId: string;
  issuer: string;
  responseIssuer: string;
  destination: string;
  recipient: string;
  audience: string;
  request: string;
  responseRequest: string;
  nameId: string;
  nameIdFormat: string;
  attributes: Record<string, string>;
  notBefore: Date;
  notOnOrAfter: Date;
  confirmedUntil: Date;
  status: string;
  /** More XML within the conditions. */
  conditions: string;
}

const attribute = ([name, value]: [string, string]) =>
  `<saml:Attribute Name="${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;

export const newId = () => `_${randomUUID()}`;

const attributeIf = (name: string, value: string) => (value ? ` ${name}="${value}"` : '');

/** The schema has no statement without attributes. */
function attributesOf({ attributes }: Told): string {
  const all = Object.entries(attributes).map(attribute).join('');
  return all && `<saml:AttributeStatement>${all}</saml:AttributeStatement>`;
}

/** An assertion with its own namespaces, so that it can stand alone. */
export const writeAssertion = (told: Told): string =>
  `<saml:Assertion ${names} ID="${told.assertionId}" Version="2.0" IssueInstant="${told.notBefore.toISOString()}"><saml:Issuer>${told.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${told.nameIdFormat}">${told.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${attributeIf('InResponseTo', told.request)}${attributeIf('Recipient', told.recipient)} NotOnOrAfter="${told.confirmedUntil.toISOString()}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${told.notBefore.toISOString()}" NotOnOrAfter="${told.notOnOrAfter.toISOString()}">${told.audience && `<saml:AudienceRestriction><saml:Audience>${told.audience}</saml:Audience></saml:AudienceRestriction>`}${told.conditions}</saml:Conditions><saml:AuthnStatement AuthnInstant="${told.notBefore.toISOString()}" SessionIndex="${newId()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${attributesOf(told)}</saml:Assertion>`;

export const writeResponse = (told: Told, assertion = writeAssertion(told)): string =>
  `<samlp:Response ${names} ID="${told.responseId}" Version="2.0" IssueInstant="${told.notBefore.toISOString()}"${attributeIf('Destination', told.destination)}${attributeIf('InResponseTo', told.responseRequest)}><saml:Issuer>${told.responseIssuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${told.status}"/></samlp:Status>${assertion}</samlp:Response>`;

export interface Signing {
  key: Key;
  /** The local name of the signed element. */
  of?: 'Assertion' | 'Response';
  algorithm?: string;
  digest?: string;
  transforms?: string[];
  canonicalization?: string;
  /** The certificate in KeyInfo, if any. */
  shown?: string;
}

/** Signs as identity providers do: with the Signature after the Issuer (SAML Core 2.0, 5.4). */
export function sign(xml: string, { key, of = 'Assertion', shown, ...options }: Signing): string {
  const at = `//*[local-name(.)='${of}']`;
  const signer = new SignedXml({
    privateKey: key.privateKey,
    signatureAlgorithm: options.algorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: (options.canonicalization ?? exclusive) as 'http://www.w3.org/2001/10/xml-exc-c14n#',
    getKeyInfoContent: () =>
      shown ? `<ds:X509Data><ds:X509Certificate>${shown}</ds:X509Certificate></ds:X509Data>` : '',
  });
  signer.addReference({
    xpath: at,
    digestAlgorithm: options.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: options.transforms ?? ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
  });
  if (options.algorithm?.endsWith('hmac-sha1')) signer.enableHMAC();
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${at}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
}
