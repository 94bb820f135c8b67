import { kinds } from '@doorwright/crds';
import { effectiveDeletionPolicy } from '@doorwright/crds/derive/policy.ts';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import { ApiRefusal } from './api-refusal.ts';
import { apiIdText, type DeclaredApi } from './declared-api.ts';
import { textOf } from './reconcilers/owned-secret.ts';
import { tombstoneLabel } from './reconcilers/tombstones.ts';
import { pause, systemClock } from './runtime/clock.ts';
import type { Secret } from './runtime/kubernetes-object.ts';
import { nameOf } from './runtime/kubernetes-object.ts';
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
  const { controller, source, log, metrics, namespace, signal } = undertaker;
  while (!signal.aborted) {
    await pause(systemClock, everyMs, signal);
    controller.secrets.serve(namespace);
    const stones = [...controller.secrets.metadata.values()].filter(
      ({ metadata }) => metadata.namespace === namespace && metadata.labels?.[tombstoneLabel] === 'true',
    );
    metrics.tombstones.set(stones.length);
    for (const { metadata } of stones) {
      const name = { namespace, name: metadata.name };
      try {
        const secret = await source.readSecret(name, signal);
        if (!secret) continue;
        await letGo(undertaker, secret);
        await source.deleteSecret({ ...nameOf(secret), uid: secret.metadata.uid ?? '' }, signal);
      } catch (error) {
        log.warn({ error, tombstone: metadata.name }, 'Could not work off a tombstone');
      }
    }
  }
}

async function letGo({ api, log, signal }: Undertaker, secret: Secret): Promise<void> {
  const [kind = '', owner = '', name = '', uid = ''] = ['kind', 'owner', 'name', 'uid'].map((key) =>
    textOf(secret, key),
  );
  const id = { kind, owner, name };
  const declared = kinds.filter(isDeclared).find((each) => each.name === kind)?.declared;
  const told = await api.read(id, signal);
  if (!declared || told?.origin?.uid !== uid) return;
  const deletionPolicy = (textOf(secret, 'policy') || undefined) as 'Delete' | 'Orphan' | undefined;
  const policy = effectiveDeletionPolicy(declared, { deletionPolicy }, { adopted: told.origin.isAdopted });
  const released = api.release(id, { uid, policy, signal }).catch((error: unknown) => {
    // What others still use is kept as nobody's: there is no resource left that could wait for them.
    if (error instanceof ApiRefusal && error.code === 'InUse')
      return api.release(id, { uid, policy: 'Orphan', signal });
    throw error;
  });
  log.info({ kind, id: apiIdText(id), outcome: (await released).outcome }, 'Worked off a tombstone');
}
