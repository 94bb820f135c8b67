import { instant } from '@doorwright/crds/field.ts';
import { user } from '@doorwright/crds/kinds/user.ts';
import type { Losses } from '../reading/losses.ts';
import type { UserRecord } from './records.ts';

type Fields = Record<string, unknown>;

/** Claims of Auth0, and the fields that they fill. */
const texts = {
  email: 'email',
  name: 'displayName',
  given_name: 'firstName',
  family_name: 'lastName',
  picture: 'avatar',
  phone_number: 'phone',
  locale: 'language',
  zoneinfo: 'timeZone',
  gender: 'gender',
  birthdate: 'birthday',
  website: 'homepage',
} as const;

const flags = { email_verified: 'emailVerified', phone_verified: 'phoneVerified', blocked: 'isForbidden' } as const;

const moments = { created_at: 'createdTime', last_login: 'lastSigninTime' } as const;

/** Claims that the import reads, or that end with Auth0. */
const known = new Set<string>([
  ...[...Object.keys(texts), ...Object.keys(flags), ...Object.keys(moments)],
  ...['user_id', 'username', 'nickname', 'identities', 'app_metadata', 'user_metadata', 'password_hash'],
  ...['custom_password_hash', 'multifactor', 'mfa_factors', 'phone_verified', '_id', 'alt_id', 'passwordHash'],
  ...[
    'updated_at',
    'last_ip',
    'logins_count',
    'password_set_date',
    'tenant',
    'connection',
    '_tmp_is_unique',
    'identifiers',
  ],
  ...[
    'multifactor_last_modified',
    'last_password_reset',
    'version',
    'email_lower',
    'Id',
    'global_client_id',
    'clientID',
  ],
]);

/** Claims of services that nobody asked for. Each user of a service has them. */
export const unknownClaims = (record: UserRecord): string[] => Object.keys(record).filter((name) => !known.has(name));

const moment = instant();

const limits = new Map(user.described.map(({ name, schema }) => [name, schema.maxLength ?? 100]));

function textFields(record: UserRecord, losses: Losses): Fields {
  const entries = Object.entries(texts).flatMap(([claim, field]) => {
    const value = record[claim];
    if (typeof value !== 'string' || value === '') return [];
    if (value.length <= (limits.get(field) ?? 100)) return [[field, value] as const];
    losses.add(claim, `It is longer than ${limits.get(field)} characters.`);
    return [];
  });
  return Object.fromEntries(entries);
}

const flagFields = (record: UserRecord): Fields =>
  Object.fromEntries(
    Object.entries(flags).flatMap(([claim, field]) => (record[claim] === true ? [[field, true]] : [])),
  );

/** Moments are texts, and in the file of support objects with a date. */
function momentFields(record: UserRecord, losses: Losses): Fields {
  const entries = Object.entries(moments).flatMap(([claim, field]) => {
    const value = record[claim];
    const text = typeof value === 'object' && value !== null ? (value as { $date?: unknown }).$date : value;
    if (text === undefined || text === null || text === '') return [];
    if (moment.safeParse(text).success) return [[field, text] as const];
    losses.add(`${claim} ${JSON.stringify(text)}`, 'It is no moment in time.');
    return [];
  });
  return Object.fromEntries(entries);
}

/** The nickname says something if it is not the begin of the email, which Auth0 sets. */
export function nicknameOf({ nickname, email }: UserRecord): Record<string, string> {
  if (typeof nickname !== 'string' || nickname === '' || String(email).split('@')[0] === nickname) return {};
  return { nickname };
}

export const profileOf = (record: UserRecord, losses: Losses): Fields => ({
  ...textFields(record, losses),
  ...flagFields(record),
  ...momentFields(record, losses),
});
