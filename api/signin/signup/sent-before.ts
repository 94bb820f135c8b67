import { hash } from 'node:crypto';
import type { Draft } from '../../core/objects/kind-hooks.ts';
import type { Sql } from '../../db/knex.ts';
import type { PortalDeps } from '../portal-deps.ts';
import type { SignupForm } from './form.ts';

const lifetime = 10 * 60_000;
const purpose = 'signup';

/** All of it but for codes, which are used up: whoever sends it again knows the password, and the key that only its page has. */
const idOf = ({ emailCode: _, phoneCode: _1, confirm: _2, ...form }: SignupForm): string =>
  hash('sha256', JSON.stringify(form), 'base64url');

/**
 * Sign-ups whose answer may have been lost: the same form sent again is answered with the account that it made. No stranger learns from
 * that who exists: the key is drawn by chance (S25). It ends as every way to be signed in does, when the user's password changes.
 */
export function sentBefore({ db, store }: Pick<PortalDeps, 'db' | 'store'>) {
  const { table, toRow } = store('sign-in-attempt');
  return {
    /** In the transaction that makes the account. */
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
