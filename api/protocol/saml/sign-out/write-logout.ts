import { attributeOfXml, textOfXml } from '../../../core/xml-text.ts';
import { ns, success } from '../../../providers/saml/names.ts';
import { statusOf } from '../names.ts';
import { type Subject, writeSubject } from '../response/subject.ts';

interface Message {
  id: string;
  issuer: string;
  destination: string;
  now: Date;
}

const head = ({ id, destination, now }: Message) =>
  `xmlns:samlp="${ns.protocol}" xmlns:saml="${ns.assertion}" ID="${id}" Version="2.0" IssueInstant="${now.toISOString()}" Destination="${attributeOfXml(destination)}"`;

/** Tells a service provider that a session has ended (SAML Core 2.0, 3.7.1). */
export const writeLogoutRequest = (message: Message, { subject, index }: { subject: Subject; index: string }): string =>
  `<samlp:LogoutRequest ${head(message)} Reason="urn:oasis:names:tc:SAML:2.0:logout:user"><saml:Issuer>${textOfXml(message.issuer)}</saml:Issuer>${writeSubject(subject)}<samlp:SessionIndex>${textOfXml(index)}</samlp:SessionIndex></samlp:LogoutRequest>`;

/** Answers a sign-out that began at a service provider (3.7.3.2). It is partial if others could not be told. */
export const writeLogoutResponse = (
  message: Message,
  { request, isPartial }: { request: string; isPartial: boolean },
) =>
  `<samlp:LogoutResponse ${head(message)} InResponseTo="${attributeOfXml(request)}"><saml:Issuer>${textOfXml(message.issuer)}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${success}">${isPartial ? `<samlp:StatusCode Value="${statusOf('PartialLogout')}"/>` : ''}</samlp:StatusCode></samlp:Status></samlp:LogoutResponse>`;
