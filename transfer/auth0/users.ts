import { user } from '@doorwright/crds/kinds/user.ts';
import type { ImportedObject, Item } from '../contract.ts';
import { lossesOf } from '../reading/losses.ts';
import { storedPhone } from '../reading/phones.ts';
import { type Password, passwordOf } from './digests.ts';
import { identitiesOf, linksOf } from './identities.ts';
import { propertiesOf } from './metadata.ts';
import { nicknameOf, profileOf } from './profile.ts';
import type { UserRecord } from './records.ts';
import { secondFactorsOf } from './second-factors.ts';

const longestId = 100;

export interface Reading {
  organization: string;
  /** The prefix of the organization's phones. */
  prefix: string;
  /** Names and emails of the users before. Two accounts of Auth0 can have one email, two users here cannot. */
  names: Set<string>;
  emails: Set<string>;
}

const isName = (text: string) => text !== '' && user.schema.shape.name.safeParse(text).success;

/**
 * The user name: the one of Auth0, or else what is unique there. A nickname is not, and would give a user another name if
 * the order of the export changes.
 */
function nameOf({ username, email, phone_number: phone, user_id: id }: UserRecord, names: Set<string>) {
  const candidates = [username, email, phone, id].map((each) => (typeof each === 'string' ? each : ''));
  const name = candidates.find((each) => isName(each) && !names.has(each.toLowerCase()));
  if (name) names.add(name.toLowerCase());
  return name;
}

/** A user, with the digest of another file if support sent it. */
export function userItems(record: UserRecord, sent: Password | undefined, reading: Reading): Item[] {
  const id = String(record.user_id ?? '');
  const losses = lossesOf(`user "${(id || String(record.email ?? '')).slice(0, 200)}"`);
  const name = nameOf(record, reading.names);
  if (!name) return [{ from: losses.from, lost: 'the user', why: 'They have no user name, email or ID that is free.' }];
  const fields = profileOf(record, losses);
  if (typeof fields.phone === 'string') fields.phone = storedPhone(fields.phone, reading.prefix);
  const email = String(fields.email ?? '').toLowerCase();
  if (email && reading.emails.has(email)) {
    losses.add(`email "${email}"`, 'Another user of the file has it too. Here an email belongs to one user.');
    for (const field of ['email', 'emailVerified']) delete fields[field];
  } else if (email) reading.emails.add(email);
  const fits = id.length <= longestId;
  if (!fits)
    losses.add('the ID', `It is longer than ${longestId} characters, so tokens have another subject for this user.`);
  const { digest, lost } = sent ?? passwordOf(record);
  if (lost) losses.add(`the password, a ${lost}`, 'Digests of bcrypt, argon2 and PBKDF2 are. The user sets a new one.');
  const { totp, isRequired } = secondFactorsOf(record, losses);
  const properties = { ...propertiesOf(record, losses), ...nicknameOf(record) };
  const object: ImportedObject = {
    kind: 'user',
    from: losses.from,
    fields: {
      ...{ owner: reading.organization, name, ...(id && fits && { id }) },
      ...fields,
      ...linksOf(identitiesOf(record), losses),
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(isRequired && { requireSecondFactor: true }),
    },
    ...(digest && { digest }),
    ...(totp && { totp }),
  };
  return [object, ...losses.all];
}
