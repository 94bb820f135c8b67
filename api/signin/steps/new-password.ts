import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import type { Draft } from '../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../db/knex.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { replacePassword } from '../../kinds/user/chosen-password.ts';
import type { HalfSignIn, StepBeforeSession } from '../contracts/step.ts';
import { password } from '../methods/password.ts';
import { tellUser } from '../notices/account-notice.ts';
import { choosePassword } from '../passwords/choose-password.ts';
import { hasExpired } from '../passwords/expiry.ts';
import type { AccountDeps } from '../place/deps.ts';

const fields = {
  newPassword: z.string().optional().describe('The new password of a user who must choose one.'),
  oldPassword: z.string().optional().describe('The present one, if it has expired in the directory that keeps it.'),
};

/** Only users who signed in by their own password are asked. Support with a master password sets none (S17). */
async function reasonOf(deps: AccountDeps, { user, method, isImpersonated, hasExpired: isOver, context }: HalfSignIn) {
  if (method !== password.name || isImpersonated) return;
  if (isOver) return 'expired';
  if (user.mustChangePassword) return 'asked';
  return (await hasExpired(deps, user, context.now)) ? 'expired' : undefined;
}

/**
 * A new password before the session, for users who must choose one. It comes after the second factor, so an old password
 * alone sets no new one (S28).
 */
export const newPassword: StepBeforeSession = {
  stands: 'before-session',
  name: 'new-password',
  fields,
  async due(deps, half) {
    const reason = await reasonOf(deps, half);
    if (half.hasExpired) {
      const there = await deps.directories.placeOf(half.user);
      if (there && !there.takesPasswords) return new Refusal('directory-password-due', { source: there.source });
    }
    if (reason) return new Refusal('password-due', {}, { data: { name: half.user.name, reason } });
  },
  async judge(deps, { user, context, holder, http, hasExpired: isOver }, answers) {
    const { store } = deps;
    const { caller, now } = context;
    const rules = await cachedObjectsOf(deps).organizationNamed(user.owner);
    if (!rules) throw new Refusal('step-missing');
    const organization: Organization = rules;
    // A refusal is no guess, so it does not count as a wrong answer.
    const oldPassword = String(answers.oldPassword ?? '');
    // The directory judges the old one once more, so that its policy for changes by the person applies, and its word alone sets none.
    if (isOver && !oldPassword) throw new Refusal('password-incorrect');
    const choice = {
      user,
      password: String(answers.newPassword ?? ''),
      organization,
      now,
      ...(isOver && { oldPassword }),
    };
    const columns = await choosePassword(deps, choice);
    async function useUp(sql: Sql): Promise<void> {
      const locked = (await store('user').find(sql, user.owner, user.name, 'forUpdate')) as (Draft & User) | undefined;
      if (locked?.password !== user.password) throw new Refusal('step-missing');
      await replacePassword({ ...deps, sql, caller, now }, locked, columns, { organization, attempt: holder });
      const language = http?.res.locals.language;
      await tellUser(sql, deps, { user: locked, to: locked.email, subject: 'passwordChanged', language });
    }
    return { isRight: true, useUp, becomes: columns };
  },
};
