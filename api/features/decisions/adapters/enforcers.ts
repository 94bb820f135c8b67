import type { Adapter } from '@doorwright/crds/kinds/adapter.ts';
import type { Enforcer } from '@doorwright/crds/kinds/enforcer.ts';
import type { Model } from '@doorwright/crds/kinds/model.ts';
import { cacheReads } from '../../../core/cache/cached-reads.ts';
import { platform } from '../../../core/callers.ts';
import { cachedObjectsOf } from '../../../kinds/cached-objects.ts';
import type { RouteDeps } from '../../../kinds/route-deps.ts';
import { decideByPermissions, type SpendComparisons } from '../decide-by-permissions.ts';
import type { EffectiveRolesOf } from '../effective-roles.ts';
import type { createPolicies } from '../policies.ts';
import { decideByTable } from './decide-by-table.ts';
import { createTableCache } from './table-cache.ts';

/** The enabled parts of an enforcer. Without a model, it allows nothing. */
interface EnforcerParts {
  model?: Model | undefined;
  adapter?: Adapter | undefined;
  hasAdapter: boolean;
}

interface Deps extends Pick<RouteDeps, 'db' | 'store' | 'egress' | 'log'> {
  policiesOf: ReturnType<typeof createPolicies>;
  effectiveRolesOf: EffectiveRolesOf;
}

interface Asked {
  owner: string;
  name: string;
  request: readonly string[];
  isTold: boolean;
}

/** Decides by an enforcer: by the permissions with its model, or by the policies of its adapter. */
export function createEnforcers({ db, store, egress, log, policiesOf, effectiveRolesOf }: Deps) {
  const tableOf = createTableCache({ egress, log });
  const { organizationNamed } = cachedObjectsOf({ db, store });

  /** An enabled object of the enforcer's own organization. */
  async function named<T extends { isEnabled: boolean }>(
    kind: string,
    owner: string,
    id: string,
  ): Promise<T | undefined> {
    if (!id.startsWith(`${owner}/`)) return;
    const object = (await store(kind).find(db, owner, id.slice(owner.length + 1))) as unknown as T | undefined;
    return object?.isEnabled ? object : undefined;
  }

  const meansOf = cacheReads(db, ['enforcer', 'model', 'adapter'], async (key): Promise<EnforcerParts | undefined> => {
    const [owner = '', name = ''] = JSON.parse(key) as string[];
    const enforcer = (await store('enforcer').find(db, owner, name)) as unknown as Enforcer | undefined;
    if (!enforcer) return;
    const { isEnabled, model, adapter } = enforcer;
    return {
      model: isEnabled ? await named<Model>('model', owner, model) : undefined,
      adapter: await named<Adapter>('adapter', owner, adapter),
      hasAdapter: adapter !== '',
    };
  });

  /** A subject with the name of a user of this organization must be an active user. Other subjects are names of the table only. */
  async function mayAsk(subject: string, owner: string): Promise<boolean> {
    const organization = subject.slice(0, Math.max(subject.indexOf('/'), 0));
    const isOurs = organization === owner || (owner === platform && (await organizationNamed(organization)));
    return !isOurs || (await effectiveRolesOf(subject)).isActive;
  }

  /** The decision; undefined if there is no such enforcer. */
  return async ({ owner, name, request, isTold }: Asked, spend: SpendComparisons): Promise<boolean | undefined> => {
    const means = await meansOf(JSON.stringify([owner, name]));
    if (!means) return;
    const { model, adapter, hasAdapter } = means;
    if (!model) return false;
    if (!hasAdapter) {
      const policies = await policiesOf({ by: 'model', owner, name: model.name });
      return decideByPermissions(policies ?? [], request, { effectiveRolesOf, spend });
    }
    if (!adapter || !(await mayAsk(String(request[0]), owner))) return false;
    return decideByTable(await tableOf({ adapter, modelText: model.modelText, isTold }), request, spend);
  };
}
