import { createHmac } from 'node:crypto';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { isIdCard } from '@doorwright/crds/values/written-forms.ts';
import { toLowerCaseAscii } from '../../kinds/user/normalize-login.ts';
import type { PortalDeps } from '../place/portal-deps.ts';

type Person = Pick<User, 'id' | 'name' | 'email' | 'phone'>;
type Contacts = Pick<User, 'email' | 'phone'>;

/** The number of users, the oldest ones, that show how addresses look in an organization. */
const shown = 100;

/** Where nobody has an address, a common host is as good as any. */
const strangers: Person[] = ['gmail.com', 'outlook.com', 'icloud.com'].map((host) => ({
  id: host,
  name: '',
  email: `somebody@${host}`,
  phone: '',
}));

/** Another text of the same form: letters for letters, digits for digits. */
const redrawn = (text: string, bytes: Buffer) =>
  Array.from(text, (character, index) => {
    const byte = bytes[index % bytes.length] as number;
    if (/\d/.test(character)) return String(byte % 10);
    return /[a-z]/i.test(character) ? String.fromCharCode(97 + (byte % 26)) : character;
  }).join('');

/** Many addresses have the user's name before the `@`. Then the decoy has its own name there. */
function emailLike({ name, email }: Person, username: string, bytes: Buffer): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const isNamed = local === name && /^[\w.+-]{1,64}$/.test(username) && !isIdCard(username);
  return `${isNamed ? username : redrawn(local, bytes)}${email.slice(at)}`;
}

/**
 * The contacts of a missing user. They look like those of an existing user and never change (S25). The two names
 * alone decide which user they look like, so most decoys stay when users join or leave.
 */
export async function inventedContacts(
  { db, store, box }: Pick<PortalDeps, 'db' | 'store' | 'box'>,
  organization: string,
  called: string,
): Promise<Contacts> {
  const username = toLowerCaseAscii(called);
  const people: Person[] = await db(store('user').table)
    .select('id', 'name', 'email', 'phone')
    .where({ owner: organization })
    .andWhere((reachable) => reachable.whereNot({ email: '' }).orWhereNot({ phone: '' }))
    .orderBy(['created_time', 'name'])
    .limit(shown);
  const key = box.derived('invented-contacts').at(-1) as Buffer;
  const draw = (...about: string[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify([organization, username, ...about]))
      .digest();
  const [like] = (people.length > 0 ? people : strangers)
    .map((person) => ({ person, rank: draw(person.id) }))
    .sort((a, b) => Buffer.compare(a.rank, b.rank));
  const { person, rank: bytes } = like as NonNullable<typeof like>;
  return {
    email: person.email && emailLike(person, username, bytes),
    phone: person.phone.slice(0, 3) + redrawn(person.phone.slice(3), bytes),
  };
}
