import type { PageProps } from '../page.ts';
import type { PageRequest, PageTarget } from './targets/page-target.ts';
import { targetAt } from './targets/registry.ts';

/** The purpose of a sign-in, and the parts that every call of it has. */
export interface Door extends PageRequest {
  target: PageTarget;
  application: string;
  organization: string;
}

export function doorOf({ application, params, query }: Pick<PageProps, 'application' | 'params' | 'query'>): Door {
  const target = targetAt(location.pathname);
  return { target, type: target.type(query), application: application.name, organization: params.owner ?? '', query };
}
