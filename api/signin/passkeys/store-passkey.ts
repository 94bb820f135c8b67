import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { Sql } from '../../db/knex.ts';
import { changePasskeys, passkeysOf } from '../../kinds/user/passkeys/stored-passkeys.ts';
import type { AccountDeps } from '../place/deps.ts';
import type { NewPasskey } from './registration.ts';

const most = 20;

/** Stores a passkey of a user. No two users share one. */
export async function storePasskey(
  sql: Sql,
  { store }: Pick<AccountDeps, 'store'>,
  { owner, name: user }: { owner: string; name: string },
  made: NewPasskey,
  context: Pick<RequestContext, 'now'>,
): Promise<void> {
  const { table, toRow } = store('passkey');
  await changePasskeys(sql, { store }, { owner, name: user }, async () => {
    if ((await passkeysOf(sql, { store }, { owner, name: user })).length >= most)
      throw new Refusal('passkeys-full', { max: most });
    const row = { ...made, owner, user, version: 1, createdTime: context.now.toISOString() };
    const added = await sql(table).insert(toRow(row)).onConflict().ignore().returning('id');
    if (added.length === 0) throw new Refusal('passkey-known');
  });
}
