import type { Kind } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/derive/schema.ts';
import { type Caller, isImpersonated } from '../callers.ts';
import { Refusal } from '../errors.ts';
import { emptyOf, isSame } from './empty.ts';

type Object_ = Record<string, unknown>;

/**
 * Whoever came in by a master password leaves nothing behind by which they, or anybody, could come in without it: no password,
 * no address that recovers one, no secret that sets one, of the user or of others (S17).
 */
export function refuseProofs(kind: Kind, object: Object_, before: Object_ | undefined, caller: Caller): void {
  if (!isImpersonated(caller)) return;
  const written = fieldsOf(kind).filter(
    ({ name, type, proves }) => proves && !isSame(object[name], before ? before[name] : emptyOf[type]),
  );
  if (written.length === 0) return;
  throw new Refusal(
    'impersonated',
    {},
    { fields: written.map(({ name }) => ({ field: name, code: 'not-changeable' })) },
  );
}
