import { passwordTypes } from '@doorwright/crds/kinds/organization.ts';
import type { ImportedObject } from '../contract.ts';
import { type Losses, quoted } from '../reading/losses.ts';
import type { Original } from './original.ts';

/** Reads of Casdoor's API show this in place of a password, and some exports were made with it. */
const mask = '***';

interface Stored {
  user: Original;
  organization: Original | undefined;
  /** The source has plain passwords where a user has no type of their own. */
  hasPlainPasswords: boolean;
  losses: Losses;
}

/** Casdoor hashed all passwords of an organization alike. Newer versions note the type with each user. */
function typeOf({ user, organization, hasPlainPasswords }: Stored): string {
  const own = user.text('passwordType');
  return own || (hasPlainPasswords ? 'plain' : organization?.text('passwordType') || 'plain');
}

/** The stored password. A plain one goes as it is, because the server hashes it when it takes it, and never stores it. */
export function digestOf(stored: Stored): ImportedObject['digest'] {
  const { user, organization, losses } = stored;
  const type = typeOf(stored);
  const [password, userSalt] = [user.text('password'), user.text('passwordSalt')];
  if (password === '') return;
  if (password === mask) {
    losses.add('the password', 'The source shows it as "***". Read the database, or the user sets a new password.');
    return;
  }
  if (user.text('ldap')) return;
  if (!passwordTypes.some((each) => each === type)) {
    losses.add(
      'the password',
      `Digests of the type "${type}" cannot be checked here, only ${quoted(passwordTypes)}. The user sets a new password.`,
    );
    return;
  }
  // Newer versions note with each user the salt of the day. Older ones have it at the organization alone. It goes along, because the organization here
  // can have another one. The server tries both.
  const passwordSalt = userSalt || (type === 'salt' ? (organization?.text('passwordSalt') ?? '') : '');
  return { passwordType: type, password, passwordSalt };
}
