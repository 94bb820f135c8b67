import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { refusedBy } from '../../oauth/sign-in-service.ts';
import { ns } from '../names.ts';
import { childNamed, childrenOf } from '../xml/read.ts';

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

const signatures = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
];
const digests = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'];

const sha1 = {
  signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
};

const algorithmOf = (element: Element | undefined) => element?.getAttribute('Algorithm') ?? '';

/**
 * Checks the algorithms of a signature by a list, before anything is computed. xml-crypto and samlify take what the message names: SHA-1, an
 * inclusive canonicalization, or any number of transforms that change the text.
 */
export function refuseOtherAlgorithms(
  signedInfo: Element,
  reference: Element,
  { allowSha1 }: Pick<Provider, 'allowSha1'>,
): void {
  const method = algorithmOf(childNamed(signedInfo, ns.signature, 'SignatureMethod'));
  const digest = algorithmOf(childNamed(reference, ns.signature, 'DigestMethod'));
  const canonicalization = algorithmOf(childNamed(signedInfo, ns.signature, 'CanonicalizationMethod'));
  const transforms = childNamed(reference, ns.signature, 'Transforms');
  const [first, second, ...more] = transforms ? childrenOf(transforms) : [];
  const isGood =
    [...signatures, ...(allowSha1 ? [sha1.signature] : [])].includes(method) &&
    [...digests, ...(allowSha1 ? [sha1.digest] : [])].includes(digest) &&
    canonicalization === exclusive &&
    algorithmOf(first) === enveloped &&
    algorithmOf(second) === exclusive &&
    more.length === 0;
  if (!isGood) throw refusedBy(`the signature has an algorithm that is not allowed: ${method} ${digest}`);
}
