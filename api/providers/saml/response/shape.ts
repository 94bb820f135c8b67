import { refusedBy } from '../../oauth/sign-in-service.ts';
import { ns } from '../names.ts';
import { childNamed, childrenOf, elementsOf, is } from '../xml/read.ts';

const idNames = ['id', 'assertionid'];

/** Two elements with one id, under any spelling, would let a reference mean either. */
export function refuseRepeatedIds(root: Element): void {
  const seen = new Set<string>();
  for (const element of elementsOf(root))
    for (const attribute of Array.from(element.attributes)) {
      if (!idNames.includes((attribute.localName ?? attribute.name).toLowerCase())) continue;
      if (seen.has(attribute.value)) throw refusedBy('the message repeats an id');
      seen.add(attribute.value);
    }
}

const isAssertion = (element: Element) =>
  is(element, ns.assertion, 'Assertion') || is(element, ns.assertion, 'EncryptedAssertion');

/** Elements that carry what a wrapping attack needs: a place for a second message. */
const isHidingPlace = (element: Element) =>
  is(element, ns.signature, 'Object') || is(element, ns.protocol, 'Extensions') || is(element, ns.assertion, 'Advice');

const isMessage = (element: Element) => isAssertion(element) || is(element, ns.protocol, 'Response');

/** Messages and signatures stand only where the reader looks for them. */
function refuseHidden(root: Element, messages: readonly Element[]): void {
  refuseRepeatedIds(root);
  for (const element of elementsOf(root)) {
    if (isHidingPlace(element)) throw refusedBy(`the response has an element ${element.localName}`);
    if (isMessage(element) && !messages.includes(element)) throw refusedBy('an assertion stands at the wrong place');
    const isSignature = is(element, ns.signature, 'Signature');
    if (isSignature && !messages.includes(element.parentNode as Element))
      throw refusedBy('a signature stands at the wrong place');
  }
}

/**
 * The assertion of a response. Every form is refused in which a signature could cover one element and the reader take another (signature
 * wrapping, XSW 1 to 8): a response has one assertion, which is its child, and signatures only as children of these two. samlify looks for
 * some of these forms only.
 */
export function assertionOf(root: Element): Element {
  if (!is(root, ns.protocol, 'Response')) throw refusedBy('the message is not a response');
  const [assertion, second] = childrenOf(root).filter(isAssertion);
  if (!assertion || second) throw refusedBy('the response needs exactly one assertion');
  refuseHidden(root, [root, assertion]);
  return assertion;
}

/** The same for an assertion that stands alone, after a decryption or a verification. */
export function soleAssertion(root: Element): Element {
  if (!is(root, ns.assertion, 'Assertion')) throw refusedBy('the signature covers another element');
  refuseHidden(root, [root]);
  return root;
}

export const isEncrypted = (element: Element): boolean => is(element, ns.assertion, 'EncryptedAssertion');

export const signatureOf = (element: Element): Element | undefined => childNamed(element, ns.signature, 'Signature');
