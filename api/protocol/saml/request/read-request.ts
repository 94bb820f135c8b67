import { ns } from '../../../providers/saml/names.ts';
import { refuseRepeatedIds } from '../../../providers/saml/response/shape.ts';
import { refuseOtherStructure } from '../../../providers/saml/response/structure.ts';
import { childNamed, childrenNamed, elementsOf, is, readXml, textIn } from '../../../providers/saml/xml/read.ts';
import { readingRequest, wrongRequest } from '../refused.ts';

/** The content of an AuthnRequest, before anything of it is judged (SAML Core 2.0, 3.4.1). */
export interface ReadRequest {
  root: Element;
  id: string;
  issuer: string;
  issueInstant: string;
  destination: string;
  acsUrl: string;
  acsIndex: string;
  binding: string;
  isForced: boolean;
  isPassive: boolean;
  format: string;
  nameQualifier: string;
  classes: string[];
  comparison: string;
}

const isTrue = (text: string) => text === 'true' || text === '1';

/** A signature anywhere else could cover another text than the one that is read. */
export function refuseHiddenSignatures(root: Element): void {
  refuseRepeatedIds(root);
  for (const element of elementsOf(root)) {
    const isSignature = is(element, ns.signature, 'Signature');
    if (isSignature && element.parentNode !== root) throw wrongRequest('a signature stands at the wrong place');
    if (is(element, ns.signature, 'Object')) throw wrongRequest('the signature has an object');
  }
}

export function rootOf(xml: string, name: string): Element {
  return readingRequest(() => {
    const root = readXml(xml);
    if (!is(root, ns.protocol, name)) throw wrongRequest(`the message is no ${name}`);
    refuseOtherStructure(root);
    refuseHiddenSignatures(root);
    if (root.getAttribute('Version') !== '2.0') throw wrongRequest('the message has another version');
    return root;
  });
}

export function readRequest(xml: string): ReadRequest {
  const root = rootOf(xml, 'AuthnRequest');
  return readingRequest(() => {
    const said = (name: string, of: Element | undefined = root) => of?.getAttribute(name) ?? '';
    const policy = childNamed(root, ns.protocol, 'NameIDPolicy');
    const context = childNamed(root, ns.protocol, 'RequestedAuthnContext');
    // The session decides the subject here, so a service provider cannot ask for one.
    if (childNamed(root, ns.assertion, 'Subject')) throw wrongRequest('the request names a subject');
    return {
      root,
      id: said('ID'),
      issuer: textIn(childNamed(root, ns.assertion, 'Issuer')),
      issueInstant: said('IssueInstant'),
      destination: said('Destination'),
      acsUrl: said('AssertionConsumerServiceURL'),
      acsIndex: said('AssertionConsumerServiceIndex'),
      binding: said('ProtocolBinding'),
      isForced: isTrue(said('ForceAuthn')),
      isPassive: isTrue(said('IsPassive')),
      format: said('Format', policy),
      nameQualifier: said('SPNameQualifier', policy),
      classes: context ? childrenNamed(context, ns.assertion, 'AuthnContextClassRef').map(textIn) : [],
      comparison: said('Comparison', context) || 'exact',
    };
  });
}
