import { refusedBy } from '../../oauth/sign-in-service.ts';
import { ns } from '../names.ts';
import { childrenOf } from '../xml/read.ts';
import { requestModels } from './request-models.ts';
import { type Model, models as responseModels } from './structure-models.ts';

const models: Readonly<Record<string, Model>> = { ...responseModels, ...requestModels };

const prefixes: Readonly<Record<string, string>> = {
  [ns.protocol]: 'samlp',
  [ns.assertion]: 'saml',
  [ns.signature]: 'ds',
  [ns.encryption]: 'xenc',
};
const schemaInstance = 'http://www.w3.org/2001/XMLSchema-instance';
const xmlns = 'http://www.w3.org/2000/xmlns/';

/** The name of an element with the usual prefix of its namespace. */
const nameOf = ({ namespaceURI, localName }: Element) => `${prefixes[namespaceURI ?? ''] ?? 'other'}:${localName}`;

const isTime = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text));

const forms: Readonly<Record<string, (text: string) => boolean>> = {
  ID: (text) => /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(text),
  InResponseTo: (text) => /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(text),
  IssueInstant: isTime,
  AuthnInstant: isTime,
  NotBefore: isTime,
  NotOnOrAfter: isTime,
  SessionNotOnOrAfter: isTime,
};

function refuseOtherAttributes(element: Element, name: string, { required = [], optional = [], isOpen }: Model): void {
  for (const attribute of Array.from(element.attributes)) {
    const { namespaceURI, localName, value } = attribute;
    if (namespaceURI) {
      if (isOpen || [schemaInstance, xmlns].includes(namespaceURI)) continue;
      throw refusedBy(`${name} has an attribute ${attribute.name}`);
    }
    const known = localName ?? attribute.name;
    if (!required.includes(known) && !optional.includes(known)) throw refusedBy(`${name} has an attribute ${known}`);
    if (forms[known]?.(value) === false) throw refusedBy(`the attribute ${known} of ${name} has another form`);
  }
  for (const each of required) if (!element.hasAttribute(each)) throw refusedBy(`${name} has no attribute ${each}`);
}

/** Text between the children of an element that has none in the schema. A comment is no text. */
const hasText = (element: Element) =>
  Array.from(element.childNodes).some(({ nodeType, nodeValue }) => nodeType === 3 && /\S/.test(nodeValue ?? ''));

/**
 * Refuses a message that breaks the schemas of SAML 2.0: each element of them has its own children, in their order and number, and its own
 * attributes. What stands in an element of any content is not read, so it has no rules.
 */
export function refuseOtherStructure(element: Element): void {
  const name = nameOf(element);
  const model = models[name];
  if (!model) {
    if (/^samlp?:/.test(name)) throw refusedBy(`the message has an element ${name}`);
    return;
  }
  refuseOtherAttributes(element, name, model);
  if (model.children === 'any') return;
  const children = childrenOf(element);
  if (!model.children.test(children.map((each) => `${nameOf(each)} `).join('')))
    throw refusedBy(`the children of ${name} break the schema`);
  if (!model.isText && hasText(element)) throw refusedBy(`${name} holds a text`);
  children.forEach(refuseOtherStructure);
}
