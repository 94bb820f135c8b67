import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import { secretsIn } from '@doorwright/crds/derive/spec-walk.ts';
import type { SecretReference } from '@doorwright/crds/reference.ts';
import type { SecretCache, SecretValue } from '../../runtime/secret-cache.ts';
import type { Declared } from '../core/resource.ts';

export interface FoundValue {
  reference: SecretReference;
  found: SecretValue;
}

/** `namespace/name` of the Secrets that the spec refers to, always in its own namespace. */
export const secretKeys = (kind: DeclaredKind, { metadata, spec }: Declared): string[] =>
  secretsIn(kind, spec).map(({ reference }) => `${metadata.namespace}/${reference.name}`);

export const readSecrets = (
  kind: DeclaredKind,
  { metadata, spec }: Declared,
  secrets: SecretCache,
  signal: AbortSignal,
): Promise<FoundValue[]> =>
  Promise.all(
    secretsIn(kind, spec).map(async ({ reference }) => ({
      reference,
      found: await secrets.value(metadata.namespace, reference, signal),
    })),
  );

export function secretValue(values: readonly FoundValue[], { name, key }: SecretReference): string {
  const match = values.find(({ reference }) => reference.name === name && reference.key === key);
  if (!match || !('value' in match.found)) throw new Error(`The Secret ${name} was used before it was found`);
  return match.found.value;
}
