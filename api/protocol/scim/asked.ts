import type { RequestContext } from '../../core/objects/history/records.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request, or one of a bulk request. */
export interface Asked {
  context: RequestContext;
  organization: string;
  /** The address of the organization's SCIM server. */
  base: string;
  /** The ID in the path, if it has one. */
  id: string;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  /** Refuses if the token has ended meanwhile. */
  stillAllowed: () => Promise<void>;
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

export interface Answer {
  status: number;
  body?: object | undefined;
  location?: string;
  version?: string;
}

export type Handler = (asked: Asked) => Promise<Answer> | Answer;
