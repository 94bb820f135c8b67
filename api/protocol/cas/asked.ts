import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Request } from 'express';
import { isStorableText } from '../../http/storable.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import type { CasDeps } from './deps.ts';
import { CasFailure } from './failure.ts';

/** A parameter of the query. One that occurs twice could be read in two ways. */
export function parameter({ query }: Request, name: string): string {
  const value = query[name];
  if (value === undefined) return '';
  if (typeof value !== 'string' || !isStorableText(value))
    throw new CasFailure('INVALID_REQUEST', `${name} must occur once`);
  return value;
}

/** A flag is set by any value (CAS Protocol 3.0, 2.1.1). Casdoor's clients send `false`. */
export const flag = (req: Request, name: string): boolean => !['', 'false'].includes(parameter(req, name));

/** The application in the path, if it uses CAS. */
export async function applicationAsked(deps: Pick<CasDeps, 'db' | 'store'>, { params }: Request): Promise<Application> {
  const application = await cachedObjectsOf(deps).applicationNamed(String(params.application));
  if (
    application?.organization !== params.organization ||
    !application?.isEnabled ||
    application.casServices.length === 0
  )
    throw new CasFailure('INVALID_REQUEST', 'the application does not exist or does not use CAS');
  return application;
}
