import type { Application } from '@doorwright/crds/kinds/application.ts';
import { Refusal } from '../../core/errors.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import type { AccountDeps } from '../../signin/place/deps.ts';

/** The application of an id, owner/name. */
export async function applicationIn(id: string, deps: Pick<AccountDeps, 'db' | 'store'>): Promise<Application> {
  const [owner, name = ''] = id.split(/\/(.*)/s);
  const application = owner === 'admin' ? await cachedObjectsOf(deps).applicationNamed(name) : undefined;
  if (!application) throw new Refusal('not-found', { kind: 'Application', id: id.slice(0, 200) });
  return application;
}
