import type { Kind } from '@doorwright/crds';
import { type FieldDescription, fieldsOf } from '@doorwright/crds/derive/schema.ts';
import { type Caller, isImpersonated } from '../callers.ts';
import { Refusal } from '../errors.ts';
import { emptyOf, isSame } from './empty.ts';

type Object_ = Record<string, unknown>;

/** A field that nobody may write who signed in by a master password. */
function isProof({ name, type, proves, readmits }: FieldDescription, object: Object_, before?: Object_): boolean {
  if (proves) return !isSame(object[name], before ? before[name] : emptyOf[type]);
  // A new account or application has no password or secret that they know.
  if (readmits === undefined || !before || isSame(object[name], before[name])) return false;
  return readmits === 'any' || object[name] === readmits;
}

/**
 * An administrator who signed in by a master password leaves no way in behind: no password, no address that recovers one, no secret,
 * and no account or application that somebody had closed (S17).
 */
export function refuseProofs(kind: Kind, object: Object_, before: Object_ | undefined, caller: Caller): void {
  if (!isImpersonated(caller)) return;
  const written = fieldsOf(kind).filter((field) => isProof(field, object, before));
  if (written.length === 0) return;
  throw new Refusal(
    'impersonated',
    {},
    { fields: written.map(({ name }) => ({ field: name, code: 'not-changeable' })) },
  );
}
