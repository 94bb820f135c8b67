import { constants, verify } from 'node:crypto';
import { unescape as decodedByServer } from 'node:querystring';
import type { SamlServiceProvider } from '@doorwright/crds/options/saml-service-provider.ts';
import { certificatesIn } from '../../../providers/saml/certificates.ts';
import { signatureOf } from '../../../providers/saml/response/shape.ts';
import { verified } from '../../../providers/saml/response/verify.ts';
import { readingRequest, wrongRequest } from '../refused.ts';

/** Algorithms of the Redirect binding, by a list. SHA-1 is none of them. */
const hashes: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
};

/**
 * The parts of a query, each as it was sent. A repeated one could be read in two ways. So could one with an encoded name: the server knows it
 * under the decoded name, and the signature does not cover it.
 */
function rawParts(query: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of query.split('&')) {
    const [name = '', ...value] = part.split('=');
    if (decodedByServer(name.replaceAll('+', ' ')) !== name)
      throw wrongRequest(`the address has the encoded name ${name}`);
    if (parts.has(name)) throw wrongRequest(`the address repeats ${name}`);
    parts.set(name, value.join('='));
  }
  return parts;
}

const decoded = (text: string) => decodeURIComponent(text.replaceAll('+', '%20'));

/**
 * What a signature may cover: the letters as they were sent, or those of the usual encoding. node-saml signs `%20` and sends `+`. Both have the
 * same values, and the values alone count.
 */
function textsUnder(parts: ReadonlyMap<string, string>, names: readonly string[]): Buffer[] {
  const sent = names.flatMap((name) => (parts.has(name) ? [[name, parts.get(name) ?? ''] as const] : []));
  const usual = sent.map(([name, value]) => [name, encodeURIComponent(decoded(value))] as const);
  return [sent, usual].map((each) => Buffer.from(each.map((pair) => pair.join('=')).join('&')));
}

interface Signed {
  /** The query as it was sent. */
  query: string;
  message: 'SAMLRequest' | 'SAMLResponse';
  /** PEM. */
  certificates: string;
}

/** Whether the query has a signature, which must be right then (SAML Bindings 2.0, 3.4.4.1). It covers the letters of the address. */
function isQuerySigned({ query, message, certificates }: Signed): boolean {
  const parts = rawParts(query);
  const [signature, algorithm] = [parts.get('Signature'), parts.get('SigAlg')];
  if (!signature && !algorithm) return false;
  const hash = hashes[decoded(algorithm ?? '')];
  if (!hash || !signature) throw wrongRequest('the signature has an algorithm that is not allowed');
  const texts = readingRequest(() => textsUnder(parts, [message, 'RelayState', 'SigAlg']));
  const bytes = Buffer.from(decoded(signature), 'base64');
  const isRight = readingRequest(() => certificatesIn(certificates)).some(
    ({ publicKey }) =>
      publicKey.asymmetricKeyType === 'rsa' &&
      texts.some((text) => verify(hash, text, { key: publicKey, padding: constants.RSA_PKCS1_PADDING }, bytes)),
  );
  if (!isRight) throw wrongRequest('the signature does not match the certificates of the service provider');
  return true;
}

/** The element as it was signed, or nothing without a signature. A wrong signature is refused. */
function signedRoot(xml: string, root: Element, certificates: string): Element | undefined {
  if (!readingRequest(() => signatureOf(root))) return;
  return readingRequest(() => verified(xml, root, { idP: certificates, allowSha1: false }).element);
}

interface Sent {
  xml: string;
  root: Element;
  binding: 'Redirect' | 'POST' | 'either';
  rawQuery?: string | undefined;
  message?: Signed['message'];
}

/** Whether a message carries a right signature. A wrong one is refused even where none is required. */
export function isSignedBy(
  { certificates }: Pick<SamlServiceProvider, 'certificates'>,
  { xml, root, binding, rawQuery, message = 'SAMLRequest' }: Sent,
): boolean {
  if (!certificates) return false;
  if (rawQuery !== undefined && binding !== 'POST' && isQuerySigned({ query: rawQuery, message, certificates }))
    return true;
  return signedRoot(xml, root, certificates) !== undefined;
}
