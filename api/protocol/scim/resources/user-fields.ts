import type { User } from '@doorwright/crds/kinds/user.ts';
import { isPhone } from '@doorwright/crds/values/written-forms.ts';
import { nationalNumber } from '../../../kinds/user/phone-spellings.ts';
import { type Doc, isObject } from '../document/normalized.ts';
import { enterpriseSchema } from '../schemas/user.ts';

/** Values for fields of a user. Names that begin with `properties.` are entries of its properties. */
export type Fields = Record<string, string | boolean>;

/** The calling code of the organization's phone numbers. */
export interface Place {
  phonePrefix: string;
}

/** How an attribute and fields of a user follow from each other. `sent` is the attribute as the program sent it. */
export interface Mapping {
  attribute: string;
  write: (doc: Doc, place: Place) => Fields;
  read: (user: User, sent: unknown) => unknown;
}

const filled = (fields: Record<string, unknown>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string' && value !== '')) as Fields;

const partsOf = (value: unknown): Doc => (isObject(value) ? value : {});
export const listOf = (value: unknown): Doc[] => (Array.isArray(value) ? value.filter(isObject) : []);

const orUndefined = (doc: Doc) => (Object.keys(doc).length > 0 ? doc : undefined);

/** The value that a user has one of: the primary one, or the one for work, or the first. */
export const mainOf = (entries: readonly Doc[], type = 'work'): Doc | undefined =>
  entries.find(({ primary }) => primary === true) ?? entries.find((each) => each.type === type) ?? entries[0];

const text = (attribute: string, field: keyof User & string): Mapping => ({
  attribute,
  write: (doc) => filled({ [field]: doc[attribute] }),
  read: (user) => user[field] || undefined,
});

/** The list with another main value. Without a value, that entry is gone. */
function withMain(sent: unknown, main: Doc | undefined, value: Doc | undefined, fresh: Doc): Doc[] | undefined {
  const others = listOf(sent);
  const at = main ? others.indexOf(main) : -1;
  const entry = value && { ...(main ?? fresh), ...value };
  const own = entry ? [entry] : [];
  const list = at < 0 ? [...own, ...others] : others.flatMap((each, i) => (i === at ? own : [each]));
  return list.length > 0 ? list : undefined;
}

const name: Mapping = {
  attribute: 'name',
  write: (doc) => filled({ firstName: partsOf(doc.name).givenName, lastName: partsOf(doc.name).familyName }),
  read({ firstName, lastName }, sent) {
    const { formatted: _old, givenName: _given, familyName: _family, ...others } = partsOf(sent);
    return orUndefined({ ...others, ...filled({ givenName: firstName, familyName: lastName }) });
  },
};

const emails: Mapping = {
  attribute: 'emails',
  write: (doc) => filled({ email: mainOf(listOf(doc.emails))?.value }),
  read: ({ email }, sent) =>
    withMain(sent, mainOf(listOf(sent)), email ? { value: email } : undefined, { type: 'work', primary: true }),
};

const mobileOf = (value: unknown) => listOf(value).find(({ type }) => type === 'mobile');

/** People sign in with a number of their own. A number that the organization would refuse stays in the attribute only. */
const phoneNumbers: Mapping = {
  attribute: 'phoneNumbers',
  write(doc, { phonePrefix }) {
    const number = nationalNumber(String(mobileOf(doc.phoneNumbers)?.value ?? ''), phonePrefix);
    return isPhone(number, phonePrefix) ? { phone: number } : {};
  },
  read: ({ phone }, sent) => withMain(sent, mobileOf(sent), phone ? { value: phone } : undefined, { type: 'mobile' }),
};

const photos: Mapping = {
  attribute: 'photos',
  write: (doc) => filled({ avatar: mainOf(listOf(doc.photos), 'photo')?.value }),
  read: ({ avatar, isDefaultAvatar }, sent) =>
    withMain(sent, mainOf(listOf(sent), 'photo'), avatar && !isDefaultAvatar ? { value: avatar } : undefined, {
      type: 'photo',
    }),
};

const isCountry = (value: unknown) => typeof value === 'string' && /^[A-Z]{2}$/.test(value);

const addresses: Mapping = {
  attribute: 'addresses',
  write(doc) {
    const { locality, country } = mainOf(listOf(doc.addresses)) ?? {};
    return filled({ location: locality, ...(isCountry(country) && { region: country }) });
  },
  read({ location, region }, sent) {
    const parts = filled({ locality: location, country: region });
    return withMain(sent, mainOf(listOf(sent)), orUndefined(parts), { type: 'work' });
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
  emails,
  phoneNumbers,
  photos,
  addresses,
  enterprise,
];

/** The fields of a user that a resource gives. */
export const fieldsGiven = (doc: Doc, place: Place): Fields =>
  Object.assign({}, ...mappings.map(({ write }) => write(doc, place)));
