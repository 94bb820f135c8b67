import type { Check, Conclusion } from '../../runtime/reconciler.ts';
import { apiName, isObserved } from '../core/resource.ts';
import { askedText } from '../references/consent.ts';
import type { Input } from './gather.ts';

const waiting = (reason: 'NotFoundOrNotPermitted' | 'NotReady' | 'SecretMissing' | 'SecretKeyMissing', text: string) =>
  ({ details: [{ type: 'ReferencesResolved', status: 'False', reason, message: text }] }) satisfies Conclusion;

/** A namespace may not observe what it may not declare. `observe.ts` reports such objects as missing. */
export const namespaceMayDeclare: Check<Input> = ({ object, refusal }) =>
  refusal === undefined || isObserved(object)
    ? undefined
    : {
        details: [{ type: 'Stalled', status: 'True', reason: 'PermissionDenied', message: refusal }],
        facts: { drift: undefined },
      };

/** The order in which a person would fix the problems. The event of a missing resource starts the next pass, so nothing polls. */
export const referencesExist: Check<Input> = ({ object, references }) => {
  const missing = references.find(({ isWeak, finding }) => !isWeak && finding === 'NotFoundOrNotPermitted');
  if (!missing) return undefined;
  const { kind, namespace, name, isDenied, asks } = missing;
  // In another namespace, missing and forbidden have the same message.
  const unless = isDenied
    ? `, or its allowedReferrers name no ${object.kind} of ${object.metadata.namespace}${askedText(asks)}`
    : '';
  // People who admit another namespace by a list forget that their own one needs an entry then.
  const hint =
    isDenied && namespace === object.metadata.namespace ? '; its own namespace needs an entry with from: Same' : '';
  return waiting('NotFoundOrNotPermitted', `${kind} ${namespace}/${name} does not exist${unless}${hint}`);
};

export const referencesAreReady: Check<Input> = ({ references }) => {
  const unready = references.find(({ isWeak, finding }) => !isWeak && finding === 'NotReady');
  if (!unready) return undefined;
  const { kind, namespace, name, isOutside } = unready;
  const why = isOutside
    ? `is not for the organization: where it is a tenant's, the organization's allowedReferrers name ${kind} and ${namespace}`
    : 'is not ready yet';
  return waiting('NotReady', `${kind} ${namespace}/${name} ${why}`);
};

/** A missing Secret must not end anybody's access, so the API keeps its value. Observing needs no Secret. */
export const secretsArePresent: Check<Input> = ({ object, secrets }) => {
  if (isObserved(object)) return undefined;
  const kept = object.status?.externalId === undefined ? '' : '; the value that the API has is kept';
  for (const { reference, found } of secrets) {
    if (!('missing' in found)) continue;
    const text =
      found.missing === 'SecretMissing'
        ? `Secret ${reference.name} does not exist`
        : `Secret ${reference.name} has no value under the key ${reference.key}`;
    return waiting(found.missing, text + kept);
  }
  return undefined;
};

/** One resource rules an object. The message hides a resource of another namespace. */
export const objectIsFree: Check<Input> = ({ object, keeper }) => {
  if (!keeper) return undefined;
  const { namespace, name } = keeper.metadata;
  const isHere = namespace === object.metadata.namespace;
  const who = isHere ? `${keeper.kind} ${namespace}/${name}` : `A resource ${keeper.kind} elsewhere`;
  const message = `${who} declares the object ${apiName(object)} already; the first resource keeps it`;
  return {
    details: [{ type: 'Stalled', status: 'True', reason: 'NameConflict', message }],
    facts: { drift: undefined },
  };
};

export const checks = [namespaceMayDeclare, referencesExist, referencesAreReady, secretsArePresent, objectIsFree];
