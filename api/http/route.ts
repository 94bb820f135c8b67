import type { JsonSchema } from '@doorwright/crds/derive/schema.ts';
import type { Request, Response } from 'express';
import type { RouteAccess } from '../core/application-access.ts';
import type { RequestContext } from '../core/objects/records.ts';

/** A request as handlers see it: who asks and what, with every parameter given at most once. */
export interface Asked {
  context: RequestContext;
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

/** One endpoint as data. The router enforces it, the OpenAPI document describes it, the tests walk it. */
export interface Route extends RouteAccess {
  path: `/api/${string}`;
  summary: string;
  tag: string;
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
