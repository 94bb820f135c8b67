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
