import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { type MappedField, mappedFields } from '@doorwright/crds/options/mapping-items.ts';
import type { Profile } from './sign-in-service.ts';

type Claims = Readonly<Record<string, unknown>>;

type Text = Exclude<MappedField, 'emailVerified'>;

const texts = mappedFields.filter((field): field is Text => field !== 'emailVerified');

const eachText = (read: (field: Text) => string) =>
  Object.fromEntries(texts.map((field) => [field, read(field)])) as Record<Text, string>;

/** Ids are numbers at some services. A number that was rounded while it was read may stand for several accounts, so it is no id. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : '';
  return typeof value === 'string' ? value : '';
};

/** The claim of a name. Dots lead into nested claims, unless a claim has the whole name. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (within, part) =>
        typeof within === 'object' && within !== null && Object.hasOwn(within, part)
          ? (within as Claims)[part]
          : undefined,
      claims,
    );
}

const isTrue = (value: unknown) => value === true || value === 'true';

/** Completes a profile: missing texts are empty. */
export const profileOf = (known: Partial<Omit<Profile, 'claims'>> & Pick<Profile, 'id'>, claims: Claims): Profile => ({
  ...eachText(() => ''),
  isEmailVerified: false,
  isPhoneVerified: false,
  issuer: '',
  ...known,
  claims,
});

type ClaimNames = Partial<Record<MappedField, string>>;

/** The claims of OpenID Connect for the fields of a user (OpenID Connect Core 1.0, 5.1). */
export const standardClaims = {
  id: 'sub',
  username: 'preferred_username',
  displayName: 'name',
  firstName: 'given_name',
  lastName: 'family_name',
  email: 'email',
  emailVerified: 'email_verified',
  phone: 'phone_number',
  avatar: 'picture',
  homepage: 'website',
  language: 'locale',
  gender: 'gender',
  birthday: 'birthdate',
  location: 'address.locality',
} as const satisfies ClaimNames;

/** The profile in claims: by the mapping of the provider, and otherwise by the usual names. */
export function mappedProfile(
  claims: Claims,
  { userMapping }: Pick<Provider, 'userMapping'>,
  usual: ClaimNames,
): Profile {
  const own = userMapping.filter(({ claim }) => claim !== '').map(({ field, claim }) => [field, claim]);
  const names: ClaimNames = { ...usual, ...Object.fromEntries(own) };
  const value = (field: MappedField) => claimAt(claims, names[field] ?? '');
  // The proof of one address is none for another.
  const isProofOf = names.email === usual.email || names.emailVerified !== usual.emailVerified;
  const isEmailVerified = isProofOf && isTrue(value('emailVerified'));
  const isPhoneVerified = names.phone === 'phone_number' && isTrue(claims.phone_number_verified);
  return profileOf({ ...eachText((field) => textOf(value(field))), isEmailVerified, isPhoneVerified }, claims);
}
