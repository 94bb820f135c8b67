import { randomBytes } from 'node:crypto';
import { attributeOfXml, textOfXml } from '../../../core/xml-text.ts';
import { bearer, ns, success } from '../../../providers/saml/names.ts';
import type { SamlRequest, SamlStatus } from '../../../signin/contracts/saml-authority.ts';
import { statusOf } from '../names.ts';
import { type Attribute, writeAttributes } from './attributes.ts';
import { type Subject, writeSubject } from './subject.ts';

/** An assertion is used at once: the service provider opens a session of its own with it. */
const lastsMs = 5 * 60_000;
/** The clock of a service provider may be late. */
const skewMs = 60_000;

export const newId = (): string => `_${randomBytes(20).toString('hex')}`;

export interface Told {
  request: Pick<SamlRequest, 'id' | 'service' | 'acs'>;
  issuer: string;
  subject: Subject;
  attributes: readonly Attribute[];
  session: { index: string; authenticatedTime: Date; end: Date };
  /** The class of the sign-in. */
  signInClass: string;
  now: Date;
}

const time = (date: Date | number) => new Date(date).toISOString();
const answers = (id: string) => id && ` InResponseTo="${attributeOfXml(id)}"`;

/** An assertion (SAML Core 2.0, 2.3.3), as a document of its own. */
export function writeAssertion({ request, issuer, subject, attributes, session, signInClass, now }: Told): string {
  const end = time(now.getTime() + lastsMs);
  return `<saml:Assertion xmlns:saml="${ns.assertion}" ID="${newId()}" Version="2.0" IssueInstant="${time(now)}"><saml:Issuer>${textOfXml(issuer)}</saml:Issuer><saml:Subject>${writeSubject(subject)}<saml:SubjectConfirmation Method="${bearer}"><saml:SubjectConfirmationData${answers(request.id)} NotOnOrAfter="${end}" Recipient="${attributeOfXml(request.acs)}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${time(now.getTime() - skewMs)}" NotOnOrAfter="${end}"><saml:AudienceRestriction><saml:Audience>${textOfXml(request.service)}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${time(session.authenticatedTime)}" SessionIndex="${session.index}" SessionNotOnOrAfter="${time(session.end)}"><saml:AuthnContext><saml:AuthnContextClassRef>${textOfXml(signInClass)}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${writeAttributes(attributes)}</saml:Assertion>`;
}

interface Wrapped {
  request: Pick<SamlRequest, 'id' | 'acs'>;
  issuer: string;
  now: Date;
  /** An assertion, or the reason why there is none. */
  content: string | SamlStatus;
}

const codeOf = (status: string, inner = '') =>
  inner ? `<samlp:StatusCode Value="${status}">${inner}</samlp:StatusCode>` : `<samlp:StatusCode Value="${status}"/>`;

/** A response (SAML Core 2.0, 3.3.3). */
export function writeResponse({ request, issuer, now, content }: Wrapped): string {
  const isGood = typeof content === 'string';
  const status = isGood ? codeOf(success) : codeOf(statusOf(content.code), codeOf(statusOf(content.detail)));
  return `<samlp:Response xmlns:samlp="${ns.protocol}" xmlns:saml="${ns.assertion}" ID="${newId()}" Version="2.0" IssueInstant="${time(now)}" Destination="${attributeOfXml(request.acs)}"${answers(request.id)}><saml:Issuer>${textOfXml(issuer)}</saml:Issuer><samlp:Status>${status}</samlp:Status>${isGood ? content : ''}</samlp:Response>`;
}
