import { createHash } from 'node:crypto';
import type { Entry } from 'ldapts';
import type { Person, SourceProblem } from '../../contract.ts';
import type { LdapSource } from '../source.ts';
import type { Template } from '../templates.ts';
import { limits } from '../wire/limits.ts';
import { blockingAttributes, isBlocked, timeOf } from './blocked.ts';
import { joinedParts } from './dns.ts';
import { idOf } from './ids.ts';
import { textOf, type Values, valuesOf } from './values.ts';

/** Fields that no attribute may fill: a directory has no digests that we check, and gives no rights over all organizations. */
const neverMapped = new Set(['Password', 'PasswordSalt', 'IsGlobalAdmin']);
const numbers = new Set(['score', 'ranking']);
const flags = new Set(['emailVerified', 'isDefaultAvatar', 'isOnline', 'isAdmin', 'isForbidden', 'isDeleted']);
const times = new Set(['createdTime', 'updatedTime']);

/** `DisplayName` is the era's name of the field `displayName`. */
const fieldNamed = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** Attributes by the field that they fill: those of the type, and the source's own in their place. */
export const mappingOf = (source: LdapSource, template: Template): Readonly<Record<string, readonly string[]>> => ({
  ...template.fields,
  ...Object.fromEntries(
    source.attributes
      .filter(({ attribute, field }) => attribute && !neverMapped.has(field))
      .map(({ attribute, field }) => [fieldNamed(field), [attribute]]),
  ),
});

export type Mapping = ReturnType<typeof mappingOf>;

export const personAttributes = (mapping: Mapping, template: Template): string[] => [
  ...new Set([...Object.values(mapping).flat(), template.id, template.login, 'uidNumber', ...blockingAttributes]),
  ...(template.hasBinaryId ? ['primaryGroupID', 'objectSid'] : ['gidNumber']),
];

function fieldValue(field: string, text: string): unknown {
  // Directories write the lines of an address with `$` between them.
  if (field === 'address') return text ? [text.replaceAll(/\s*\$\s*/g, ', ')] : [];
  if (numbers.has(field)) return /^-?\d{1,9}$/.test(text) ? Number(text) : 0;
  if (flags.has(field)) return /^(true|yes|[1-9]\d*)$/i.test(text);
  const time = times.has(field) ? timeOf(text) : undefined;
  return time === undefined ? text : new Date(time).toISOString();
}

function problemOf(attribute: string, value: string | Buffer): SourceProblem | undefined {
  if (typeof value !== 'string' || value.includes('\0'))
    return { code: 'ldap-value-unreadable', params: { attribute } };
  return value.length > limits.valueLength ? { code: 'ldap-value-too-long', params: { attribute } } : undefined;
}

/** The first attribute with a value, and this value. */
function firstOf(
  values: Values,
  attributes: readonly string[],
): { attribute: string; value: string | Buffer } | undefined {
  for (const attribute of attributes)
    for (const value of values.get(attribute.toLowerCase()) ?? []) if (value.length > 0) return { attribute, value };
  return undefined;
}

/** Names for a new user whose login name somebody else has, as Casdoor 2022 makes them. */
function otherNames(values: Values, name: unknown, key: string): string[] {
  const number = textOf(values, 'uidNumber');
  const numbered = /^\d{1,20}$/.test(number) ? `${name}_${number}` : String(name);
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 12);
  return [...new Set([numbered, `${numbered}_${digest}`])];
}

/** The parts of the names of the base and of the administrator, as Casdoor 2022 fills them in. */
const namedFields = ({ baseDn, admin }: LdapSource) => ({
  affiliation: joinedParts(baseDn, 'dc'),
  tag: joinedParts(admin, 'ou'),
});

interface Reading {
  source: LdapSource;
  template: Template;
  mapping: Mapping;
  now: number;
}

/** The person of an entry. A value that nobody can store is a problem of this person only. */
export function personOf(entry: Entry, { source, template, mapping, now }: Reading): Person {
  const values = valuesOf(entry);
  const key = idOf(values, template);
  const problems: SourceProblem[] = [];
  const named = Object.entries(namedFields(source)).filter(([, value]) => value);
  const fields: Record<string, unknown> = Object.fromEntries(named);
  for (const [field, attributes] of Object.entries(mapping)) {
    const found = firstOf(values, attributes);
    const problem = found && problemOf(found.attribute, found.value);
    if (problem) problems.push({ ...problem, field });
    else if (found || !times.has(field)) fields[field] = fieldValue(field, String(found?.value ?? ''));
  }
  fields.isForbidden = fields.isForbidden === true || isBlocked(values, now);
  if (key) fields.ldap = key;
  else problems.push({ code: 'ldap-no-key', params: { attribute: template.id } });
  const [problem] = problems;
  const label = entry.dn.replaceAll('\0', '').slice(0, 500);
  return {
    ...{ key: key.slice(0, 200), label, fields },
    ...(fields.name !== '' && { otherNames: otherNames(values, fields.name, key) }),
    ...(problem && { problem }),
  };
}
