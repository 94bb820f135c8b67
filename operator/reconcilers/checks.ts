import type { Check, Conclusion } from '../runtime/reconciler.ts';
import type { Input } from './gather.ts';
import { isObserved } from './resource.ts';

const waiting = (reason: 'NotFoundOrNotPermitted' | 'NotReady' | 'SecretMissing' | 'SecretKeyMissing', text: string) =>
  ({ details: [{ type: 'ReferencesResolved', status: 'False', reason, message: text }] }) satisfies Conclusion;

/** In the order in which a person would mend them. Each waits without polling: the event of what is missing wakes us. */
export const referencesExist: Check<Input> = ({ references }) => {
  const missing = references.find(({ isWeak, finding }) => !isWeak && finding === 'NotFoundOrNotPermitted');
  if (!missing) return undefined;
  const { kind, namespace, name } = missing;
  return waiting(
    'NotFoundOrNotPermitted',
    `${kind} ${namespace}/${name} does not exist or does not allow this resource to refer to it`,
  );
};

export const referencesAreReady: Check<Input> = ({ references }) => {
  const unready = references.find(({ isWeak, finding }) => !isWeak && finding === 'NotReady');
  if (!unready) return undefined;
  return waiting('NotReady', `${unready.kind} ${unready.namespace}/${unready.name} is not ready yet`);
};

/** What the API has already stays there: a Secret that is gone for a moment must not end anybody's access. Who only looks needs none. */
export const secretsArePresent: Check<Input> = ({ object, secrets }) => {
  if (isObserved(object)) return undefined;
  for (const { reference, found } of secrets) {
    if (!('missing' in found)) continue;
    const text =
      found.missing === 'SecretMissing'
        ? `Secret ${reference.name} does not exist`
        : `Secret ${reference.name} has no value under the key ${reference.key}`;
    return waiting(found.missing, `${text}; the value that the API has is kept`);
  }
  return undefined;
};

export const checks = [referencesExist, referencesAreReady, secretsArePresent];
