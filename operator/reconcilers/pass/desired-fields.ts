import { createHash } from 'node:crypto';
import { desiredOf } from '@doorwright/crds/derive/desired.ts';
import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import { isSecretField, withoutMemberSecrets } from '../core/drift.ts';
import { isObserved } from '../core/resource.ts';
import { secretValue } from '../secrets/secret-values.ts';
import type { Input } from './gather.ts';

export type Fields = Record<string, unknown>;

/** The declared fields, with names instead of references and values instead of Secrets. */
export function desiredFields(kind: DeclaredKind, { object, references, secrets }: Input): Fields {
  return desiredOf(kind, object.spec, {
    namespace: object.metadata.namespace,
    name: ({ name, namespace = object.metadata.namespace }, path) => {
      const member = path.join('.');
      const found = references.find(
        (each) => each.member === member && each.name === name && each.namespace === namespace,
      );
      if (found?.object === undefined && !found?.isWeak) throw new Error(`${member} was used before it was resolved`);
      return found.object;
    },
    // Observed objects are compared without secrets.
    secret: (reference) => (isObserved(object) ? '' : secretValue(secrets, reference)),
  });
}

/** A digest for the status. It excludes secrets, because short ones could be guessed from it. */
export function specHashOf(kind: DeclaredKind, fields: Fields): string {
  const plain = Object.entries(withoutMemberSecrets(kind, fields)).filter(([field]) => !isSecretField(kind, field));
  return createHash('sha256').update(JSON.stringify(plain.sort())).digest('base64url');
}
