import type { User } from '@doorwright/crds/kinds/user.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import type { Draft } from '../../core/objects/kind-hooks.ts';
import type { Sql } from '../../db/knex.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { endSignIns } from '../../kinds/user/end-sign-ins.ts';
import { chosenPassword } from '../../kinds/user/new-password.ts';
import { password } from '../methods/password.ts';
import { isOwnPassword } from '../passwords/judge.ts';
import type { HalfSignIn, StepBeforeSession } from './step.ts';

const fields = {
  newPassword: z.string().optional().describe('The new password of a user who must choose one.'),
};

/** Only the password itself opens nothing more. Support with a master password sets none (S17). */
const isDue = ({ user, method, isImpersonated }: HalfSignIn) =>
  method === password.name && !isImpersonated && user.mustChangePassword;

/**
 * A new password before the session, for users who must choose one. It comes after the second factor, so an old password
 * alone sets no new one (S28).
 */
export const newPassword: StepBeforeSession = {
  stands: 'before-session',
  name: 'new-password',
  fields,
  due: async (_deps, half) =>
    isDue(half) ? new Refusal('password-due', {}, { data: { name: half.user.name } }) : undefined,
  async judge(deps, { user, context, holder }, answers) {
    const { store } = deps;
    const { owner, name } = user;
    const organization = await cachedObjectsOf(deps).organizationNamed(owner);
    if (!organization) throw new Refusal('step-missing');
    const chosen = String(answers.newPassword ?? '');
    // These refusals are no guesses, so nothing counts them.
    const columns = await chosenPassword(chosen, organization);
    if (await isOwnPassword(chosen, user, organization)) throw new Refusal('password-unchanged');

    async function useUp(sql: Sql): Promise<void> {
      const locked = (await store('user').find(sql, owner, name, 'forUpdate')) as (Draft & User) | undefined;
      if (locked?.password !== user.password) throw new Refusal('step-missing');
      await endSignIns(locked, { ...deps, sql, caller: context.caller, now: context.now }, holder);
      const changes = store('user').toRow({ ...columns, version: locked.version + 1 });
      await sql(store('user').table).where({ owner, name }).update(changes);
    }
    return { isRight: true, useUp, becomes: columns };
  },
};
