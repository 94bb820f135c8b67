import type { Kind } from '@doorwright/crds';
import type { JsonSchema } from '@doorwright/crds/derive/schema.ts';
import { isPermitted } from '../http/authorize.ts';
import type { Caller } from '../http/callers.ts';
import { Refusal } from '../http/errors.ts';
import type { Id } from './ids.ts';

/** What a single read answers. */
export const orNothing = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

/** Under whose name an object would be that is not there, as far as its id tells. What the platform shares is everybody's. */
function isOwn(kind: Kind, caller: Caller, { owner, key }: Id): boolean {
  if (kind.tenant === 'platform') return true;
  const organization = { owner, itself: key, organization: undefined }[kind.tenant];
  return isPermitted('organizationAdmin', caller, { organization });
}

/**
 * The era's libraries read `null` where nothing is, and take an error for a failure. They hear it of what nobody else can
 * have; whatever could be another organization's looks missing to them as to everybody, by an error.
 */
export async function nothingIfMissing<T>(kind: Kind, caller: Caller, id: Id, read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    const isMissing = error instanceof Refusal && error.code === 'not-found';
    if (isMissing && caller.type === 'application' && isOwn(kind, caller, id)) return null;
    throw error;
  }
}
