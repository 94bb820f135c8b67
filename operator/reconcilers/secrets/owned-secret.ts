import type { ObjectName, OwnerReference, Secret } from '../../runtime/kubernetes-object.ts';
import { Blocked } from '../../runtime/reconciler.ts';
import type { Declared } from '../core/resource.ts';
import type { Services } from '../core/services.ts';

export const managedLabel = 'doorwright.dev/managed';

export const ownerReferenceTo = ({ apiVersion, kind, metadata: { name, uid } }: Declared): OwnerReference => ({
  apiVersion,
  kind,
  name,
  uid,
  controller: true,
  blockOwnerDeletion: false,
});

/** A Secret from a backup names an owner of an older uid. The label marks it as ours. */
export const isOurs = ({ metadata }: Secret, { kind, metadata: { name, uid } }: Declared): boolean =>
  metadata.labels?.[managedLabel] === 'true' &&
  (metadata.ownerReferences ?? []).every((owner) => owner.uid === uid || (owner.kind === kind && owner.name === name));

/** Reads a Secret that the operator writes; undefined before the first time. A foreign Secret of this name ends the pass. */
export async function readOwnSecret(
  { controller }: Services,
  object: Declared,
  name: ObjectName,
  signal: AbortSignal,
): Promise<Secret | undefined> {
  const secret = await controller.secrets.get(name, signal);
  if (!secret || isOurs(secret, object)) return secret;
  const message = `Secret ${name.name} exists and is not ours; it is left as it is`;
  throw new Blocked({ type: 'CredentialsReady', status: 'False', reason: 'SecretConflict', message });
}

export const textOf = (secret: Secret | undefined, key: string): string | undefined => {
  const value = secret?.data?.[key];
  return value === undefined ? undefined : Buffer.from(value, 'base64').toString();
};

interface Written {
  /** The Secret as it is. Its uid makes sure that no other one is written. */
  own: Secret | undefined;
  values: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string | undefined>>;
}

/** Writes a Secret of a resource, so that it has these values and no others. */
export async function writeOwnSecret(
  { source }: Services,
  object: Declared,
  name: ObjectName,
  { own, values, annotations }: Written,
  signal: AbortSignal,
): Promise<void> {
  const { uid } = own?.metadata ?? {};
  const given = Object.entries(annotations).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const data = Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString('base64')]);
  await source.applySecret(
    {
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'Opaque',
      metadata: {
        ...name,
        ...(uid && { uid }),
        labels: { [managedLabel]: 'true' },
        annotations: Object.fromEntries(given),
        ownerReferences: [ownerReferenceTo(object)],
      },
      data: Object.fromEntries(data),
    },
    signal,
  );
}
