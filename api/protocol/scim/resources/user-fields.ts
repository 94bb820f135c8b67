import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Doc } from '../document/normalized.ts';
import { enterpriseSchema } from '../schemas/user.ts';
import { type Fields, filled, type Mapping, orUndefined, type Place, partsOf } from './mapping.ts';
import { listMappings } from './user-lists.ts';

const text = (attribute: string, field: keyof User & string): Mapping => ({
  attribute,
  write: (doc) => filled({ [field]: doc[attribute] }),
  read: (user) => user[field] || undefined,
});

const name: Mapping = {
  attribute: 'name',
  write: (doc) => filled({ firstName: partsOf(doc.name).givenName, lastName: partsOf(doc.name).familyName }),
  read({ firstName, lastName }, sent) {
    const { formatted: _old, givenName: _given, familyName: _family, ...others } = partsOf(sent);
    return orUndefined({ ...others, ...filled({ givenName: firstName, familyName: lastName }) });
  },
};

const ofEnterprise = enterpriseSchema.attributes.map((each) => each.name);
const property = (key: string) => `properties.${key}`;

/** Properties are recorded, seen in the console and given to applications. */
const enterprise: Mapping = {
  attribute: enterpriseSchema.id,
  write(doc) {
    const { manager, ...others } = partsOf(doc[enterpriseSchema.id]);
    const all = { ...others, manager: partsOf(manager).value };
    return filled(Object.fromEntries(Object.entries(all).map(([key, value]) => [property(key), value])));
  },
  read({ properties }) {
    const { manager, ...others } = filled(Object.fromEntries(ofEnterprise.map((key) => [key, properties[key]])));
    return orUndefined({ ...others, ...(manager && { manager: { value: manager } }) });
  },
};

const active: Mapping = {
  attribute: 'active',
  write: ({ active: sent }): Fields => (typeof sent === 'boolean' ? { isForbidden: !sent } : {}),
  read: ({ isForbidden }) => !isForbidden,
};

export const mappings: readonly Mapping[] = [
  text('userName', 'name'),
  name,
  text('displayName', 'displayName'),
  text('profileUrl', 'homepage'),
  text('title', 'title'),
  text('preferredLanguage', 'language'),
  text('timezone', 'timeZone'),
  active,
  ...listMappings,
  enterprise,
];

/** The fields of a user that a resource gives. */
export const fieldsGiven = (doc: Doc, place: Place): Fields =>
  Object.assign({}, ...mappings.map(({ write }) => write(doc, place)));
