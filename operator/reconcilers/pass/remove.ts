import { effectiveDeletionPolicy } from '@doorwright/crds/derive/policy.ts';
import { ApiRefusal } from '../../api/api-refusal.ts';
import { apiIdText } from '../../api/declared-objects.ts';
import { queueKeyOf } from '../../runtime/kinds.ts';
import { retryAfterOf } from '../../runtime/pace/retry-after.ts';
import { isUnavailable } from '../../runtime/pace/unavailable.ts';
import { type Pass, type Removal, withMore } from '../../runtime/reconciler.ts';
import { idOf, idWithin, memoryKey } from '../core/api-id.ts';
import { type Declared, isProtected } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import { dependentsOf } from '../references/dependents.ts';
import { isForced, leaveTombstone } from './leave-tombstone.ts';
import type { Rules } from './rules.ts';
import { withdraw } from './withdraw.ts';

const stalled = (reason: 'DeletionProtected' | 'HasDependents', message: string, afterMs?: number): Removal => ({
  gone: false,
  details: [{ type: 'Stalled', status: 'True', reason, message }],
  ...(afterMs !== undefined && { afterMs }),
});

/** Releases the object in the API, then the resource. */
export async function remove(rules: Rules, services: Services, pass: Pass<Declared>): Promise<Removal> {
  const { object } = pass;
  try {
    if (isForced(object)) {
      // A tombstone knows no references, so withdrawn permissions end now if the API answers.
      await withdraw(rules, pass, services, { onlyTakes: true }).catch(() => {});
      forget(rules, services, object);
      return await leaveTombstone(services, rules, object);
    }
    const ended = await withdraw(rules, pass, services, { onlyTakes: true });
    const removal = await letGo(rules, services, pass);
    if (removal.gone) forget(rules, services, object);
    return withMore(removal, ended);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    // A pass with a silent API takes half a minute, so its start is too early.
    const now = Date.now();
    const deadline = awaySince(object, now) + services.deletionTimeoutMs;
    if (now >= deadline) {
      forget(rules, services, object);
      return leaveTombstone(services, rules, object);
    }
    const message = 'The API cannot be reached; the deletion waits for it';
    return {
      gone: false,
      details: [
        { type: 'Synced', status: 'False', reason: 'BackendUnavailable', message },
        { type: 'Reconciling', status: 'True', reason: 'Deleting', message },
      ],
      afterMs: Math.min(retryAfterOf(error) ?? 5000, deadline - now),
    };
  }
}

/** The deletion may have waited for days before the API went away. */
function awaySince({ metadata, status }: Declared, now: number): number {
  const away = status?.conditions?.find(({ type, reason }) => type === 'Synced' && reason === 'BackendUnavailable');
  const times = [metadata.deletionTimestamp, away?.lastTransitionTime].map((time) => Date.parse(time ?? '') || now);
  return Math.max(...times);
}

/** Other resources for the same object may have waited for this one. */
function forget(rules: Rules, { memory, controller }: Services, object: Declared): void {
  const key = memoryKey(idOf(rules, object, { controller }));
  memory.forget(key);
  for (const other of controller.kinds.of(object.kind).store.values() as Iterable<Declared>)
    if (other !== object && memoryKey(idOf(rules, other, { controller })) === key) controller.wake(queueKeyOf(other));
}

async function letGo(rules: Rules, services: Services, pass: Pass<Declared>): Promise<Removal> {
  const { api } = services;
  const { object, signal } = pass;
  const { kind } = rules;
  const id = idWithin(rules, object, services);
  const state = await api.read(id, signal);
  // The object was never created, belongs to another resource, or was released before a crash.
  const isOurs = state?.origin?.uid === object.metadata.uid;
  const policy = effectiveDeletionPolicy(kind.declared, object.spec, { adopted: state?.origin?.isAdopted === true });
  if (isOurs && policy === 'Delete' && isProtected(kind, object))
    return stalled(
      'DeletionProtected',
      'deletionProtection keeps the object: set it to false to delete it, or deletionPolicy to Orphan to keep it',
    );
  const dependents = dependentsOf(object, services.controller);
  if (dependents) return stalled('HasDependents', dependents);
  if (!isOurs) return { gone: true };
  const outcome = await released(rules, services, pass, policy);
  if (typeof outcome !== 'string') return outcome;
  const [reason, verb] = outcome === 'deleted' ? ['Deleted', 'Deleted'] : ['Orphaned', 'Released'];
  return {
    gone: true,
    events: [{ type: 'Normal', reason, action: 'Delete', note: `${verb} ${kind.name} ${apiIdText(id)}` }],
  };
}

async function released(
  rules: Rules,
  services: Services,
  { object, signal }: Pass<Declared>,
  policy: 'Delete' | 'Orphan',
) {
  const id = idWithin(rules, object, services);
  try {
    return (await services.api.release(id, { uid: object.metadata.uid, policy, signal })).outcome;
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    if (error.code === 'NotFound' || error.code === 'NameConflict') return 'orphaned';
    // No event reports the end of users and other objects without resources.
    if (error.code === 'InUse') return stalled('HasDependents', error.message, 30_000);
    throw error;
  }
}
