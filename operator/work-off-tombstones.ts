import { kinds } from '@doorwright/crds';
import { effectiveDeletionPolicy } from '@doorwright/crds/derive/policy.ts';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import { ApiRefusal } from './api-refusal.ts';
import { apiIdText, type DeclaredApi } from './declared-api.ts';
import { textOf } from './reconcilers/secrets/owned-secret.ts';
import { tombstoneLabel } from './reconcilers/tombstones.ts';
import { pause, systemClock } from './runtime/clock.ts';
import { nameOf, type ObjectName, type Secret } from './runtime/kubernetes-object.ts';
import type { Machinery } from './runtime/machinery.ts';

const everyMs = 10_000;

interface Undertaker extends Pick<Machinery, 'controller' | 'source' | 'log' | 'metrics'> {
  api: DeclaredApi;
  /** Where the tombstones are. */
  namespace: string;
  signal: AbortSignal;
}

/** Lets go in the API of what was deleted in the cluster while the API was away. Repeating it does nothing twice. */
export async function workOffTombstones(undertaker: Undertaker): Promise<void> {
  const { controller, metrics, namespace, signal } = undertaker;
  while (!signal.aborted) {
    await pause(systemClock, everyMs, signal);
    controller.secrets.serve(namespace);
    const stones = [...controller.secrets.metadata.values()].filter(
      ({ metadata }) => metadata.namespace === namespace && metadata.labels?.[tombstoneLabel] === 'true',
    );
    metrics.tombstones.set(stones.length);
    await workOff(undertaker, stones.map(nameOf));
  }
}

/** What others use comes after them, in whatever order they were buried. */
async function workOff(undertaker: Undertaker, stones: readonly ObjectName[], inUse: InUse = 'Wait'): Promise<void> {
  const left: ObjectName[] = [];
  for (const stone of stones) if (!(await isWorkedOff(undertaker, stone, inUse))) left.push(stone);
  if (left.length === 0) return;
  if (left.length < stones.length) return workOff(undertaker, left);
  // Nobody who uses it is on the way out, so it is kept as nobody's: there is no resource left that could wait for them.
  if (inUse === 'Wait') return workOff(undertaker, left, 'Orphan');
}

type InUse = 'Wait' | 'Orphan';

/** False while others use it; what fails for another reason is tried again later. */
async function isWorkedOff(undertaker: Undertaker, stone: ObjectName, inUse: InUse): Promise<boolean> {
  const { source, log, signal } = undertaker;
  try {
    const secret = await source.readSecret(stone, signal);
    if (!secret) return true;
    await letGo(undertaker, secret, inUse);
    await source.deleteSecret({ ...stone, uid: secret.metadata.uid ?? '' }, signal);
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === 'InUse') return false;
    log.warn({ error, tombstone: stone.name }, 'Could not work off a tombstone');
  }
  return true;
}

async function letGo({ api, log, signal }: Undertaker, secret: Secret, inUse: InUse): Promise<void> {
  const [kind = '', owner = '', name = '', uid = ''] = ['kind', 'owner', 'name', 'uid'].map((key) =>
    textOf(secret, key),
  );
  const id = { kind, owner, name };
  const declared = kinds.filter(isDeclared).find((each) => each.name === kind)?.declared;
  const told = await api.read(id, signal);
  if (!declared || told?.origin?.uid !== uid) return;
  const deletionPolicy = (textOf(secret, 'policy') || undefined) as 'Delete' | 'Orphan' | undefined;
  const asked = effectiveDeletionPolicy(declared, { deletionPolicy }, { adopted: told.origin.isAdopted });
  const policy = inUse === 'Orphan' ? inUse : asked;
  const { outcome } = await api.release(id, { uid, policy, signal });
  log.info({ kind, id: apiIdText(id), outcome }, 'Worked off a tombstone');
}
