import { X509Certificate } from 'node:crypto';
import { refusedBy } from '../oauth/sign-in-service.ts';

const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Texts of certificates: PEM blocks, or base64 with blank lines or commas between two certificates. */
const partsOf = (text: string): string[] =>
  text.match(pem) ??
  text
    .split(/\n\s*\n|,/)
    .map((part) => part.replaceAll(/\s+/g, ''))
    .filter(Boolean)
    .map((base64) => `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`);

/** The certificates in a field. An identity provider has two while it changes its key. */
export function certificatesIn(text: string): X509Certificate[] {
  try {
    return partsOf(text).map((part) => new X509Certificate(part));
  } catch (cause) {
    throw refusedBy('the IdP certificate is not a certificate', cause);
  }
}
