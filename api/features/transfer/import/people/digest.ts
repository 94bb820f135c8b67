import { passwordTypes } from '@doorwright/crds/kinds/organization.ts';
import type { ImportedObject } from '@doorwright/crds/options/imported.ts';
import type { FieldProblem } from '../../../../core/errors.ts';
import { inspectDigest } from '../../../../kinds/user/passwords/digest-costs.ts';
import type { PasswordType } from '../../../../kinds/user/passwords/passwords.ts';

const types: readonly PasswordType[] = [...passwordTypes.filter((type) => type !== 'plain'), 'pbkdf2'];

const isType = (type: string): type is PasswordType => types.some((each) => each === type);

const none = { password: '', passwordSalt: '', passwordType: '', passwordChangedTime: '' };

interface Password {
  columns: typeof none;
  /** Readable passwords are hashed here. */
  plain: string;
  /** The user has it already, so the rules for new passwords do not apply. */
  isUsed: boolean;
  problems: FieldProblem[];
}

const without = (problem: Omit<FieldProblem, 'field'>): Password => ({
  ...{ columns: none, plain: '', isUsed: false },
  problems: [{ field: 'digest', ...problem }],
});

/** The columns of a stored password of another product. A digest that costs too much is refused, because every sign-in pays it. */
export function digestColumns(digest: ImportedObject['digest'], password: string, now: Date): Password {
  if (!digest) return { columns: none, plain: password, isUsed: false, problems: [] };
  const { passwordType: type, password: text, passwordSalt = '' } = digest;
  if (type === 'plain') return { columns: none, plain: text, isUsed: true, problems: [] };
  if (!isType(type)) return without({ code: 'password-type-unknown', params: { allowed: types.join(', ') } });
  if (!inspectDigest(type, text)?.isBounded) return without({ code: 'password-no-digest', params: { type } });
  const columns = { password: text, passwordSalt, passwordType: type, passwordChangedTime: now.toISOString() };
  return { columns, plain: '', isUsed: false, problems: [] };
}
