import type { Kind } from '@doorwright/crds';
import { withPairs } from '@doorwright/crds/derive/pairs.ts';
import { mapAt, type SecretPath, secretsOf } from '@doorwright/crds/derive/paths.ts';
import { type FieldDescription, fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { administers, type Caller, isUser } from '../../callers.ts';
import { Refusal } from '../../errors.ts';
import { tenantOf } from '../storage/store.ts';
import { canBeEmpty, emptyOf } from './empty-value.ts';

type Object_ = Record<string, unknown>;

/** The placeholder for a stored secret in answers. A caller who sends it back keeps the stored secret. */
export const mask = '***';

/** Caches a value for each kind, because lists contain thousands of objects. */
function ofKind(make: (kind: Kind) => Object_): (kind: Kind) => Object_ {
  const made = new WeakMap<Kind, Object_>();
  return (kind) => {
    const known = made.get(kind) ?? make(kind);
    made.set(kind, known);
    return known;
  };
}

/** The object without secrets, for any caller. */
export function withoutSecrets<T extends Object_>(kind: Kind, object: T): T {
  return secretsOf(kind).reduce(
    (all, path) => mapAt(all, path, (value) => (path.secret === 'masked' && value ? mask : '')),
    object,
  );
}

/** The placeholder for a field that a caller may not see: its empty value, or its default. */
const withheld = (field: FieldDescription) => (canBeEmpty(field) ? emptyOf[field.type] : field.schema.default);

/** The placeholders for fields that are not public. Every answer has every field, so that clients read one shape. */
const blankOf = ofKind((kind) => {
  const shown = new Set(kind.publicFields);
  const hidden = fieldsOf(kind).filter(
    (field) => !shown.has(field.name) && !field.computed && field.name !== 'version',
  );
  return Object.fromEntries(hidden.map((field) => [field.name, withheld(field)]));
});

/** The user that an object belongs to, if its kind has one. */
export function userOf(kind: Kind, object: Object_): { owner: string; name: string } | undefined {
  if (kind.people) return { owner: String(object.owner), name: String(object.name) };
  if (!('user' in object)) return;
  return { owner: tenantOf(kind, object), name: String(object.user) };
}

/** Lists contain the computed fields of single reads as null. */
const uncomputedOf = ofKind((kind) =>
  Object.fromEntries(fieldsOf(kind).flatMap((field) => (field.computed ? [[field.name, null]] : []))),
);

/** The caller's view of an object. */
export function present(kind: Kind, object: Object_, caller: Caller): Object_ {
  const safe = { ...uncomputedOf(kind), ...withPairs(kind, withoutSecrets(kind, object)) };
  const holder = userOf(kind, object);
  const isOwn = holder !== undefined && isUser(caller, holder.owner, holder.name);
  if (!kind.publicFields || isOwn || administers(caller, tenantOf(kind, object))) return safe;
  return { ...safe, ...blankOf(kind) };
}

const unmatched = (field: string) => new Refusal('invalid', {}, { fields: [{ field, code: 'mask-unmatched' }] });

/**
 * A new object has no stored secret that the mask could stand for. Stored as it is, the mask would be a secret
 * that everyone knows.
 */
export function refuseMasks(kind: Kind, object: Object_): void {
  for (const { field, member, secret } of secretsOf(kind)) {
    if (secret !== 'masked') continue;
    const values = member ? ((object[field] ?? []) as Object_[]).map((entry) => entry[member]) : [object[field]];
    const at = values.indexOf(mask);
    if (at >= 0) throw unmatched(member ? `${field}[${at}].${member}` : field);
  }
}

/**
 * Puts back the secrets that the caller sent as the mask. Entries of a list are matched by their other members,
 * each once.
 */
export function keepMasked<T extends Object_>(kind: Kind, object: T, before: Object_): T {
  return secretsOf(kind).reduce((all, path) => withStoredSecrets(all, before, path), object);
}

function withStoredSecrets<T extends Object_>(object: T, before: Object_, path: SecretPath): T {
  const { field, member } = path;
  // Clients that send whole objects send a hidden secret back as an empty text.
  const isKept = object[field] === mask || (path.secret === 'hidden' && object[field] === '');
  if (!member) return isKept ? { ...object, [field]: before[field] ?? '' } : object;
  const unused = [...((before[field] ?? []) as Object_[])];
  const entries = ((object[field] ?? []) as Object_[]).map((entry, index) => {
    if (entry[member] !== mask) return entry;
    const at = unused.findIndex((each) => isSameBut(each, entry, member));
    const [same] = at < 0 ? [] : unused.splice(at, 1);
    // A guess could put one entry's secret into another entry.
    if (!same) throw unmatched(`${field}[${index}].${member}`);
    return { ...entry, [member]: same[member] };
  });
  return { ...object, [field]: entries };
}

const isSameBut = (a: Object_, b: Object_, member: string) =>
  Object.keys(b).every((key) => key === member || JSON.stringify(a[key]) === JSON.stringify(b[key]));
