import { passwordTypes } from '@doorwright/crds/kinds/organization.ts';
import type { FieldProblem } from '../../../core/errors.ts';
import { judgeDigest } from '../passwords/digest-costs.ts';
import type { PasswordType } from '../passwords/passwords.ts';

const isType = (type: string): type is PasswordType => passwordTypes.some((each) => each === type);

/**
 * What is wrong with a password that a sheet calls a digest, if anything is. Its cost is paid at every sign-in, so that a sheet
 * could otherwise make signing in take for ever.
 */
export function digestProblem(type: string, password: string): Omit<FieldProblem, 'field'> | undefined {
  if (!isType(type)) return { code: 'password-type-unknown', params: { allowed: passwordTypes.join(', ') } };
  return judgeDigest(type, password)?.isBounded ? undefined : { code: 'password-no-digest', params: { type } };
}
