import type { Kind } from '@doorwright/crds';
import { type SecretPath, secretsOf } from '@doorwright/crds/derive/paths.ts';
import { type FieldDescription, fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { type Caller, isImpersonated } from '../../callers.ts';
import { Refusal } from '../../errors.ts';
import { requireFreshProof } from '../../fresh-proof.ts';
import { emptyOf, isSame } from './empty-value.ts';

type Object_ = Record<string, unknown>;

/** Tells whether the field is closed to callers with a master password. */
function provesIdentity(
  kind: Kind,
  { name, type, proves, readmits = kind.readmits && 'any' }: FieldDescription,
  object: Object_,
  before?: Object_,
): boolean {
  if (proves) return !isSame(object[name], before ? before[name] : emptyOf[type]);
  // A new account or application is no risk: its password or secret is not known to them.
  if (readmits === undefined || !before || isSame(object[name], before[name])) return false;
  return readmits === 'any' || object[name] === readmits;
}

/**
 * An administrator with a master password must not create a later way in. They may not write passwords, recovery
 * addresses or secrets, may not reopen accounts or applications, and may not redirect codes or a directory (S17).
 */
export function refuseIdentityProofs(kind: Kind, object: Object_, before: Object_ | undefined, caller: Caller): void {
  if (!isImpersonated(caller)) return;
  const written = fieldsOf(kind).filter((field) => provesIdentity(kind, field, object, before));
  if (written.length === 0) return;
  throw new Refusal(
    'impersonated',
    {},
    { fields: written.map(({ name }) => ({ field: name, code: 'not-changeable' })) },
  );
}

const valuesAt = (object: Object_, { field, member }: SecretPath): unknown =>
  member ? ((object[field] ?? []) as Object_[]).map((entry) => entry[member]) : object[field];

/** Tells whether a secret differs between the two objects, such as the password of a directory. */
const hasNewSecret = (kind: Kind, object: Object_, before: Object_): boolean =>
  secretsOf(kind).some((path) => path.secret !== 'hidden' && !isSame(valuesAt(object, path), valuesAt(before, path)));

/** Somebody at an unlocked screen must not change a password, a recovery address or a secret. */
export function requireProofFor(
  kind: Kind,
  object: Object_,
  before: Object_,
  { caller, now }: { caller: Caller; now: Date },
): void {
  const isGrave = fieldsOf(kind).some(({ name, proves }) => proves && !isSame(object[name], before[name]));
  if (isGrave || hasNewSecret(kind, object, before)) requireFreshProof(caller, now);
}
