import type { PageProps } from '../page.ts';
import type { VisitFrom } from '../services/services.ts';
import type { PageRequest, PageTarget } from '../targets/page-target.ts';
import { targetAt } from '../targets/registry.ts';

/** The purpose of a sign-in, and the parts that every call of it has. */
export interface Door extends PageRequest {
  target: PageTarget;
  application: string;
  organization: string;
}

export function doorOf(
  { application, params, query }: Pick<PageProps, 'application' | 'params' | 'query'>,
  path: string = location.pathname,
): Door {
  const target = targetAt(path);
  return { target, type: target.type(query), application: application.name, organization: params.owner ?? '', query };
}

/** A visit at a service for the purpose of this page. It leads back to the whole request in the address. */
export const visitOf = ({ application, organization }: Door): VisitFrom => ({
  ...{ purpose: 'signin', application, organization },
  page: location.pathname + location.search,
});
