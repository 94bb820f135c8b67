import { randomUUID } from 'node:crypto';
import { Refusal } from '../../core/errors.ts';
import { attributeOfXml, textOfXml } from '../../core/xml-text.ts';
import { childNamed, readXml, textIn } from '../../providers/saml/xml/read.ts';
import type { Written } from './answers.ts';
import { CasFailure, type FailureCode } from './failure.ts';
import type { Attributes } from './told.ts';
import type { Validated } from './validate.ts';

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const protocol = 'urn:oasis:names:tc:SAML:1.0:protocol';
const assertion = 'urn:oasis:names:tc:SAML:1.0:assertion';
/** The names of attributes belong to it, in CAS of Apereo and in Casdoor 2022. */
const namespace = 'http://www.ja-sig.org/products/cas/';
const unspecified = 'urn:oasis:names:tc:SAML:1.0:am:unspecified';
/** How long an assertion counts. Services read it at once. */
const validMs = 30_000;

export interface SamlAsked {
  ticket: string;
  /** The id of the request, which the answer repeats. */
  requestId: string;
}

/** Reads a request of SAML 1.1, whose artifact is the ticket. The limits are those of SAML 2 (S46). */
export function readSaml(text: string): SamlAsked {
  try {
    const body = childNamed(readXml(text), soap, 'Body');
    const request = body && childNamed(body, protocol, 'Request');
    const ticket = request && textIn(childNamed(request, protocol, 'AssertionArtifact'));
    if (ticket) return { ticket, requestId: request.getAttribute('RequestID') ?? '' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  throw new CasFailure('INVALID_REQUEST', 'samlp:AssertionArtifact field not found');
}

interface Answered {
  /** The address of the service. */
  recipient: string;
  requestId: string;
  now: Date;
}

const attributesOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ` ${name}="${attributeOfXml(value)}"`)
    .join('');

const envelope = ({ recipient, requestId, now }: Answered, content: string): Written => ({
  type: 'text/xml; charset=utf-8',
  text: `<SOAP-ENV:Envelope xmlns:SOAP-ENV="${soap}"><SOAP-ENV:Header/><SOAP-ENV:Body><saml1p:Response xmlns:saml1p="${protocol}" MajorVersion="1" MinorVersion="1"${attributesOf(
    {
      ...{ ResponseID: `_${randomUUID()}`, InResponseTo: requestId, Recipient: recipient },
      IssueInstant: now.toISOString(),
    },
  )}>${content}</saml1p:Response></SOAP-ENV:Body></SOAP-ENV:Envelope>\n`,
});

const status = (code: string, sentence = '') =>
  `<saml1p:Status><saml1p:StatusCode Value="saml1p:${code}"/>${
    sentence && `<saml1p:StatusMessage>${textOfXml(sentence)}</saml1p:StatusMessage>`
  }</saml1p:Status>`;

/** Attributes of one name are one attribute with several values. */
function statements(attributes: Attributes): string {
  const names = [...new Set(attributes.map(([name]) => name))];
  return names
    .map((name) => {
      const values = attributes.filter(([each]) => each === name).map(([, value]) => value);
      const inside = values.map((value) => `<saml1:AttributeValue>${textOfXml(value)}</saml1:AttributeValue>`).join('');
      return `<saml1:Attribute AttributeName="${name}" AttributeNamespace="${namespace}">${inside}</saml1:Attribute>`;
    })
    .join('');
}

const subjectOf = (user: string) =>
  `<saml1:Subject><saml1:NameIdentifier>${textOfXml(user)}</saml1:NameIdentifier><saml1:SubjectConfirmation><saml1:ConfirmationMethod>urn:oasis:names:tc:SAML:1.0:cm:artifact</saml1:ConfirmationMethod></saml1:SubjectConfirmation></saml1:Subject>`;

/** The user of a ticket, as an assertion of SAML 1.1. TLS protects it on its way, as all answers of CAS. */
export function samlValidated(validated: Validated, answered: Answered, issuer: string): Written {
  const { user, attributes, ticket } = validated;
  const { recipient, now } = answered;
  const end = new Date(now.getTime() + validMs).toISOString();
  const subject = subjectOf(user);
  return envelope(
    answered,
    `${status('Success')}<saml1:Assertion xmlns:saml1="${assertion}" MajorVersion="1" MinorVersion="1"${attributesOf({
      ...{ AssertionID: `_${randomUUID()}`, Issuer: issuer, IssueInstant: now.toISOString() },
    })}><saml1:Conditions NotBefore="${now.toISOString()}" NotOnOrAfter="${end}"><saml1:AudienceRestrictionCondition><saml1:Audience>${textOfXml(recipient)}</saml1:Audience></saml1:AudienceRestrictionCondition></saml1:Conditions><saml1:AuthenticationStatement AuthenticationInstant="${ticket.provedTime}" AuthenticationMethod="${unspecified}">${subject}</saml1:AuthenticationStatement><saml1:AttributeStatement>${subject}${statements(attributes)}</saml1:AttributeStatement></saml1:Assertion>`,
  );
}

/** A wrong request, or an error of the server. Every other failure is a refusal. */
const statuses: Partial<Record<FailureCode, string>> = { INVALID_REQUEST: 'Requester', INTERNAL_ERROR: 'Responder' };

export const samlRefused = ({ code, message }: CasFailure, answered: Answered): Written =>
  envelope(answered, status(statuses[code] ?? 'RequestDenied', message));
