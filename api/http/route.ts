import type { Rule } from '@doorwright/crds';
import type { JsonSchema } from '@doorwright/crds/derive/schema.ts';
import type { ApiAccess } from '@doorwright/crds/options/api-access.ts';
import type { Request, Response } from 'express';
import type { Visit } from '../core/objects/records.ts';

/** A request as handlers see it: who asks and what, with every parameter given at most once. */
export interface Asked {
  visit: Visit;
  query: Readonly<Record<string, string | undefined>>;
  body: unknown;
  /** For the few that read or set cookies, stream a body or answer a file. */
  http: { req: Request; res: Response };
}

export interface Answer {
  data?: unknown;
  data2?: unknown;
  sub?: string;
  name?: string;
  /** The handler has written the response itself. */
  sent?: true;
}

export interface Parameter {
  about: string;
  required?: true;
}

/** From which access on an application may use a route: with the own account of its user alone, and with all that it is lent. */
export interface Lends {
  own?: ApiAccess;
  all?: ApiAccess;
}

/** One endpoint as data. The router enforces it, the OpenAPI document describes it, the tests walk it. */
export interface Route {
  method: 'GET' | 'POST';
  path: `/api/${string}`;
  summary: string;
  tag: string;
  /** Who may call it at all; a route without one does not type-check. What they may do to which object the handler decides. */
  permission: Rule;
  /** What an application may do here that is lent less than everything; without it no more than a stranger. */
  lends?: Lends;
  query?: Readonly<Record<string, Parameter>>;
  body?: JsonSchema;
  /** The body is read by the handler: a file. */
  upload?: true;
  answer?: { data?: JsonSchema; data2?: JsonSchema };
  /** Answers that are no envelope, by media type. */
  file?: string;
  /** Changes a cookie, so that it must not be called from other sites even by strangers. */
  setsSession?: true;
  handle: (asked: Asked) => Promise<Answer>;
}
