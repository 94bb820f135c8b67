import type { PageProps } from '../page.ts';
import { requestOf } from '../subject.ts';

/** What a sign-in is for, and what every call for it says. */
export interface Door {
  /** `login` signs in to the product itself; else it is what a client asks for: `code`, `token`, `id_token` or a mixture. */
  type: string;
  application: string;
  organization: string;
  query: URLSearchParams;
}

const isForClient = () => location.pathname.endsWith('/oauth/authorize');

export const doorOf = ({ application, params, query }: Pick<PageProps, 'application' | 'params' | 'query'>): Door => ({
  type: isForClient() ? (query.get('response_type') ?? 'code') : 'login',
  application: application.name,
  organization: params.owner ?? '',
  query,
});

/**
 * The query with which the api is asked to sign in there: all that the client asked, for a page that stands open for long
 * outlives what the server knows of its request.
 */
export const queryOf = ({ type, query }: Door) =>
  type === 'login' ? {} : { ...Object.fromEntries(query), ...requestOf(query) };
