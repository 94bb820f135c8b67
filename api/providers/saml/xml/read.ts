import { DOMParser } from '@xmldom/xmldom';
import { refusedBy } from '../../oauth/sign-in-service.ts';

/** A response with many attributes and two certificates has 20 kB. */
export const longestXml = 200_000;
/** Assertions of the standard nest ten deep. */
const deepest = 32;
const mostElements = 5_000;
const elementNode = 1;

/**
 * No message of SAML needs a document type, and one can hold entities that grow or read files (S46). Programs read processing instructions
 * and CDATA in different ways. The text itself is searched, comments included, so that nothing can hide them.
 */
const forbidden = /<!(?!--)|<\?(?!xml\s)/;

/** Refuses what the parser would accept: it would meet it before any signature counts. */
function refuseForbidden(text: string): void {
  if (text.length > longestXml) throw refusedBy('the XML is too long');
  if (forbidden.test(text)) throw refusedBy('the XML has a document type or an instruction');
  if (text.split('<').length > 2 * mostElements) throw refusedBy('the XML has too many elements');
}

/** Canonicalization recurses, so depth is limited before. */
function refuseDeep(root: Element): void {
  let level = [root];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > deepest) throw refusedBy('the XML is too deep');
    level = level.flatMap(childrenOf);
  }
}

const refuse = (level: string, problem: unknown) => {
  throw new Error(`${level}: ${problem}`);
};

/** Parses a message. Whatever the parser only warns of is refused too. It is the parser of xml-crypto, so both see the same tree. */
export function readXml(text: string): Element {
  refuseForbidden(text);
  let document: Document;
  try {
    document = new DOMParser({ errorHandler: refuse }).parseFromString(text, 'text/xml');
  } catch (cause) {
    throw refusedBy('the XML is malformed', cause);
  }
  const root: Element | null | undefined = document?.documentElement;
  if (!root) throw refusedBy('the XML is empty');
  refuseDeep(root);
  return root;
}

const isElement = (node: Node): node is Element => node.nodeType === elementNode;

export const childrenOf = (element: Element): Element[] => Array.from(element.childNodes).filter(isElement);

export const is = (element: Element, namespace: string, name: string): boolean =>
  element.namespaceURI === namespace && element.localName === name;

export const childrenNamed = (element: Element, namespace: string, name: string): Element[] =>
  childrenOf(element).filter((child) => is(child, namespace, name));

/** The only child of a name. A second one would leave open which of them counts. */
export function childNamed(element: Element, namespace: string, name: string): Element | undefined {
  const [found, second] = childrenNamed(element, namespace, name);
  if (second) throw refusedBy(`the response has more than one ${name}`);
  return found;
}

/** All elements, from the root on. */
export function* elementsOf(root: Element): Generator<Element> {
  yield root;
  for (const child of childrenOf(root)) yield* elementsOf(child);
}

/** The whole text of an element without children. A comment within a name does not end it. */
export function textIn(element: Element | undefined): string {
  if (!element) return '';
  if (childrenOf(element).length > 0) throw refusedBy(`${element.localName} holds more than a text`);
  return (element.textContent ?? '').trim();
}
