import type { Kind } from '@doorwright/crds';
import type { JsonSchema } from '@doorwright/crds/derive/schema.ts';
import { isPermitted } from '../authorize.ts';
import type { Caller } from '../callers.ts';
import { Refusal } from '../errors.ts';
import type { Id } from './ids.ts';

/** What a single read answers. */
export const orNothing = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

/** Under whose name an object would be that is not there, as far as its id tells. What the platform shares is everybody's. */
function isOwn(kind: Kind, caller: Caller, { owner, key }: Id): boolean {
  if (kind.tenant === 'platform') return true;
  const organization = { owner, itself: key, organization: undefined }[kind.tenant];
  return isPermitted('organizationAdmin', caller, { organization });
}

async function unlessMissing<T>(work: Promise<T>, isNothing: () => boolean): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-found' && isNothing()) return undefined;
    throw error;
  }
}

/**
 * Casdoor's libraries read `null` where nothing is, and take an error for a failure. Applications read it where the id tells that
 * nobody else can have the object, and of all kinds whose ids tell no organization: there another's object looks missing too,
 * and both get the same answer.
 */
export async function nothingIfMissing<T>(kind: Kind, caller: Caller, id: Id, read: Promise<T>): Promise<T | null> {
  const tellsNobody = kind.tenant === 'organization';
  const isNothing = () => caller.type === 'application' && (tellsNobody || isOwn(kind, caller, id));
  return (await unlessMissing(read, isNothing)) ?? null;
}

/** What a deletion answers. To an application, an own object that is not there is no failure, as in Casdoor 2022. */
export const deletions = ['Affected', 'Unaffected'] as const;

/** A deletion that could be aimed at another organization's object stays refused, and is recorded as refused. */
export async function affectedUnlessMissing(
  kind: Kind,
  caller: Caller,
  id: Id,
  removal: Promise<unknown>,
): Promise<(typeof deletions)[number]> {
  const isNothing = () => caller.type === 'application' && isOwn(kind, caller, id);
  const removed = removal.then(() => 'Affected' as const);
  return (await unlessMissing(removed, isNothing)) ?? 'Unaffected';
}
