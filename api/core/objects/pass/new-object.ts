import { randomInt } from 'node:crypto';
import type { Kind } from '@doorwright/crds';
import { type FieldDescription, fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { type Caller, isGlobalAdmin, organizationOf } from '../../callers.ts';
import { canBeEmpty, emptyOf } from '../rules/empty-value.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

const randomText = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

/** A number that cannot be 0 and has no default stays away, so that the form shows an empty box. */
const emptyValue = (field: FieldDescription): unknown =>
  field.schema.default ?? (canBeEmpty(field) || field.type === 'string' ? emptyOf[field.type] : undefined);

/**
 * An object with the defaults of the model, for the form of a new one. Nothing is stored. All its names have one random suffix, so that a
 * repeated request to add it does not make a second object.
 */
export function newObject(kind: Kind, caller: Caller, wanted: string | undefined): Record<string, unknown> {
  const suffix = randomText(6);
  const home = organizationOf(caller) ?? '';
  // An administrator of one organization adds objects to that one only.
  const organization = isGlobalAdmin(caller) ? wanted : home;
  const isAtHome = (organization ?? kind.starts?.organization ?? home) === home;
  const callerName = caller.type === 'user' && isAtHome ? caller.name : '';
  const fill = (value: unknown) =>
    typeof value === 'string' ? value.replaceAll('{random}', suffix).replaceAll('{caller}', callerName) : value;
  const fields = fieldsOf(kind).filter(
    ({ name, secret, computed }) => name !== 'version' && !computed && secret !== 'hidden',
  );
  const owner = kind.owner === 'admin' ? 'admin' : (organization ?? kind.starts?.owner ?? home);
  const isPlatform = (organization ?? kind.starts?.organization ?? owner) === 'built-in';
  const starts = Object.entries(kind.starts ?? {}).filter(
    ([name]) => isPlatform || !kind.startsOfPlatform?.includes(name),
  );
  return {
    ...Object.fromEntries(fields.map((field) => [field.name, emptyValue(field)])),
    // An id is unique in the installation, a name in its organization.
    [kind.key]: kind.key === 'id' ? randomText(30) : `${kind.name}_${suffix}`,
    ...Object.fromEntries(starts.map(([name, value]) => [name, fill(value)])),
    owner,
    ...(kind.tenant === 'organization' && organization && { organization }),
  };
}
