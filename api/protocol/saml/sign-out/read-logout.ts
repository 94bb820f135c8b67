import { ns, success } from '../../../providers/saml/names.ts';
import { childNamed, childrenNamed, textIn } from '../../../providers/saml/xml/read.ts';
import { readingRequest, wrongRequest } from '../refused.ts';
import { rootOf } from '../request/read-request.ts';

const issuerIn = (root: Element) => textIn(childNamed(root, ns.assertion, 'Issuer'));
const said = (root: Element, name: string) => root.getAttribute(name) ?? '';

const common = (root: Element) => ({
  root,
  id: said(root, 'ID'),
  issuer: issuerIn(root),
  issueInstant: said(root, 'IssueInstant'),
  destination: said(root, 'Destination'),
});

/** The content of a LogoutRequest (SAML Core 2.0, 3.7.1). */
export function readLogoutRequest(xml: string) {
  const root = rootOf(xml, 'LogoutRequest');
  return readingRequest(() => {
    const name = childNamed(root, ns.assertion, 'NameID');
    if (!name) throw wrongRequest('the request names no user');
    const indexes = childrenNamed(root, ns.protocol, 'SessionIndex').map(textIn).filter(Boolean);
    return { ...common(root), end: said(root, 'NotOnOrAfter'), name: textIn(name), indexes };
  });
}

/** The content of a LogoutResponse (3.7.2). */
export function readLogoutResponse(xml: string) {
  const root = rootOf(xml, 'LogoutResponse');
  return readingRequest(() => {
    const status = childNamed(root, ns.protocol, 'Status');
    const code = status && childNamed(status, ns.protocol, 'StatusCode');
    const isWhole =
      code?.getAttribute('Value') === success && childrenNamed(code, ns.protocol, 'StatusCode').length === 0;
    return { ...common(root), request: said(root, 'InResponseTo'), isWhole };
  });
}
