import type { PageProps } from '../page.ts';
import type { PageTarget } from './targets/page-target.ts';
import { targetAt } from './targets/registry.ts';

/** The purpose of a sign-in, and the parts that every call of it has. */
export interface Door {
  target: PageTarget;
  /** The type in the login form. */
  type: string;
  application: string;
  organization: string;
  query: URLSearchParams;
}

export function doorOf({ application, params, query }: Pick<PageProps, 'application' | 'params' | 'query'>): Door {
  const target = targetAt(location.pathname);
  return { target, type: target.type(query), application: application.name, organization: params.owner ?? '', query };
}
