import { passwordTypes } from '@doorwright/crds/kinds/organization.ts';
import type { ImportedObject } from '../contract.ts';
import type { Losses } from '../reading/losses.ts';

/** Digests that name their own form. */
const selfNamed: readonly (readonly [string, RegExp])[] = [
  ['bcrypt', /^\$2[aby]\$/],
  ['argon2id', /^\$argon2(id|i|d)\$/],
  ['pbkdf2', /^\$pbkdf2-/],
];

export interface PasswordCells {
  password: string;
  passwordHash: string;
  passwordType: string;
  passwordSalt: string;
}

/** The password of a row: plain, or a digest of a named type. */
export function digestOf(
  { password, passwordHash, passwordType, passwordSalt }: PasswordCells,
  losses: Losses,
): ImportedObject['digest'] {
  if (passwordHash === '') return password === '' ? undefined : { passwordType: 'plain', password, passwordSalt: '' };
  const type = passwordType || selfNamed.find(([, form]) => form.test(passwordHash))?.[0];
  if (type && [...passwordTypes, 'pbkdf2'].some((each) => each === type))
    return { passwordType: type, password: passwordHash, passwordSalt };
  losses.add(
    'the password',
    type
      ? `Digests of the type "${type}" cannot be checked here. The user sets a new one.`
      : 'Its digest does not say how it was made. Add a column passwordType.',
  );
  return undefined;
}
