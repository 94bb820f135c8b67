import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { type OwnKey, refusedBy } from '../../oauth/sign-in-service.ts';
import { readXml } from '../xml/read.ts';
import { decrypted } from './decrypt.ts';
import { assertionOf, isEncrypted, signatureOf, soleAssertion } from './shape.ts';
import { refuseOtherStructure } from './structure.ts';
import { type Read, verified } from './verify.ts';

interface Asked {
  text: string;
  provider: Provider;
  ownKeys: readonly OwnKey[];
}

export interface SignedAssertion {
  response: Element;
  /** The signature covers the response with its destination and status, and not only the assertion. */
  isResponseSigned: boolean;
  /** Parsed from exactly the signed text. */
  assertion: Element;
}

/** The assertion of a response, if the identity provider signed it or the whole response. Each signature that is there must hold. */
export function signedAssertion({ text, provider, ownKeys }: Asked): SignedAssertion {
  let whole: Read = { text, element: readXml(text) };
  assertionOf(whole.element);
  refuseOtherStructure(whole.element);
  const isResponseSigned = signatureOf(whole.element) !== undefined;
  if (isResponseSigned) whole = verified(text, whole.element, provider);
  const response = whole.element;
  const found = assertionOf(response);

  let part: Read = { text: whole.text, element: found };
  if (isEncrypted(found)) {
    const plain = decrypted({ encrypted: found, isSigned: isResponseSigned, ownKeys });
    part = { text: plain, element: soleAssertion(readXml(plain)) };
    refuseOtherStructure(part.element);
  }
  if (signatureOf(part.element)) part = verified(part.text, part.element, provider);
  else if (!isResponseSigned) throw refusedBy('neither the response nor the assertion is signed');
  const { element: assertion } = part;
  return {
    response,
    isResponseSigned,
    assertion: assertion.parentNode === response ? assertion : soleAssertion(assertion),
  };
}
