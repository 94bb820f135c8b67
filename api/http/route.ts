import type { JsonSchema } from '@doorwright/crds/schema/schema.ts';
import type { Request, Response } from 'express';
import type { RouteAccess } from '../core/application-access.ts';
import type { RequestContext } from '../core/objects/history/records.ts';

/** A request as handlers see it, with each parameter at most once. */
export interface RouteRequest {
  context: RequestContext;
  query: Readonly<Record<string, string | undefined>>;
  segments: Readonly<Record<string, string | undefined>>;
  body: unknown;
  /** Finds the caller with their present rights, or refuses. For an answer that stays open for a while. It does not count as use of a session. */
  callerNow: () => Promise<RequestContext['caller']>;
  /** For the few handlers that use cookies, stream a body or send a file. */
  http: { req: Request; res: Response };
}

export interface Answer {
  data?: unknown;
  data2?: unknown;
  sub?: string;
  name?: string;
  /** The handler wrote the response itself. */
  sent?: true;
}

export interface Parameter {
  about: string;
  required?: true;
}

/** An endpoint as data. The router serves it, the OpenAPI document describes it, and tests iterate over it. */
export interface Route extends RouteAccess {
  path: `/api/${string}`;
  /** Names of the texts that follow the path, each after a slash. */
  segments?: readonly string[];
  summary: string;
  tag: string;
  query?: Readonly<Record<string, Parameter>>;
  body?: JsonSchema;
  /** The handler reads the body itself, because it is a file. */
  upload?: true;
  /** The handler gets the body as a text, because a protocol has its own form of it. */
  textBody?: true;
  answer?: { data?: JsonSchema; data2?: JsonSchema };
  /** The media type of an answer without an envelope. */
  file?: string;
  /** The handler may send the browser elsewhere. If the route also has a file of HTML, a wrong request gets a page. */
  redirects?: true;
  /** An answer in JSON without an envelope, as a protocol or Casdoor 2022 has it. The handler sends it itself. */
  bare?: JsonSchema;
  /** The route changes a cookie, so other sites must not call it even for strangers. */
  setsSession?: true;
  /** A page of ours must prove that it sent the request of a session, although it is a read. */
  sameOriginOnly?: true;
  /** Users of a session must have proved their identity in the last ten minutes. */
  freshProof?: true;
  /** Pages of other sites post here by the rules of a protocol. The handler acts for no session. */
  fromOtherSites?: true;
  handle: (asked: RouteRequest) => Promise<Answer>;
}

/** The path with the names of its segments: `/api/notify-payment/{owner}/{payment}`. */
export const pathOf = ({ path, segments = [] }: Pick<Route, 'path' | 'segments'>): string =>
  [path, ...segments.map((name) => `{${name}}`)].join('/');
