import { nameOf, type Secret, storeKey } from '../../runtime/kubernetes-object.ts';
import type { Pass } from '../../runtime/reconciler.ts';
import type { Finish } from '../core/finish.ts';
import type { Declared } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import { isOurs, managedLabel } from './owned-secret.ts';

/** The time at which a replaced Secret is deleted. It is set once, and people may change it. */
export const deleteAfterAnnotation = 'doorwright.dev/delete-after';

const hour = 3_600_000;

interface Present {
  /** The present names of the Secrets. */
  names: readonly string[];
  /** The time in which consumers switch to the new Secret. */
  hours: number;
}

/** The resource's Secrets under former names, the newest first. */
export async function formerSecrets(
  { controller }: Services,
  object: Declared,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Secret[]> {
  const owned = controller.secrets.metadata.byIndex('owner', object.metadata.uid);
  const others = owned.filter(
    ({ metadata }) => !names.includes(metadata.name) && metadata.labels?.[managedLabel] === 'true',
  );
  const found = await Promise.all(others.map((each) => controller.secrets.get(nameOf(each), signal)));
  const ours = found.filter((secret): secret is Secret => secret !== undefined && isOurs(secret, object));
  const left = (secret: Secret) => secret.metadata.annotations?.[deleteAfterAnnotation] ?? '~';
  return ours.sort((a, b) => (left(a) < left(b) ? 1 : -1));
}

/**
 * Schedules the deletion of replaced Secrets. Pods that read an old Secret go on with it for a while, as after a rotation. A
 * Secret that a resource refers to stays.
 */
export async function leaveFormerSecrets(
  services: Services,
  object: Declared,
  { names, hours }: Present,
  { now, signal }: Pass<Declared>,
): Promise<Finish> {
  const { source } = services;
  const events: NonNullable<Finish['events']>[number][] = [];
  const due: number[] = [];
  for (const secret of await formerSecrets(services, object, names, signal)) {
    const { uid, annotations } = secret.metadata;
    const at = Date.parse(annotations?.[deleteAfterAnnotation] ?? '');
    const former = `Secret ${secret.metadata.name}`;
    if (isReferredTo(services, secret) || uid === undefined) continue;
    if (Number.isNaN(at)) {
      const end = new Date(now + hours * hour).toISOString();
      await source.applySecret(marked(secret, end), signal);
      const note = `${former} ${names.length === 1 ? `is replaced by Secret ${names}` : 'is needed no more'}; it stays until ${end}`;
      events.push({ type: 'Normal', reason: 'Issued', action: 'Reconcile', note });
      due.push(hours * hour);
    } else if (now < at) due.push(at - now);
    else {
      await source.deleteSecret({ ...nameOf(secret), uid }, signal);
      events.push({ type: 'Normal', reason: 'Deleted', action: 'Reconcile', note: `Deleted ${former}, as announced` });
    }
  }
  return { events, ...(due.length > 0 && { afterMs: Math.max(1000, Math.min(...due)) }) };
}

function isReferredTo({ controller: { kinds } }: Services, secret: Secret): boolean {
  const key = storeKey(nameOf(secret));
  return kinds.usersOfSecret(secret).some((user) => kinds.of(user.kind).reconciler.secrets(user).includes(key));
}

function marked({ apiVersion, kind, type, data, metadata }: Secret, end: string): Secret {
  const { name, namespace, uid, labels, annotations, ownerReferences } = metadata;
  return {
    ...{ apiVersion, kind, type, data },
    metadata: {
      ...{ name, namespace, uid, labels, ownerReferences },
      annotations: { ...annotations, [deleteAfterAnnotation]: end },
    },
  } as Secret;
}
