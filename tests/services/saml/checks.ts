/** The check that refuses each forgery, in the words of its record. A forgery that another check refuses would prove nothing. */
const checks: Record<string, readonly string[]> = {
  'the response has an element Object': [
    'XSW 1: the signed response within the signature of a new response',
    'XSW 6: the signed assertion within its signature in a changed one',
  ],
  'an assertion stands at the wrong place': [
    'XSW 2: the signed response before the signature of a new response',
    'XSW 4: the signed assertion within a new one',
  ],
  'the response needs exactly one assertion': [
    'XSW 3: a new assertion before the signed one',
    'XSW 5: the signature in a changed assertion, and the signed one at the end',
    'with two assertions of one id',
  ],
  'the response has an element Extensions': ['XSW 7: a new assertion in extensions'],
  'the message repeats an id': [
    'XSW 8: the signed assertion in an object of the signature of a new one',
    'with an id that another element repeats',
    'with the id of the assertion as the id of the response',
  ],
  'neither the response nor the assertion is signed': ['without a signature', 'with its signature removed'],
  'the children of ds:Signature break the schema': ['with a signature that is empty'],
  'the signature does not match the IdP certificate': [
    'signed by another key',
    'signed by another key, whose certificate it carries',
    'signed by another key, with the certificate of the provider beside it',
    'with another name than the signed one',
    'with another attribute than the signed one',
    'with a comment that splits the digest',
  ],
  'the children of saml:Subject break the schema': ['with a second name beside the signed one'],
  'the signature covers another element': [
    'with a signature over an empty reference',
    'with a reference to another element',
  ],
  'the signature has an algorithm that is not allowed': [
    'signed with SHA-1',
    'with a digest of SHA-1',
    'signed with HMAC and the public certificate as the secret',
    'with an inclusive canonicalization',
    'with a transform that is not on the list',
  ],
  'another party issued the response': ['of another issuer', 'of another issuer of the response'],
  'the assertion has another audience': [
    'for another audience',
    'for no audience',
    'for us and, in a second restriction, for others',
  ],
  'the assertion has an unknown condition': ['with an unknown condition'],
  'the assertion has another recipient': ['for another recipient', 'for no recipient'],
  'the response has another destination': ['for another destination', 'for no destination, signed as a whole'],
  'the response answers another request': ['for another request', 'that says another request on the outside'],
  'the assertion answers another request': ['for no request'],
  'the assertion has expired': ['that has expired', 'whose confirmation has expired'],
  'the assertion is not valid yet': ['that is not valid yet'],
  Responder: ['with a status that is no success'],
  'the service named no user': ['without a name'],
  'the XML has a document type or an instruction': [
    'with a document type',
    'with an entity for the name',
    'with a document type behind a comment',
    'with a processing instruction in the name',
    'with CDATA in the name',
  ],
  'the XML is malformed': ['with two roots'],
  'the XML is too deep': ['that is too deep'],
  'the XML is too long': ['that is too long'],
  'the XML is empty': ['that is no XML'],
  'the message is not a response': ['that is no response'],
};

export function checkOf(forgery: string): string {
  const [check] = Object.entries(checks).find(([, names]) => names.includes(forgery)) ?? [];
  if (!check) throw new Error(`no check is named for the forgery ${forgery}`);
  return check;
}
