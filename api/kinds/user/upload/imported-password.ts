import { passwordTypes } from '@doorwright/crds/kinds/organization.ts';
import type { FieldProblem } from '../../../core/errors.ts';
import { inspectDigest } from '../passwords/digest-costs.ts';
import type { PasswordType } from '../passwords/passwords.ts';

const isType = (type: string): type is PasswordType => passwordTypes.some((each) => each === type);

/**
 * The problem with a password that a sheet calls a digest. Every sign-in pays its cost, so an extreme digest would
 * make sign-ins take for ever.
 */
export function digestProblem(type: string, password: string): Omit<FieldProblem, 'field'> | undefined {
  if (!isType(type)) return { code: 'password-type-unknown', params: { allowed: passwordTypes.join(', ') } };
  return inspectDigest(type, password)?.isBounded ? undefined : { code: 'password-no-digest', params: { type } };
}
