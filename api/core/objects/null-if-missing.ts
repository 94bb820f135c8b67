import type { Kind } from '@doorwright/crds';
import type { JsonSchema } from '@doorwright/crds/derive/schema.ts';
import { isPermitted } from '../authorize.ts';
import { type Caller, organizationOf } from '../callers.ts';
import { Refusal } from '../errors.ts';
import { type Id, idText } from './ids.ts';
import type { Visit } from './records.ts';

/** What a single read answers. */
export const orNothing = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

/** Under whose name an object would be that is not there, as far as its id tells. What the platform shares is everybody's. */
function isOwn(kind: Kind, caller: Caller, { owner, key }: Id): boolean {
  if (kind.tenant === 'platform') return true;
  const organization = { owner, itself: key, organization: undefined }[kind.tenant];
  return isPermitted('organizationAdmin', caller, { organization });
}

const isMissing = (error: unknown, kind: Kind, id: Id): boolean =>
  error instanceof Refusal &&
  error.code === 'not-found' &&
  error.params.kind === kind.kind &&
  error.params.id === idText(id);

/** Undefined if this very object is missing, and not another one that the work needs. */
async function unlessMissing<T>(
  kind: Kind,
  id: Id,
  work: Promise<T>,
  isNothing: () => boolean,
): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error, kind, id) && isNothing()) return undefined;
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
  return (await unlessMissing(kind, id, read, isNothing)) ?? null;
}

/** What a deletion answers. To an application, an own object that is not there is no failure, as in Casdoor 2022. */
export const deletions = ['Affected', 'Unaffected'] as const;

/** A deletion of what may be another organization's object stays refused, and is recorded as refused. */
export async function affectedUnlessMissing(
  kind: Kind,
  visit: Visit,
  id: Id,
  removal: Promise<unknown>,
): Promise<(typeof deletions)[number]> {
  const isNothing = () => visit.caller.type === 'application' && isOwn(kind, visit.caller, id);
  const removed = removal.then(() => 'Affected' as const);
  const done = await unlessMissing(kind, id, removed, isNothing);
  if (done) return done;
  const organization = organizationOf(visit.caller);
  visit.noted = { ...(organization && { organization }), object: `${kind.name} ${idText(id)}`, reason: 'not-found' };
  return 'Unaffected';
}
