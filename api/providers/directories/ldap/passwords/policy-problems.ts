import { PasswordPolicyControl, PasswordPolicyError } from 'ldapts';
import type { ErrorCode } from '../../../../core/errors.ts';
import type { SourceProblem } from '../../contract.ts';
import { codeOf, wordsOf } from '../wire/problems.ts';

/** Reasons of the draft for password policies, which OpenLDAP, 389 and FreeIPA send. */
const byNumber: Readonly<Record<number, ErrorCode>> = {
  [PasswordPolicyError.PasswordExpired]: 'directory-password-expired',
  [PasswordPolicyError.AccountLocked]: 'directory-account-locked',
  [PasswordPolicyError.ChangeAfterReset]: 'directory-password-expired',
  [PasswordPolicyError.PasswordModNotAllowed]: 'directory-password-fixed',
  [PasswordPolicyError.MustSupplyOldPassword]: 'directory-password-fixed',
  [PasswordPolicyError.InsufficientPasswordQuality]: 'directory-password-weak',
  [PasswordPolicyError.PasswordTooShort]: 'directory-password-short',
  [PasswordPolicyError.PasswordTooYoung]: 'directory-password-young',
  [PasswordPolicyError.PasswordInHistory]: 'directory-password-used',
};

/** Words of servers that send no number. Active Directory sends one text for all rules of a policy. */
const byWords: readonly [RegExp, ErrorCode][] = [
  [/history|previous|reuse|used recently/i, 'directory-password-used'],
  [/too short|minimum length|at least \d+ char/i, 'directory-password-short'],
  [/too young|too soon|within password minimum age|minimum age/i, 'directory-password-young'],
  [/quality|syntax|trivial|complex|0000052D|dictionary|characters?/i, 'directory-password-weak'],
];

export const createPolicyControl = () => new PasswordPolicyControl();

const readsAsPolicy = new Set([19, 53]);

/** Why the directory refused a new password, with its own words. */
export function passwordProblem(error: unknown, control: PasswordPolicyControl): SourceProblem {
  const words = wordsOf(error);
  const params = { problem: words || '–' };
  const told = byNumber[control.value?.error ?? -1];
  if (told) return { code: told, params };
  const code = codeOf(error);
  const byText = code !== undefined && readsAsPolicy.has(code) && byWords.find(([pattern]) => pattern.test(words))?.[1];
  if (byText) return { code: byText, params };
  return { code: code === 50 ? 'directory-password-fixed' : 'directory-password-refused', params };
}

/** The reasons of Active Directory for a sign-in that it refuses although the name exists. */
const blockedData: Readonly<Record<string, ErrorCode>> = {
  '532': 'directory-password-expired',
  '773': 'directory-password-expired',
  '775': 'directory-account-locked',
  '533': 'directory-account-locked',
  '701': 'directory-account-locked',
};

/** Why the directory refuses a person, if it is not the password. */
export function refusedPerson(error: unknown, control: PasswordPolicyControl): SourceProblem | undefined {
  const words = wordsOf(error);
  const told = byNumber[control.value?.error ?? -1] ?? blockedData[/, data ([\da-f]+)/i.exec(words)?.[1] ?? ''];
  return told && { code: told, params: { problem: words || '–' } };
}

/** A new password that the directory demands of a person whose password it took. */
export const dueAfterBind = (control: PasswordPolicyControl): SourceProblem | undefined =>
  control.value?.error === PasswordPolicyError.ChangeAfterReset
    ? { code: 'directory-password-expired', params: { problem: '–' } }
    : undefined;
