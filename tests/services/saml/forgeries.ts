import type { AuthnRequest, IdentityProvider } from './idp/identity-provider.ts';
import type { Key } from './idp/keys.ts';
import { newId, type Signing, sign, type Told, writeAssertion, writeResponse } from './idp/write-response.ts';

/** What a forger has: an honest response for themselves, their own key, and everything that is public. */
export interface Forger {
  idp: IdentityProvider;
  request: AuthnRequest;
  /** A key of the forger. */
  own: Key;
}

export type Forgery = (forger: Forger) => string;

const victim = 'victim';
const minute = 60_000;

/** A response with other words, signed by the identity provider itself. */
const told =
  (change: (told: Told) => Partial<Told>, signing: Partial<Signing> = {}): Forgery =>
  ({ idp, request }) => {
    const honest = idp.told(request);
    return sign(writeResponse({ ...honest, ...change(honest) }), { key: idp.key, ...signing });
  };

const signedWith = (signing: (forger: Forger) => Partial<Signing>): Forgery => {
  return (forger) => told(() => ({}), signing(forger))(forger);
};

/** The parts of a signed response, for a wrapping. */
function partsOf({ idp, request }: Forger, of: 'Assertion' | 'Response' = 'Assertion') {
  const honest = idp.told(request);
  const response = sign(writeResponse(honest), { key: idp.key, of });
  const [assertion = ''] = /<saml:Assertion [\s\S]*<\/saml:Assertion>/.exec(response) ?? [];
  const [signature = ''] = /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(response) ?? [];
  const evil = writeAssertion({ ...honest, assertionId: newId(), nameId: victim });
  return { honest, response, assertion, signature, evil };
}

const insertAfterIssuer = (xml: string, part: string) => xml.replace('</saml:Issuer>', `</saml:Issuer>${part}`);
const withoutSignature = (xml: string) => xml.replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/, '');
const inObject = (signature: string, part: string) =>
  signature.replace('</ds:Signature>', `<ds:Object>${part}</ds:Object></ds:Signature>`);

/** The eight shapes of "On Breaking SAML: Be Whoever You Want to Be" (Somorovsky and others, 2012). */
export const wrappings: Record<string, Forgery> = {
  'XSW 1: the signed response within the signature of a new response'(forger) {
    const { honest, response, signature, evil } = partsOf(forger, 'Response');
    const fresh = writeResponse({ ...honest, responseId: newId() }, evil);
    return insertAfterIssuer(fresh, inObject(signature, withoutSignature(response)));
  },
  'XSW 2: the signed response before the signature of a new response'(forger) {
    const { honest, response, signature, evil } = partsOf(forger, 'Response');
    const fresh = writeResponse({ ...honest, responseId: newId() }, evil);
    return insertAfterIssuer(fresh, withoutSignature(response) + signature);
  },
  'XSW 3: a new assertion before the signed one'(forger) {
    const { response, assertion, evil } = partsOf(forger);
    return response.replace(assertion, evil + assertion);
  },
  'XSW 4: the signed assertion within a new one'(forger) {
    const { response, assertion, evil } = partsOf(forger);
    return response.replace(assertion, evil.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`));
  },
  'XSW 5: the signature in a changed assertion, and the signed one at the end'(forger) {
    const { response, assertion, signature, evil } = partsOf(forger);
    return response.replace(assertion, insertAfterIssuer(evil, signature) + withoutSignature(assertion));
  },
  'XSW 6: the signed assertion within its signature in a changed one'(forger) {
    const { response, assertion, signature, evil } = partsOf(forger);
    return response.replace(assertion, insertAfterIssuer(evil, inObject(signature, withoutSignature(assertion))));
  },
  'XSW 7: a new assertion in extensions'(forger) {
    const { response, assertion, evil } = partsOf(forger);
    return response.replace(assertion, `<samlp:Extensions>${evil}</samlp:Extensions>${assertion}`);
  },
  'XSW 8: the signed assertion in an object of the signature of a new one'(forger) {
    const { honest, response, assertion, signature } = partsOf(forger);
    const evil = writeAssertion({ ...honest, nameId: victim });
    return response.replace(assertion, insertAfterIssuer(evil, inObject(signature, withoutSignature(assertion))));
  },
};

const sha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
const hmac = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1';
const doctype = '<!DOCTYPE r [<!ENTITY who "victim"><!ENTITY file SYSTEM "file:///etc/passwd">]>';

const honest: Forgery = ({ idp, request }) => idp.respond(request);
const changed =
  (change: (xml: string) => string): Forgery =>
  (forger) =>
    change(honest(forger));

export const forgeries: Record<string, Forgery> = {
  ...wrappings,
  'without a signature': ({ idp, request }) => writeResponse(idp.told(request)),
  'with its signature removed': changed(withoutSignature),
  'with a signature that is empty': changed((xml) =>
    xml.replace(
      /<ds:Signature [\s\S]*<\/ds:Signature>/,
      '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>',
    ),
  ),
  'signed by another key': signedWith(({ own }) => ({ key: own })),
  'signed by another key, whose certificate it carries': signedWith(({ own }) => ({ key: own, shown: own.base64 })),
  'signed by another key, with the certificate of the provider beside it': signedWith(({ own, idp }) => ({
    key: own,
    shown: idp.key.base64,
  })),
  'with another name than the signed one': changed((xml) => xml.replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${victim}`)),
  'with another attribute than the signed one': changed((xml) => xml.replace('mallory', victim)),
  'with a second name beside the signed one': changed((xml) =>
    xml.replace('</saml:NameID>', `</saml:NameID><saml:NameID>${victim}</saml:NameID>`),
  ),
  'with a comment that splits the digest': changed((xml) =>
    xml.replace(/<ds:DigestValue>/, '<ds:DigestValue><!-- AAAA -->AAAA'),
  ),
  'with two assertions of one id'(forger) {
    const { honest: words, response, assertion } = partsOf(forger);
    return response.replace(assertion, writeAssertion({ ...words, nameId: victim }) + assertion);
  },
  'with an id that another element repeats': changed((xml) =>
    xml.replace('<samlp:Status>', `<samlp:Status ID="${/Assertion [^>]*ID="([^"]*)"/.exec(xml)?.[1]}">`),
  ),
  'with the id of the assertion as the id of the response': told(({ assertionId }) => ({ responseId: assertionId })),
  'with a signature over an empty reference': changed((xml) => xml.replace(/URI="#[^"]*"/, 'URI=""')),
  'with a reference to another element': changed((xml) =>
    xml.replace(/URI="#[^"]*"/, `URI="#${/Response [^>]*ID="([^"]*)"/.exec(xml)?.[1]}"`),
  ),
  'signed with SHA-1': signedWith(() => ({ algorithm: sha1 })),
  'with a digest of SHA-1': signedWith(() => ({ digest: 'http://www.w3.org/2000/09/xmldsig#sha1' })),
  'signed with HMAC and the public certificate as the secret': signedWith(({ idp }) => ({
    key: { ...idp.key, privateKey: idp.key.certificate },
    algorithm: hmac,
  })),
  'with an inclusive canonicalization': signedWith(() => ({
    canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  })),
  'with a transform that is not on the list': changed((xml) =>
    xml.replace(
      '</ds:Transforms>',
      '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"/></ds:Transforms>',
    ),
  ),
  'of another issuer': told(() => ({ issuer: 'https://evil.example' })),
  'of another issuer of the response': told(() => ({ responseIssuer: 'https://evil.example' })),
  'for another audience': told(() => ({ audience: 'https://other-application.example' })),
  'for no audience': told(() => ({ audience: '' })),
  'for us and, in a second restriction, for others': told(() => ({
    conditions:
      '<saml:AudienceRestriction><saml:Audience>https://other.example</saml:Audience></saml:AudienceRestriction>',
  })),
  'with an unknown condition': told(() => ({ conditions: '<saml:Condition/>' })),
  'for another recipient': told(() => ({ recipient: 'https://other-application.example/acs' })),
  'for no recipient': told(() => ({ recipient: '' })),
  'for another destination': told(() => ({ destination: 'https://other-application.example/acs' })),
  'for no destination, signed as a whole': told(() => ({ destination: '' }), { of: 'Response' }),
  'for another request': told(() => ({ request: '_another', responseRequest: '_another' })),
  'that says another request on the outside': told(() => ({ responseRequest: '_another' })),
  'for no request': told(() => ({ request: '', responseRequest: '' })),
  'that has expired': told(() => ({ notOnOrAfter: new Date(Date.now() - 2 * minute) })),
  'whose confirmation has expired': told(() => ({ confirmedUntil: new Date(Date.now() - 2 * minute) })),
  'that is not valid yet': told(() => ({ notBefore: new Date(Date.now() + 2 * minute) })),
  'with a status that is no success': told(() => ({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' })),
  'without a name': told(() => ({ nameId: '' })),
  'with a document type': changed((xml) => doctype + xml),
  'with an entity for the name': changed((xml) => doctype + xml.replace(/(<saml:NameID[^>]*>)[^<]*/, '$1&who;')),
  'with a document type behind a comment': changed((xml) => `<!-- <a> -->${doctype}<!-- --> ${xml}`),
  'with a processing instruction in the name': changed((xml) => xml.replace('</saml:NameID>', '<?x y?></saml:NameID>')),
  'with CDATA in the name': changed((xml) => xml.replace('</saml:NameID>', '<![CDATA[x]]></saml:NameID>')),
  'with two roots': changed((xml) => xml + xml),
  'that is too deep': changed((xml) =>
    xml.replace('<samlp:Status>', `<samlp:Status>${'<a>'.repeat(200)}${'</a>'.repeat(200)}`),
  ),
  'that is too long': changed((xml) => xml.replace('<samlp:Status>', `<!-- ${'x'.repeat(200_001)} --><samlp:Status>`)),
  'that is no XML': () => 'victim',
  'that is no response': ({ request }) =>
    `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${request.id}"/>`,
};
