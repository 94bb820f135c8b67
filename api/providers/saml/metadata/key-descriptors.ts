import { X509Certificate } from 'node:crypto';
import { refusedBy } from '../../oauth/sign-in-service.ts';
import { ns } from '../names.ts';
import { childrenNamed, elementsOf, is, textIn } from '../xml/read.ts';

const mostCertificates = 10;

function pemOf(base64: string): string[] {
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'));
    // Signatures with other keys are not on the list of algorithms.
    return certificate.publicKey.asymmetricKeyType === 'rsa' ? [certificate.toString().trim()] : [];
  } catch {
    throw refusedBy('a certificate in the metadata cannot be read');
  }
}

/** The RSA certificates for a use, of which there are several while a key changes. A key without a use has both. */
export function certificatesFor(role: Element, use: 'signing' | 'encryption'): string[] {
  const keys = childrenNamed(role, ns.metadata, 'KeyDescriptor').filter(
    (each) => (each.getAttribute('use') || use) === use,
  );
  const found = keys
    .flatMap((key) => [...elementsOf(key)].filter((each) => is(each, ns.signature, 'X509Certificate')))
    .map((each) => textIn(each).replaceAll(/\s+/g, ''));
  if (found.length > mostCertificates) throw refusedBy(`the metadata have more than ${mostCertificates} certificates`);
  return [...new Set(found.flatMap(pemOf))];
}
