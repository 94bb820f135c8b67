import { kinds } from '@doorwright/crds';
import { effectiveDeletionPolicy } from '@doorwright/crds/derive/policy.ts';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import { ApiRefusal } from '../api/api-refusal.ts';
import { apiIdText, type DeclaredApi } from '../api/declared-api.ts';
import { ofMaker } from '../reconcilers/core/api-id.ts';
import { isPlatform, type Standing } from '../reconcilers/core/namespace-rights.ts';
import type { Graveyard, Tombstone } from '../reconcilers/core/tombstones.ts';
import { pause, systemClock } from '../runtime/clock.ts';
import type { Machinery } from '../runtime/machinery.ts';

const everyMs = 10_000;
/** People may take tombstones away, and a leader that has just ended may have left one more. */
const readEveryMs = 60_000;

interface Undertaker extends Pick<Machinery, 'controller' | 'log' | 'metrics'> {
  api: DeclaredApi;
  graveyard: Graveyard;
  standing: Standing;
  signal: AbortSignal;
}

/** Lets go in the API of what was deleted in the cluster while the API was away. Repeating it does nothing twice. */
export async function workOffTombstones(undertaker: Undertaker): Promise<void> {
  const { graveyard, log, metrics, signal } = undertaker;
  let readAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    await pause(systemClock, everyMs, signal);
    if (signal.aborted) return;
    try {
      if (performance.now() - readAt >= readEveryMs) {
        await graveyard.read(signal);
        readAt = performance.now();
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ error }, 'Could not read the tombstones');
    }
    const stones = graveyard.all();
    metrics.tombstones.set(stones.length);
    await workOff(undertaker, stones);
  }
}

/** What others use comes after them, in whatever order they were buried. */
async function workOff(undertaker: Undertaker, stones: readonly Tombstone[], inUse: InUse = 'Wait'): Promise<void> {
  const left: Tombstone[] = [];
  for (const stone of stones) if (!(await isWorkedOff(undertaker, stone, inUse))) left.push(stone);
  if (left.length === 0) return;
  if (left.length < stones.length) return workOff(undertaker, left);
  // Nobody who uses it is on the way out, so it is kept as nobody's: there is no resource left that could wait for them.
  if (inUse === 'Wait') return workOff(undertaker, left, 'Orphan');
}

type InUse = 'Wait' | 'Orphan';

/** False while others use it; what fails for another reason is tried again later. */
async function isWorkedOff(undertaker: Undertaker, stone: Tombstone, inUse: InUse): Promise<boolean> {
  const { graveyard, log, signal } = undertaker;
  try {
    await letGo(undertaker, stone, inUse);
    await graveyard.remove(stone.uid, signal);
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === 'InUse') return false;
    log.warn({ error, tombstone: stone.uid }, 'Could not work off a tombstone');
  }
  return true;
}

/** Nobody buries what lives: such a tombstone was written by a stranger, who may not delete the resource itself. */
const isAlive = ({ controller }: Undertaker, uid: string): boolean =>
  [...controller.kinds.all()].some(({ store }) =>
    store.byIndex('uid', uid).some(({ metadata }) => metadata.deletionTimestamp === undefined),
  );

async function letGo(undertaker: Undertaker, stone: Tombstone, inUse: InUse): Promise<void> {
  const { api, log, standing, signal } = undertaker;
  const { kind, owner, name, uid } = stone;
  if (isAlive(undertaker, uid)) return log.warn({ tombstone: uid }, 'Ignored the tombstone of a living resource');
  const id = { kind, owner, name };
  const declared = kinds.filter(isDeclared).find((each) => each.name === kind)?.declared;
  const told = await api.read(id, signal);
  if (!declared || told?.origin?.uid !== uid) return;
  const deletionPolicy = (stone.policy || undefined) as 'Delete' | 'Orphan' | undefined;
  const asked = effectiveDeletionPolicy(declared, { deletionPolicy }, { adopted: told.origin.isAdopted });
  const { namespace, isAdopted } = told.origin;
  // A tenant deletes nothing that it did not make.
  const isKept = inUse === 'Orphan' || (isAdopted && !isPlatform(standing, namespace));
  const policy = isKept ? 'Orphan' : asked;
  const { outcome } = await api.release(ofMaker(id, told.origin, standing), { uid, policy, signal });
  log.info({ kind, id: apiIdText(id), outcome }, 'Worked off a tombstone');
}
