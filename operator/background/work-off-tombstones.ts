import { kinds } from '@doorwright/crds';
import { effectiveDeletionPolicy } from '@doorwright/crds/derive/policy.ts';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import { ApiRefusal } from '../api/api-refusal.ts';
import type { DeclaredApi } from '../api/declared-api.ts';
import { apiIdText } from '../api/declared-objects.ts';
import { ofMaker } from '../reconcilers/core/api-id.ts';
import { isPlatform, type NamespaceRights } from '../reconcilers/core/namespace-rights.ts';
import type { Tombstone, Tombstones } from '../reconcilers/core/tombstones.ts';
import { pause, systemClock } from '../runtime/clock.ts';
import type { Machinery } from '../runtime/machinery.ts';

const everyMs = 10_000;
/** People may remove tombstones, and a former leader may have left one more. */
const readEveryMs = 60_000;

interface Deps extends Pick<Machinery, 'controller' | 'log' | 'metrics'> {
  api: DeclaredApi;
  tombstones: Tombstones;
  rights: NamespaceRights;
  signal: AbortSignal;
}

/** Releases objects whose resources were deleted while the API was away. A repeated run does nothing twice. */
export async function workOffTombstones(deps: Deps): Promise<void> {
  const { tombstones, log, metrics, signal } = deps;
  let readAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    await pause(systemClock, everyMs, signal);
    if (signal.aborted) return;
    try {
      if (performance.now() - readAt >= readEveryMs) {
        await tombstones.read(signal);
        readAt = performance.now();
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ error }, 'Could not read the tombstones');
    }
    const open = tombstones.all();
    metrics.tombstones.set(open.length);
    await workOff(deps, open);
  }
}

/** Objects that others use come after those others. */
async function workOff(deps: Deps, open: readonly Tombstone[], inUse: InUse = 'Wait'): Promise<void> {
  const left: Tombstone[] = [];
  for (const tombstone of open) if (!(await workOffOne(deps, tombstone, inUse))) left.push(tombstone);
  if (left.length === 0) return;
  if (left.length < open.length) return workOff(deps, left);
  // Its users stay, and no resource is left that could wait for them, so the object is kept.
  if (inUse === 'Wait') return workOff(deps, left, 'Orphan');
}

type InUse = 'Wait' | 'Orphan';

/** False while others use the object. Other failures are retried later. */
async function workOffOne(deps: Deps, tombstone: Tombstone, inUse: InUse): Promise<boolean> {
  const { tombstones, log, signal } = deps;
  try {
    await letGo(deps, tombstone, inUse);
    await tombstones.remove(tombstone.uid, signal);
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === 'InUse') return false;
    log.warn({ error, tombstone: tombstone.uid }, 'Could not work off a tombstone');
  }
  return true;
}

/** A tombstone of a living resource is forged: its author may have no right to delete the resource. */
const isAlive = ({ controller }: Deps, uid: string): boolean =>
  [...controller.kinds.all()].some(({ store }) =>
    store.byIndex('uid', uid).some(({ metadata }) => metadata.deletionTimestamp === undefined),
  );

async function letGo(deps: Deps, tombstone: Tombstone, inUse: InUse): Promise<void> {
  const { api, log, rights, signal } = deps;
  const { kind, owner, name, uid } = tombstone;
  if (isAlive(deps, uid)) return log.warn({ tombstone: uid }, 'Ignored the tombstone of a living resource');
  const id = { kind, owner, name };
  const declared = kinds.filter(isDeclared).find((each) => each.name === kind)?.declared;
  const state = await api.read(id, signal);
  if (!declared || state?.origin?.uid !== uid) return;
  const deletionPolicy = (tombstone.policy || undefined) as 'Delete' | 'Orphan' | undefined;
  const asked = effectiveDeletionPolicy(declared, { deletionPolicy }, { adopted: state.origin.isAdopted });
  const { namespace, isAdopted } = state.origin;
  // A tenant deletes only objects that it made.
  const isKept = inUse === 'Orphan' || (isAdopted && !isPlatform(rights, namespace));
  const policy = isKept ? 'Orphan' : asked;
  const { outcome } = await api.release(ofMaker(id, state.origin, rights), { uid, policy, signal });
  log.info({ kind, id: apiIdText(id), outcome }, 'Worked off a tombstone');
}
