import type { Kind } from '@doorwright/crds';
import type { JsonSchema } from '@doorwright/crds/schema/schema.ts';
import { isPermitted } from '../../authorize.ts';
import { type Caller, organizationOf } from '../../callers.ts';
import { Refusal } from '../../errors.ts';
import type { RequestContext } from '../history/records.ts';
import { type Id, idText } from '../storage/ids.ts';

/** The schema of a read that returns an object or null. */
export const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

/**
 * Tells whether a missing object would belong to the caller, as far as its id says. Objects of the platform belong
 * to everyone.
 */
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

/** Returns undefined if this object is missing. If another object that the work needs is missing, the error stays. */
async function unlessMissing<T>(
  kind: Kind,
  id: Id,
  work: Promise<T>,
  mayBeMissing: () => boolean,
): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error, kind, id) && mayBeMissing()) return undefined;
    throw error;
  }
}

/**
 * Casdoor's libraries expect `null` for a missing object and treat an error as a failure. Applications get `null`
 * if the id says that the object would be theirs. They also get it for kinds whose ids contain no organization.
 * For these, another organization's object looks missing too, so the answer reveals nothing.
 */
export async function nullIfMissing<T>(kind: Kind, caller: Caller, id: Id, read: Promise<T>): Promise<T | null> {
  const hidesOrganization = kind.tenant === 'organization';
  const mayBeMissing = () => caller.type === 'application' && (hidesOrganization || isOwn(kind, caller, id));
  return (await unlessMissing(kind, id, read, mayBeMissing)) ?? null;
}

/**
 * The answers of a deletion. As in Casdoor 2022, an application that deletes a missing object of its own gets no
 * error.
 */
export const deletionResults = ['Affected', 'Unaffected'] as const;

/**
 * Returns `Unaffected` and a record if the object is missing. A deletion that could concern another organization
 * stays refused.
 */
export async function affectedUnlessMissing(
  kind: Kind,
  context: RequestContext,
  id: Id,
  removal: Promise<unknown>,
): Promise<(typeof deletionResults)[number]> {
  const mayBeMissing = () => context.caller.type === 'application' && isOwn(kind, context.caller, id);
  const removed = removal.then(() => 'Affected' as const);
  const done = await unlessMissing(kind, id, removed, mayBeMissing);
  if (done) return done;
  const organization = organizationOf(context.caller);
  context.recordAlso = {
    ...(organization && { organization }),
    object: `${kind.name} ${idText(id)}`,
    reason: 'not-found',
  };
  return 'Unaffected';
}
