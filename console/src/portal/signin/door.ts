import type { PageProps } from '../page.ts';
import { requestOf } from '../subject.ts';

/** The purpose of a sign-in, and the parts that every call of it has. */
export interface Door {
  /** `login` signs in to the console. A client requests `code`, `token`, `id_token` or several of them. */
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
 * The query of the call to the api: the client's whole request. A page that is open for long outlives the stored
 * request of the server.
 */
export const queryOf = ({ type, query }: Door) =>
  type === 'login' ? {} : { ...Object.fromEntries(query), ...requestOf(query) };
