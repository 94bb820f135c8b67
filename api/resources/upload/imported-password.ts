import { passwordTypes } from '@doorwright/crds/models/organization.ts';
import type { PasswordType } from '../../accounts/passwords.ts';
import type { FieldProblem } from '../../http/errors.ts';

/**
 * What a stored password of each type looks like. The cost of argon2id and bcrypt stands in the text itself and is paid
 * at every sign-in, so a sheet could otherwise make signing in take for ever.
 */
const forms: Record<PasswordType, RegExp> = {
  plain: /./,
  salt: /^[0-9a-f]{64}$/,
  'md5-salt': /^[0-9a-f]{32}$/,
  bcrypt: /^\$2[aby]\$(0[4-9]|1[0-3])\$[./A-Za-z0-9]{53}$/,
  'pbkdf2-salt': /^[A-Za-z0-9+/]{86}==$/,
  argon2id: /^\$argon2id\$v=19\$m=\d{1,5},t=\d,p=\d\$[A-Za-z0-9+/]{11,64}\$[A-Za-z0-9+/]{22,128}$/,
};

const isType = (type: string): type is PasswordType => passwordTypes.some((each) => each === type);

/** What is wrong with a password that a sheet calls a digest, if anything is. */
export function digestProblem(type: string, password: string): Omit<FieldProblem, 'field'> | undefined {
  if (!isType(type)) return { code: 'password-type-unknown', params: { allowed: passwordTypes.join(', ') } };
  return forms[type].test(password) ? undefined : { code: 'password-no-digest', params: { type } };
}
