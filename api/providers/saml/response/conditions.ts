import { refusedBy } from '../../oauth/sign-in-service.ts';
import { bearer, ns, success } from '../names.ts';
import { childNamed, childrenNamed, childrenOf, is, textIn } from '../xml/read.ts';
import type { SignedAssertion } from './signed-assertion.ts';

/** Clocks of two servers may differ this much. */
const skew = 60_000;

export interface Expected {
  issuer: string;
  /** Our address for responses, and our entity id. */
  acs: string;
  /** The id of the request that is open. Empty if there is none: then the response must not name one either. */
  request: string;
  now: Date;
}

/** SAML times are UTC (SAML Core 2.0, 1.3.3). */
function timeOf(element: Element, name: string): number | undefined {
  const text = element.getAttribute(name);
  if (!text) return;
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw refusedBy(`${name} is not a time`);
  return time;
}

/** An upper bound may be required. */
function refuseOtherTime(element: Element, now: Date, { mustEnd }: { mustEnd: boolean }): void {
  const [begin, end] = [timeOf(element, 'NotBefore'), timeOf(element, 'NotOnOrAfter')];
  if (begin !== undefined && now.getTime() + skew < begin) throw refusedBy('the assertion is not valid yet');
  if (end === undefined ? mustEnd : now.getTime() - skew >= end) throw refusedBy('the assertion has expired');
}

function refuseOtherIssuer(element: Element, expected: Expected, isRequired: boolean): void {
  const issuer = childNamed(element, ns.assertion, 'Issuer');
  if (issuer ? textIn(issuer) !== expected.issuer : isRequired) throw refusedBy('another party issued the response');
}

/** The words of the identity provider are left out, because anybody can post a response; codes suffice. */
function refuseFailure(response: Element): void {
  const status = childNamed(response, ns.protocol, 'Status');
  const code = status && childNamed(status, ns.protocol, 'StatusCode');
  if (code?.getAttribute('Value') === success) return;
  const codes = code ? [code, ...childrenNamed(code, ns.protocol, 'StatusCode')] : [];
  const names = codes.map(
    (each) => /^urn:oasis:names:tc:SAML:2\.0:status:(\w+)$/.exec(each.getAttribute('Value') ?? '')?.[1],
  );
  throw refusedBy(names.filter(Boolean).join(' ') || 'the response has no status');
}

/** The response as a whole (SAML Core 2.0, 3.2.2, and SAML Bindings 2.0, 3.5.5.2). */
export function refuseOtherResponse({ response, isResponseSigned }: SignedAssertion, expected: Expected): void {
  if (response.getAttribute('Version') !== '2.0') throw refusedBy('the response has another version');
  refuseOtherIssuer(response, expected, false);
  const destination = response.getAttribute('Destination');
  if (destination ? destination !== expected.acs : isResponseSigned)
    throw refusedBy('the response has another destination');
  const request = response.getAttribute('InResponseTo');
  if (request && request !== expected.request) throw refusedBy('the response answers another request');
  refuseFailure(response);
}

/** Some confirmation must hold (SAML Profiles 2.0, 4.1.4.2). It names our request, or none if there was none (4.1.5). */
function confirms(confirmation: Element, { acs, request, now }: Expected): void {
  const data = childNamed(confirmation, ns.assertion, 'SubjectConfirmationData');
  if (!data) throw refusedBy('the subject is not confirmed');
  if (data.getAttribute('Recipient') !== acs) throw refusedBy('the assertion has another recipient');
  if ((data.getAttribute('InResponseTo') ?? '') !== request) throw refusedBy('the assertion answers another request');
  refuseOtherTime(data, now, { mustEnd: true });
}

const known = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];

/** Conditions that we do not know could forbid what we do (SAML Core 2.0, 2.5.1.1). */
function refuseOtherConditions(conditions: Element, { acs, now }: Expected): void {
  refuseOtherTime(conditions, now, { mustEnd: false });
  if (childrenOf(conditions).some((each) => !known.some((name) => is(each, ns.assertion, name))))
    throw refusedBy('the assertion has an unknown condition');
  const restrictions = childrenNamed(conditions, ns.assertion, 'AudienceRestriction');
  const isForUs = (restriction: Element) =>
    childrenNamed(restriction, ns.assertion, 'Audience').some((audience) => textIn(audience) === acs);
  if (restrictions.length === 0 || !restrictions.every(isForUs)) throw refusedBy('the assertion has another audience');
}

/** The assertion, by the rules of the profile for browsers. samlify checks the issuer and the times of the conditions only. */
export function refuseOtherAssertion({ assertion }: SignedAssertion, expected: Expected): void {
  if (assertion.getAttribute('Version') !== '2.0') throw refusedBy('the assertion has another version');
  refuseOtherIssuer(assertion, expected, true);
  const subject = childNamed(assertion, ns.assertion, 'Subject');
  const confirmations = subject ? childrenNamed(subject, ns.assertion, 'SubjectConfirmation') : [];
  const bearers = confirmations.filter((each) => each.getAttribute('Method') === bearer);
  if (bearers.length !== 1) throw refusedBy('the subject is not confirmed');
  confirms(bearers[0] as Element, expected);
  const conditions = childNamed(assertion, ns.assertion, 'Conditions');
  if (!conditions) throw refusedBy('the assertion has no conditions');
  refuseOtherConditions(conditions, expected);
  const statements = childrenNamed(assertion, ns.assertion, 'AuthnStatement');
  if (statements.length === 0) throw refusedBy('nobody signed in');
  for (const statement of statements) {
    const end = timeOf(statement, 'SessionNotOnOrAfter');
    if (end !== undefined && expected.now.getTime() - skew >= end) throw refusedBy('the session has expired');
  }
}
