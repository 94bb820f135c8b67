import { hash } from 'node:crypto';
import type { Draft } from '../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../db/knex.ts';
import type { PortalDeps } from '../place/portal-deps.ts';
import type { SignupForm } from './form.ts';

const lifetime = 10 * 60_000;
const purpose = 'signup';

/** The form without its codes, which are used up. Only the page that sent it first knows its password and key. */
const idOf = ({ emailCode: _, phoneCode: _1, confirm: _2, ...form }: SignupForm): string =>
  hash('sha256', JSON.stringify(form), 'base64url');

/**
 * Finds the account of a sign-up whose answer may be lost, when the same form comes again. The key is random, so no
 * stranger learns from it who exists (S25). It ends when the user's password changes, as a session does.
 */
export function repeatedSignUp({ db, store }: Pick<PortalDeps, 'db' | 'store'>) {
  const { table, toRow } = store('sign-in-attempt');
  return {
    /** Runs in the transaction that makes the account. */
    async note(sql: Sql, form: SignupForm, { owner, name }: Draft, now: Date): Promise<void> {
      if (!form.key) return;
      const attempt = { owner, id: idOf(form), user: name, application: form.application, purpose, steps: [] };
      const expireTime = new Date(now.getTime() + lifetime).toISOString();
      await sql(table).insert(toRow({ ...attempt, version: 1, createdTime: now.toISOString(), expireTime }));
    },

    async userOf(form: SignupForm, organization: string, now: Date): Promise<Draft | undefined> {
      if (!form.key) return undefined;
      const found = await db(table)
        .where({ owner: organization, id: idOf(form), purpose })
        .andWhere('expire_time', '>', now)
        .first('user');
      return found && ((await store('user').find(db, organization, found.user)) as Draft | undefined);
    },
  };
}
