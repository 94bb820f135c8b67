import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { XMLSerializer } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { refusedBy } from '../../oauth/sign-in-service.ts';
import { certificatesIn } from '../certificates.ts';
import { ns } from '../names.ts';
import { childNamed, readXml } from '../xml/read.ts';
import { refuseOtherAlgorithms } from './algorithms.ts';
import { signatureOf } from './shape.ts';

type Trust = Pick<Provider, 'idP' | 'allowSha1'>;

/** A text, and the element that was parsed from it. */
export interface Read {
  text: string;
  element: Element;
}

/** The whole signature covers its own parent, and nothing else. */
function refuseOtherReference(signature: Element, signed: Element, trust: Trust): void {
  const signedInfo = childNamed(signature, ns.signature, 'SignedInfo');
  const reference = signedInfo && childNamed(signedInfo, ns.signature, 'Reference');
  const id = signed.getAttribute('ID');
  if (!signedInfo || !reference || !id || reference.getAttribute('URI') !== `#${id}`)
    throw refusedBy('the signature covers another element');
  refuseOtherAlgorithms(signedInfo, reference, trust);
}

/** The canonical text that the signature covers, or nothing if another key made it. */
function signedText(text: string, signature: string, publicKey: string): string | undefined {
  // A key in the message is never used: xml-crypto takes none from KeyInfo, unless it is told to.
  const check = new SignedXml({ publicCert: publicKey });
  check.loadSignature(signature);
  try {
    return check.checkSignature(text) ? check.getSignedReferences()[0] : undefined;
  } catch {
    return;
  }
}

/**
 * Verifies the signature of an element with the certificates of the provider (S44), and returns the element as parsed from exactly the
 * text that was signed. Nothing else of the message is read afterwards. samlify verifies by itself, but takes any of several signatures,
 * and any algorithm; so it is not asked.
 */
export function verified(text: string, signed: Element, trust: Trust): Read {
  const signature = signatureOf(signed);
  if (!signature) throw refusedBy('the assertion is not signed');
  refuseOtherReference(signature, signed, trust);
  const written = new XMLSerializer().serializeToString(signature);
  for (const { publicKey } of certificatesIn(trust.idP)) {
    if (publicKey.asymmetricKeyType !== 'rsa') continue;
    const found = signedText(text, written, publicKey.export({ type: 'spki', format: 'pem' }) as string);
    if (found !== undefined) return { text: found, element: readXml(found) };
  }
  throw refusedBy('the signature does not match the IdP certificate');
}
