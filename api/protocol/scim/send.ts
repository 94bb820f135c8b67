import type { Response } from 'express';
import { errorMessage } from '../../core/error-message.ts';
import type { ErrorCode, Refusal } from '../../core/errors.ts';
import { refusalOf } from '../../http/request-failure.ts';
import type { Answer } from './asked.ts';
import { ScimFailure, type ScimType } from './failure.ts';

const mediaType = 'application/scim+json; charset=utf-8';

export function send(res: Response, { status, body, location, version }: Answer): void {
  res.status(status);
  if (location) res.set(status === 201 ? 'Location' : 'Content-Location', location);
  if (version) res.set('ETag', version);
  if (!body || status === 204 || status === 304) return void res.end();
  res.setHeader('Content-Type', mediaType);
  res.end(Buffer.from(JSON.stringify(body)));
}

/** Refusals of the engine in the words of the protocol. Each other one is a wrong value. */
const known: Partial<Record<ErrorCode, readonly [status: number, type?: ScimType]>> = {
  'not-found': [404],
  duplicate: [409, 'uniqueness'],
  'not-unique': [409, 'uniqueness'],
  'field-rule': [400, 'mutability'],
  'owned-by-source': [400, 'mutability'],
  stale: [412],
  'malformed-body': [400, 'invalidSyntax'],
  unauthorized: [403],
  'rights-not-held': [403],
  'built-in': [403],
  'last-administrator': [403],
};

function failureOf(refusal: Refusal): ScimFailure {
  const { message, fields } = errorMessage(refusal, 'en');
  const problems = fields.map(({ field, message: problem }) => `${field}: ${problem}`);
  const detail = [message, ...problems].join('; ');
  const [status, type] = known[refusal.code] ?? (refusal.status === 200 ? [400, 'invalidValue'] : [refusal.status]);
  return new ScimFailure(status, detail, type);
}

/** The answer for an error (RFC 7644, section 3.12). */
export function failed(error: unknown): { status: number; body: object; refusal?: Refusal } {
  const refusal = error instanceof ScimFailure ? undefined : refusalOf(error);
  const { status, scimType, message } = refusal ? failureOf(refusal) : (error as ScimFailure);
  const body = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType && { scimType }),
    detail: message,
  };
  return { status, body, ...(refusal && { refusal }) };
}
